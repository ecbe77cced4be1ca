/** Money going out, and the addresses it may go to. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { amountText, decimalText } from "../wire/amount.ts";
import { maskedCard, withdrawalSecret as secret } from "./bank-card.ts";
import {
  clientOrderId,
  endpoint,
  figure,
  idText,
  listOf,
  nameText,
  nothing,
  shownText,
  timeMs,
} from "./endpoint.ts";
import { factorCode } from "./session.ts";
import { addressText, flagText, moneyRequest, requestQuery } from "./recharge.ts";

const yesOrNo = v.optional(v.picklist([0, 1]), 0);
const memoText = v.optional(v.pipe(v.string(), v.maxLength(100)), "");

const withdrawalRecord = v.object({
  ...moneyRequest,
  kind: v.optional(v.picklist(["coin", "bank"]), "coin"),
  network: v.optional(nameText(24), ""),
  address: v.optional(nameText(200), ""),
  memo: v.optional(nameText(100), ""),
  bank: v.optional(v.nullable(maskedCard), null),
  fee: v.optional(decimalText, "0"),
  /** What arrives: the amount less the fee where the fee is inside it. Of a card in `fiat`. */
  arrival: v.optional(decimalText, "0"),
  /** Currency of the arrival; that of the withdrawal where it is empty. */
  fiat: v.optional(nameText(24), ""),
  review_due: v.optional(v.nullable(timeMs), null),
  /** 1 while its owner may still cancel it. */
  cancellable: yesOrNo,
});

export type WithdrawalRecord = v.InferOutput<typeof withdrawalRecord>;

/** What a withdrawal would be, by the venue's own reckoning, for as long as it holds. */
const withdrawalQuote = v.object({
  quote_id: nameText(64),
  /** 60 s after it was made, Unix ms. */
  expire_time: timeMs,
  kind: v.picklist(["coin", "bank"]),
  flag: nameText(24),
  network: nameText(24),
  /** As the venue will send it: compare it with what was meant. */
  address: nameText(200),
  memo: nameText(100),
  bank: v.nullable(maskedCard),
  amount: decimalText,
  fee: decimalText,
  arrival: decimalText,
  /** What leaves the balance: the amount, with the fee where that is paid on top. */
  total: decimalText,
  /** A fraction: 0.01 is one percent. */
  fee_rate: decimalText,
  fiat: v.optional(nameText(24), ""),
  rate: v.optional(decimalText, "1"),
  min: decimalText,
  max: v.nullable(decimalText),
  /** What may still leave today by this network; null where there is no limit. */
  day_left: v.nullable(decimalText),
  /** Withdrawals to this address that were approved; whether it stands in the address book. */
  used: figure,
  saved: yesOrNo,
  /** From when a new address may be used, Unix ms; 0 for at once. */
  usable_from: timeMs,
  /** A saved or used address that this one could be mistaken for: same ends, other middle. */
  look_alike: v.nullable(nameText(200)),
});
export type WithdrawalQuote = v.InferOutput<typeof withdrawalQuote>;

const savedAddress = v.object({
  id: idText,
  label: shownText(40),
  network: nameText(24),
  address: nameText(200),
  memo: v.optional(nameText(100), ""),
  used: figure,
  usable_from: timeMs,
  create_time: timeMs,
});
export type SavedAddress = v.InferOutput<typeof savedAddress>;

const addressBook = v.object({
  list: v.array(savedAddress),
  /** 1: only saved addresses may be paid. */
  whitelist: yesOrNo,
  /** From when it is off, where that was asked for (Unix ms); null else. */
  whitelist_off_from: v.nullable(timeMs),
  /** How long a new address waits, hours. */
  wait_hours: figure,
});
export type AddressBook = v.InferOutput<typeof addressBook>;

