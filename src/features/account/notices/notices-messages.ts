import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import * as v from "valibot";
import type { Notice } from "#protocol/api/account.ts";
import { decimalText } from "#protocol/wire/amount.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { formatDateTime, formatMoney, HIDDEN_AMOUNT } from "../../../lib/format.ts";

export interface NoticeText {
  title: string;
  content: string;
}

/** Longest text of the venue that is shown. */
const longest = 600;

/**
 * A notice in the user's language, made from its kind and facts; for an unknown kind, the venue's own text.
 * @param hidden whether the user's amounts are masked
 */
export function noticeText(
  notice: Pick<Notice, "kind" | "title" | "content" | "facts">,
  i18n: I18n,
  hidden = false,
): NoticeText {
  const { facts } = notice;
  const amount = () => amountOf(facts, i18n.locale, hidden);
  const noticeOf = (title: MessageDescriptor, content: MessageDescriptor): NoticeText => ({
    title: i18n._(title),
    content: i18n._(content),
  });
  switch (notice.kind) {
    case "login": {
      const title = msg`New login`;
      const from = textOf(facts["ip"]);
      return from === ""
        ? noticeOf(
            title,
            msg`Somebody logged in to your account. If it was not you, change your password.`,
          )
        : noticeOf(
            title,
            msg`Somebody logged in to your account from ${from}. If it was not you, change your password.`,
          );
    }
    case "password":
      return noticeOf(
        msg`Login password changed`,
        msg`If it was not you, set a new one and ask customer service.`,
      );
    case "withdrawal_password":
      return noticeOf(
        msg`Withdrawal password set or changed`,
        msg`If it was not you, ask customer service.`,
      );
    case "withdrawal_locked": {
      const until = facts["until"];
      const time =
        typeof until === "number" && Number.isFinite(new Date(until).getTime())
          ? formatDateTime(until, i18n.locale)
          : "";
      return time === ""
        ? noticeOf(
            msg`Withdrawals on hold`,
            msg`Withdrawals are held for a while, to protect your account.`,
          )
        : noticeOf(
            msg`Withdrawals on hold`,
            msg`Withdrawals are held until ${time}, to protect your account.`,
          );
    }
    case "sessions_ended":
      return noticeOf(
        msg`Sessions signed out`,
        msg`Other sessions of your account were signed out at your wish. If it was not you, change your password.`,
      );
    case "second_factor":
      return noticeOf(...factorText(facts));
    case "liquidation":
      return noticeOf(...liquidationText(facts, hidden));
    case "standstill":
      return standstillText(facts, i18n, hidden);
    case "settled":
      return withReason(noticeOf(...settledText(facts, hidden)), facts, i18n);
    case "recharge":
    case "withdrawal":
    case "certification":
    case "bank_card":
      return withReason(noticeOf(...decisionText(notice.kind, facts, amount())), facts, i18n);
    case "seconds_void":
      return noticeOf(...voidText(facts, amount()));
    case "account_status":
      return withReason(noticeOf(...statusText(facts)), facts, i18n);
    default:
      return {
        title: notice.title.slice(0, longest) || i18n._(msg`Notice`),
        content: notice.content.slice(0, longest),
      };
  }
}

function liquidationText(
  facts: Notice["facts"],
  hidden: boolean,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const [contract, price, margin] = [
    textOf(facts["contract_code"]),
    textOf(facts["price"]),
    hidden ? HIDDEN_AMOUNT : textOf(facts["margin_lost"]),
  ];
  const currency = textOf(facts["currency"]);
  if (facts["direction"] === "sell")
    return [
      msg`${contract} short liquidated`,
      msg`It was closed at ${price}, because its margin ratio reached 100 %. Its margin of ${margin} ${currency} is gone, nothing beyond it.`,
    ];
  return [
    msg`${contract} long liquidated`,
    msg`It was closed at ${price}, because its margin ratio reached 100 %. Its margin of ${margin} ${currency} is gone, nothing beyond it.`,
  ];
}

function settledText(
  facts: Notice["facts"],
  hidden: boolean,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const [orders, positions, contracts] = [
    textOf(facts["orders"]),
    textOf(facts["positions"]),
    textOf(facts["seconds"]),
  ];
  const profit = hidden ? HIDDEN_AMOUNT : textOf(facts["realised"]);
  return [
    msg`What was open is settled`,
    msg`The operator ended what was open on the venue. Of yours, orders cancelled: ${orders}; positions closed at the last mark price without a fee: ${positions}, with ${profit} USDT of profit and loss; seconds contracts refunded: ${contracts}.`,
  ];
}

/** After a time in which the venue was not there. */
function standstillText(facts: Notice["facts"], i18n: I18n, hidden: boolean): NoticeText {
  const contract = textOf(facts["contract_code"]);
  const market = contract === "" ? textOf(facts["market"]) : contract;
  const time = (name: string) => timeOf(facts[name], i18n.locale);
  const [from, to, until] = [time("from"), time("to"), time("until")] as const;
  const title = i18n._(msg`${market} is open again`);
  const minute = i18n._(
    msg`Nobody could act in this market from ${from} to ${to}. What was open there waits until ${until}: change, close or cancel it before then.`,
  );
  if (contract === "") return { title, content: minute };
  const price = (name: string) => textOf(facts[name]);
  const [before, after] = [price("mark_before"), price("mark_after")] as const;
  const entry = price("entry_after");
  const money = (name: string) => (hidden ? HIDDEN_AMOUNT : textOf(facts[name]));
  const [moved, counted] = [money("moved"), money("counted")] as const;
  const currency = textOf(facts["currency"]);
  const counts =
    facts["moved"] === facts["counted"]
      ? msg`The mark price went from ${before} to ${after}; your position counts all of it.`
      : msg`The mark price went from ${before} to ${after}. Of ${moved} ${currency} your position counts ${counted}: no more than it was away from liquidation, in gain as in loss. Its entry price is now ${entry}.`;
  return { title, content: `${minute} ${i18n._(counts)}` };
}

