/** Bank cards that withdrawals are paid to. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import {
  done,
  endpoint,
  idText,
  isRecord,
  nameText,
  nothing,
  readAs,
  shownText,
  timeMs,
} from "./endpoint.ts";
import { factorCode } from "./session.ts";

/** A card as records and quotes show it. */
export const maskedCard = v.object({
  id: v.optional(nameText(64), ""),
  bank_name: shownText(100),
  account_name: shownText(100),
  card_no_masked: nameText(32),
});

const bankCard = v.object({
  id: idText,
  bank_name: shownText(100),
  account_name: shownText(100),
  card_no_masked: nameText(32),
  branch: v.optional(shownText(100), ""),
  is_default: v.optional(v.picklist([0, 1]), 0),
  /** 0 waits for a review, 1 usable, 2 refused (`reason`). */
  status: v.optional(v.picklist([0, 1, 2]), 1),
  reason: v.optional(v.nullable(shownText(500)), null),
  create_time: v.optional(timeMs, 0),
});
export type BankCard = v.InferOutput<typeof bankCard>;

/** Digits of a payment card: ISO/IEC 7812. The last one is a check digit (Luhn). */
export const cardNumberPattern = /^\d{12,19}$/;

/** A withdrawal password as it was typed. */
export const withdrawalSecret = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

export const bankCardEndpoints = {
  banks: endpoint({
    method: "GET",
    path: "/api/wallet/getBanks",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "The saved bank cards, masked.",
    request: nothing,
    data: readAs(
      (value) => (isRecord(value) && Array.isArray(value["list"]) ? value["list"] : value),
      v.array(bankCard),
    ),
  }),
  setBanks: endpoint({
    method: "POST",
    path: "/api/wallet/setBanks",
    access: "user",
    refusals: [
      codes.tooManyAttempts,
      codes.wrongCode,
      codes.wrongWithdrawalPassword,
      codes.certificationRequired,
      codes.cardAlreadyBound,
      codes.bankDetailsMissing,
    ],
    summary:
      "Saves a bank card. The number is kept as its last four digits and a salted hash; the holder must be who was certified.",
    request: v.object({
      id: v.optional(idText),
      bank_name: v.pipe(v.string(), v.trim(), v.maxLength(100)),
      account_name: v.pipe(v.string(), v.trim(), v.maxLength(100)),
      card_no: v.pipe(v.string(), v.maxLength(32)),
      branch: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(100)), ""),
      wpassword: withdrawalSecret,
      totp: factorCode,
    }),
    data: v.object({ id: idText }),
  }),
  removeBank: endpoint({
    method: "POST",
    path: "/api/wallet/removeBank",
    access: "user",
    whileFrozen: true,
    refusals: [codes.bankDetailsMissing],
    summary: "Removes a saved card.",
    request: v.object({ id: idText }),
    data: done,
  }),
  defaultBank: endpoint({
    method: "POST",
    path: "/api/wallet/defaultBank",
    access: "user",
    refusals: [codes.bankDetailsMissing],
    summary: "Makes a saved card the one that is offered first.",
    request: v.object({ id: idText }),
    data: done,
  }),
};