export const withdrawalEndpoints = {
  withdrawalOrder: endpoint({
    method: "GET",
    path: "/api/wallet/withdrawalOrder",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Withdrawal records of both kinds, newest first.",
    request: v.object({
      ...requestQuery,
      kind: v.optional(v.picklist(["coin", "bank"])),
      id: v.optional(idText),
      client_order_id: v.optional(clientOrderId),
    }),
    data: listOf(withdrawalRecord),
  }),
  withdrawalQuote: endpoint({
    method: "POST",
    path: "/api/wallet/withdrawalQuote",
    access: "user",
    refusals: [
      codes.invalidAddress,
      codes.badAddress,
      codes.belowMinWithdrawal,
      codes.insufficientBalance,
      codes.unknownCurrency,
      codes.certificationRequired,
      codes.bankDetailsMissing,
      codes.unsupportedCurrency,
    ],
    summary:
      "What a withdrawal would cost and bring, and what is known of its address; holds for 60 s.",
    request: v.object({
      flag: flagText,
      amount: amountText,
      /** To a chain. */
      network: v.optional(nameText(24)),
      address: v.optional(addressText),
      memo: memoText,
      /** To a card. */
      bank_id: v.optional(idText),
    }),
    data: withdrawalQuote,
  }),
  withdrawal: endpoint({
    method: "POST",
    path: "/api/wallet/withdrawal",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.tooManyAttempts,
      codes.invalidAddress,
      codes.badAddress,
      codes.belowMinWithdrawal,
      codes.reviewPending,
      codes.insufficientBalance,
      codes.unknownCurrency,
      codes.wrongCode,
      codes.wrongWithdrawalPassword,
      codes.certificationRequired,
      codes.unsupportedCurrency,
    ],
    summary: `Asks for a withdrawal in virtual currency; the amount is set aside until it is decided. ${codes.wrongWithdrawalPassword} also where no withdrawal password is set.`,
    request: v.object({
      flag: flagText,
      network: nameText(24),
      address: addressText,
      memo: memoText,
      amount: amountText,
      wpassword: secret,
      totp: factorCode,
      /**
       * The quote that was confirmed: invalidParameters `quote_id` where it is over or is of
       * something else.
       */
      quote_id: v.optional(nameText(64)),
      /** The look-alike address was compared and is meant. */
      compared: v.optional(v.boolean(), false),
      client_order_id: clientOrderId,
    }),
    data: withdrawalRecord,
  }),
  withdrawalWithBank: endpoint({
    method: "POST",
    path: "/api/wallet/withdrawalWithBank",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.tooManyAttempts,
      codes.belowMinWithdrawal,
      codes.reviewPending,
      codes.insufficientBalance,
      codes.wrongCode,
      codes.wrongWithdrawalPassword,
      codes.certificationRequired,
      codes.bankDetailsMissing,
      codes.unsupportedCurrency,
    ],
    summary: "Asks for a withdrawal to a bank card.",
    request: v.object({
      bank_id: idText,
      flag: flagText,
      amount: amountText,
      wpassword: secret,
      totp: factorCode,
      quote_id: v.optional(nameText(64)),
      client_order_id: clientOrderId,
    }),
    data: withdrawalRecord,
  }),
  cancelWithdrawal: endpoint({
    method: "POST",
    path: "/api/wallet/cancelWithdrawal",
    access: "user",
    whileFrozen: true,
    refusals: [codes.notPending],
    summary: "Takes a withdrawal back that is still under review.",
    request: v.object({ id: idText }),
    data: withdrawalRecord,
  }),
  addresses: endpoint({
    method: "GET",
    path: "/api/wallet/getAddresses",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "The saved withdrawal addresses.",
    request: nothing,
    data: addressBook,
  }),
  saveAddress: endpoint({
    method: "POST",
    path: "/api/wallet/saveAddress",
    access: "user",
    refusals: [
      codes.tooManyAttempts,
      codes.invalidAddress,
      codes.badAddress,
      codes.wrongCode,
      codes.wrongWithdrawalPassword,
    ],
    summary: "Saves a withdrawal address, or gives a saved one another label.",
    request: v.object({
      id: v.optional(idText),
      label: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
      network: nameText(24),
      address: addressText,
      memo: memoText,
      wpassword: secret,
      totp: factorCode,
    }),
    data: addressBook,
  }),
  removeAddress: endpoint({
    method: "POST",
    path: "/api/wallet/removeAddress",
    access: "user",
    whileFrozen: true,
    refusals: [],
    summary: "Removes a saved address, at once.",
    request: v.object({ id: idText }),
    data: addressBook,
  }),
  setWhitelist: endpoint({
    method: "POST",
    path: "/api/wallet/setWhitelist",
    access: "user",
    refusals: [codes.tooManyAttempts, codes.wrongCode, codes.wrongWithdrawalPassword],
    summary: "Pays saved addresses alone, at once; to pay any again takes 24 hours.",
    request: v.object({ on: v.boolean(), wpassword: secret, totp: factorCode }),
    data: addressBook,
  }),
};