/** With seconds, since a minute is at stake; nothing where the fact is no time. */
function timeOf(fact: string | number | undefined, locale: string): string {
  return typeof fact === "number" && Number.isFinite(new Date(fact).getTime())
    ? formatDateTime(fact, locale)
    : "";
}

function factorText({
  event,
  left,
}: Notice["facts"]): [title: MessageDescriptor, content: MessageDescriptor] {
  if (event === "on")
    return [
      msg`Second factor turned on`,
      msg`Logging in asks for a code of your authenticator from now on.`,
    ];
  const codes = textOf(left);
  if (event === "recovery")
    return [
      msg`Recovery code used`,
      msg`Somebody logged in with one of your recovery codes. Left: ${codes}. If it was not you, change your password.`,
    ];
  return [
    msg`Second factor turned off`,
    msg`Your password alone logs in now, and withdrawals are held for a while. If it was not you, ask customer service.`,
  ];
}

function statusText(
  facts: Notice["facts"],
): [title: MessageDescriptor, content: MessageDescriptor] {
  if (facts["by"] === "owner" && facts["status"] === accountStatus.frozen)
    return [
      msg`You froze your account`,
      msg`You can look, close positions and cancel orders, but do nothing else, until you open it again.`,
    ];
  if (facts["by"] === "owner")
    return [
      msg`You opened your account again`,
      msg`Withdrawals are held for a while. If it was not you, ask customer service.`,
    ];
  if (facts["trade_status"] === 0)
    return [
      msg`Trading switched off`,
      msg`You can close positions and cancel orders, but open no new ones.`,
    ];
  if (facts["trade_status"] === 1)
    return [msg`Trading switched on`, msg`You can place orders again.`];
  if (facts["wstatus"] === 0)
    return [msg`Withdrawals switched off`, msg`You cannot withdraw at present.`];
  if (facts["wstatus"] === 1) return [msg`Withdrawals switched on`, msg`You can withdraw again.`];
  switch (facts["status"]) {
    case accountStatus.normal:
      return [msg`Account open`, msg`Your account has no restrictions.`];
    case accountStatus.frozen:
      return [
        msg`Account frozen`,
        msg`You can look, close positions and cancel orders, but do nothing else.`,
      ];
    case accountStatus.blocked:
      return [
        msg`Account blocked`,
        msg`Your account cannot be used at present. Ask customer service.`,
      ];
    case accountStatus.prohibited:
      return [msg`Account barred from logging in`, msg`Ask customer service why.`];
    default:
      return [msg`Account changed`, msg`What your account may do has changed.`];
  }
}

function withReason(
  { title, content }: NoticeText,
  facts: Notice["facts"],
  i18n: I18n,
): NoticeText {
  const reason = textOf(facts["reason"]);
  return {
    title,
    content: reason === "" ? content : `${content} ${i18n._(msg`Reason: ${reason}`)}`,
  };
}

/** The amount in the facts: a request has its currency in `flag`, a stake in `currency`. */
function amountOf(
  { amount, flag, currency }: Notice["facts"],
  locale: string,
  hidden: boolean,
): string {
  const code = textOf(flag ?? currency).slice(0, 24);
  return typeof amount === "string" && v.is(decimalText, amount)
    ? formatMoney(amount, code, locale, { hidden })
    : code;
}

function textOf(fact: string | number | undefined): string {
  return fact === undefined ? "" : String(fact).slice(0, longest);
}

/** Title and content of a notice about a request that was reviewed. `amount` is in the user's number format. */
function decisionText(
  kind: "recharge" | "withdrawal" | "certification" | "bank_card",
  { status, card }: Notice["facts"],
  amount: string,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const isApproved = status === 1;
  const ending = card === undefined ? "" : String(card).slice(0, 40);
  switch (kind) {
    case "recharge":
      return isApproved
        ? [msg`Recharge approved`, msg`${amount} was credited to your account.`]
        : [msg`Recharge not accepted`, msg`Your recharge of ${amount} was not accepted.`];
    case "withdrawal":
      return isApproved
        ? [msg`Withdrawal approved`, msg`Your withdrawal of ${amount} was paid out.`]
        : [
            msg`Withdrawal not accepted`,
            msg`Your withdrawal of ${amount} was not accepted. The amount is available again.`,
          ];
    case "certification":
      return isApproved
        ? [msg`You are certified`, msg`What needs a certified identity is open to you.`]
        : [
            msg`Certification not accepted`,
            msg`Open the certification to see what is asked for again.`,
          ];
    case "bank_card":
      return isApproved
        ? [msg`Bank card accepted`, msg`Your bank card ${ending} can be used.`]
        : [msg`Bank card not accepted`, msg`Your bank card ${ending} was not accepted.`];
  }
}

/** Title and content for a seconds contract that was void because there were too few prices. */
function voidText(
  { void_reason: reason }: Notice["facts"],
  amount: string,
): [title: MessageDescriptor, content: MessageDescriptor] {
  return [
    msg`Seconds contract refunded`,
    reason === "exit"
      ? msg`There were too few prices to make its exit price. Its stake of ${amount} is back in your balance.`
      : msg`There were too few prices to make its entry price. Its stake of ${amount} is back in your balance.`,
  ];
}
