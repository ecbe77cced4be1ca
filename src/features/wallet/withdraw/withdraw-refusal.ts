import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import { decimalText } from "#protocol/wire/amount.ts";
import { nameText, shownText } from "#protocol/api/endpoint.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { formatAmount, formatDateTime } from "../../../lib/format.ts";

const decimal = v.fallback(v.optional(decimalText), undefined);
const whole = v.fallback(v.optional(v.pipe(v.number(), v.safeInteger())), undefined);
const schema = v.object({
  min: decimal,
  max: v.fallback(v.optional(v.union([decimalText, v.number()])), undefined),
  day_left: decimal,
  until: whole,
  most: whole,
  own: whole,
  paused: whole,
  unset: whole,
  precision: whole,
  saved: whole,
  field: v.fallback(v.optional(nameText(32)), undefined),
  problem: v.fallback(v.optional(nameText(32)), undefined),
  reason: v.fallback(v.optional(shownText(500)), undefined),
  look_alike: v.fallback(v.optional(nameText(200)), undefined),
  state: v.fallback(v.optional(nameText(24)), undefined),
});

/** Where a refusal is shown. `quote`: the figures expired; `gate`: a step is missing before withdrawals. */
export type RefusalPlace =
  | "address"
  | "memo"
  | "network"
  | "amount"
  | "password"
  | "quote"
  | "card"
  | "label"
  | "holder"
  | "gate"
  | "form";

export interface WithdrawRefusal {
  place: RefusalPlace;
  text: MessageDescriptor;
  /** The known address that the new one resembles. */
  lookAlike?: string | undefined;
}

/** The message of a refused withdrawal, quote, address or card, and the part of the form it is about. */
export function withdrawRefusal(status: number, data: unknown, locale: string): WithdrawRefusal {
  const parsed = v.safeParse(schema, data ?? {});
  return (
    (parsed.success ? specificRefusal(status, parsed.output, locale) : undefined) ?? {
      place: places[status] ?? "form",
      text: errorText(status, data),
    }
  );
}

const places: Readonly<Partial<Record<number, RefusalPlace>>> = {
  [codes.tooManyAttempts]: "password",
  [codes.wrongWithdrawalPassword]: "password",
  [codes.invalidAddress]: "address",
  [codes.badAddress]: "address",
  [codes.belowMinWithdrawal]: "amount",
  [codes.insufficientBalance]: "amount",
  [codes.certificationRequired]: "gate",
  [codes.cardAlreadyBound]: "card",
  [codes.bankDetailsMissing]: "card",
  [codes.unsupportedCurrency]: "network",
};

function specificRefusal(
  status: number,
  facts: v.InferOutput<typeof schema>,
  locale: string,
): WithdrawRefusal | undefined {
  const figure = (text: string | number | undefined) => formatAmount(text ?? "0", locale);
  const when = facts.until === undefined ? "" : formatDateTime(facts.until, locale);
  switch (status) {
    case codes.notPermitted:
      switch (facts.reason) {
        case "held":
          return {
            place: "form",
            text: msg`Withdrawals of this account are held until ${when}, after a password or a second factor was changed, or too many wrong passwords.`,
          };
        case "whitelist":
          return {
            place: "address",
            text: msg`Only saved addresses may be paid, and this is none. Save it first, or choose one from the address book.`,
          };
        case "address_wait":
          return facts.saved === 0
            ? {
                place: "address",
                text: msg`A new address has to be saved in the address book first, and to wait. Nothing was sent.`,
              }
            : { place: "address", text: msg`This address is new and may be paid from ${when}.` };
        case "look_alike":
          return {
            place: "address",
            lookAlike: facts.look_alike,
            text: msg`This address looks like one you know and is another. Compare them first.`,
          };
        case undefined:
        case "":
          return {
            place: "form",
            text: msg`Withdrawals are switched off for this account. Customer service can say why.`,
          };
        default:
          return { place: "form", text: msg`You cannot withdraw at present: ${facts.reason}` };
      }
    case codes.badAddress:
      return facts.own === 1
        ? {
            place: "address",
            text: msg`This is where recharges are sent to, not where money goes out. Enter an address of your own elsewhere.`,
          }
        : undefined;
    case codes.belowMinWithdrawal:
      return facts.min === undefined
        ? undefined
        : { place: "amount", text: msg`At least ${figure(facts.min)}.` };
    case codes.invalidParameters:
      return parameterRefusal(facts, figure);
    case codes.reviewPending:
      return facts.most === undefined
        ? undefined
        : {
            place: "form",
            text: msg`${facts.most} withdrawals are under review, and no more can be at once. Wait for one to be decided, or take one back.`,
          };
    case codes.wrongWithdrawalPassword:
      return facts.unset === 1
        ? { place: "gate", text: msg`No withdrawal password is set yet. Set one first.` }
        : undefined;
    case codes.bankDetailsMissing:
      return facts.field === "card_no"
        ? { place: "card", text: msg`This is no card number. Check its digits.` }
        : facts.state === "pending"
          ? {
              place: "card",
              text: msg`This card is still under review. It can be used once it is approved.`,
            }
          : facts.state === "rejected"
            ? { place: "card", text: msg`This card was refused. Choose another one.` }
            : undefined;
    case codes.unsupportedCurrency:
      return facts.paused === 1
        ? {
            place: "network",
            text: msg`Withdrawals by this network are paused. Choose another one, or try later.`,
          }
        : undefined;
    default:
      return undefined;
  }
}

function parameterRefusal(
  { field, problem, precision, max, day_left: left, most }: v.InferOutput<typeof schema>,
  figure: (text: string | number | undefined) => string,
): WithdrawRefusal | undefined {
  switch (field) {
    case "quote_id":
      return {
        place: "quote",
        text:
          problem === "over"
            ? msg`These figures were over before you confirmed. Look at the new ones.`
            : msg`These figures are of another withdrawal. Look at the new ones.`,
      };
    case "memo":
      return {
        place: "memo",
        text:
          problem === "missing"
            ? msg`This network needs a memo or tag. Without it the money may not find its owner.`
            : problem === "unwanted"
              ? msg`This network takes no memo. Leave it out.`
              : msg`This memo has another form than the network's.`,
      };
    case "amount":
      return {
        place: "amount",
        text:
          left !== undefined
            ? msg`${figure(left)} may still leave today by this network.`
            : max !== undefined
              ? msg`At most ${figure(max)} at once.`
              : msg`At most ${precision ?? 0} decimals here.`,
      };
    case "network":
      return { place: "network", text: msg`Nothing goes out by this network. Choose another one.` };
    case "address":
      return {
        place: "address",
        text:
          problem === "saved"
            ? msg`This address is saved already.`
            : msg`The address book is full (${most ?? 0}). Remove one first.`,
      };
    case "account_name":
      return {
        place: "holder",
        text: msg`The holder must be who is certified here, as the name was written there.`,
      };
    case "card_no":
      return {
        place: "card",
        text: msg`As many cards are saved as may be (${most ?? 0}). Remove one first.`,
      };
    default:
      return undefined;
  }
}
