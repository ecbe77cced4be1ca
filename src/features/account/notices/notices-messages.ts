import type { I18n, MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { Notice } from "#protocol/api/account.ts";
import { formatDateTime, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { factorText, statusText } from "./guard-messages.ts";
import { amountOf, figureOf, longestText, moneyOf, textOf, timeOf } from "./notice-facts.ts";

export interface NoticeText {
  title: string;
  content: string;
}

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
        msg`Other sessions of your account were signed out at your request. If it was not you, change your password.`,
      );
    case "second_factor":
      return noticeOf(...factorText(facts));
    case "order":
      return noticeOf(...orderText(facts, i18n.locale, hidden));
    case "position_closed":
      return noticeOf(...closedText(facts, i18n.locale, hidden));
    case "liquidation_near":
      return noticeOf(...nearText(facts, i18n.locale));
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
    case "seconds_result":
      return noticeOf(...resultText(facts, i18n.locale, hidden));
    case "seconds_void":
      return noticeOf(...voidText(facts, amount()));
    case "account_status":
      return withReason(noticeOf(...statusText(facts)), facts, i18n);
    case "paper_funds": {
      const funds = amount();
      return withReason(
        noticeOf(msg`Paper funds added`, msg`${funds} of paper funds were added to your account.`),
        facts,
        i18n,
      );
    }
    case "funding":
      return noticeOf(...fundingText(facts, i18n.locale, hidden));
    case "price_alert":
      return noticeOf(...alertText(facts, i18n.locale));
    case "restored":
      return withReason(noticeOf(...restoredText(facts, i18n.locale)), facts, i18n);
    default:
      return {
        title: notice.title.slice(0, longestText) || i18n._(msg`Notice`),
        content: notice.content.slice(0, longestText),
      };
  }
}

/** The exchange went on from an older state of its database. */
function restoredText(
  facts: Notice["facts"],
  locale: string,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const title = msg`The venue was put back to an older state`;
  const [from, to] = [facts["from"], facts["to"]].map((time) =>
    typeof time === "number" && Number.isFinite(new Date(time).getTime())
      ? formatDateTime(time, locale)
      : undefined,
  );
  return [
    title,
    from === undefined || to === undefined
      ? msg`What happened after that is lost. Look at your balances and orders.`
      : msg`What happened between ${from} and ${to} is lost. Look at your balances and orders.`,
  ];
}

/** What became of a coin or contract order that waited. */
function orderText(
  facts: Notice["facts"],
  locale: string,
  hidden: boolean,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const code = textOf(facts["contract_code"]);
  const base = textOf(facts["base"]).slice(0, 24);
  const market = code === "" ? `${base}/${textOf(facts["quote"]).slice(0, 24)}` : code.slice(0, 50);
  const amountText = (fact: string | number | undefined) =>
    hidden ? HIDDEN_AMOUNT : figureOf(fact, locale);
  const [filled, whole] = [amountText(facts["filled"]), amountText(facts["amount"])];
  const price = figureOf(facts["price"], locale);
  switch (facts["event"]) {
    case "triggered":
      return [msg`${market}: stop price reached`, msg`Your order is in the market now.`];
    case "partly":
      return [
        msg`${market}: order partly filled`,
        msg`Filled so far: ${filled} of ${whole}, at ${price} on average.`,
      ];
    case "ended":
      return price === ""
        ? [msg`${market}: order ended`, msg`It was ended unfilled. See the order for the reason.`]
        : [
            msg`${market}: order ended`,
            msg`${filled} of ${whole} were filled, at ${price} on average. See the order for the reason.`,
          ];
    default:
      break;
  }
  const isSale = facts["side"] === "sell";
  if (code === "") {
    const amount = `${filled} ${base}`;
    return isSale
      ? [msg`${market}: sell order filled`, msg`Sold: ${amount}, at ${price} on average.`]
      : [msg`${market}: buy order filled`, msg`Bought: ${amount}, at ${price} on average.`];
  }
  const title = msg`${market}: order filled`;
  if (facts["offset"] === "open")
    return [
      title,
      isSale
        ? msg`Contracts opened short: ${filled}, at ${price} on average.`
        : msg`Contracts opened long: ${filled}, at ${price} on average.`,
    ];
  return [
    title,
    isSale
      ? msg`Contracts of the long position closed: ${filled}, at ${price} on average.`
      : msg`Contracts of the short position closed: ${filled}, at ${price} on average.`,
  ];
}

/** One funding of a position cost more than its owner set. */
function fundingText(
  facts: Notice["facts"],
  locale: string,
  hidden: boolean,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const contract = textOf(facts["contract_code"]);
  const sum = moneyOf(facts["amount"], facts["quote"], locale, { hidden });
  return [
    msg`${contract}: funding paid`,
    facts["direction"] === "sell"
      ? msg`Your short position paid ${sum} of funding, more than you set.`
      : msg`Your long position paid ${sum} of funding, more than you set.`,
  ];
}

/** A price that somebody waited for. */
function alertText(
  facts: Notice["facts"],
  locale: string,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const code = textOf(facts["contract_code"]).slice(0, 50);
  const market =
    code === ""
      ? `${textOf(facts["base"]).slice(0, 24)}/${textOf(facts["quote"]).slice(0, 24)}`.toUpperCase()
      : code;
  const level = figureOf(facts["level"], locale);
  const percent = figureOf(facts["percent"], locale);
  const price = figureOf(facts["price"], locale);
  const minutes = Number(facts["window"]);
  const hours = minutes / 60;
  const now = msg`The price is ${price}.`;
  const isRise = facts["kind"] === "rise";
  switch (facts["kind"]) {
    case "above":
      return [msg`${market}: above ${level}`, now];
    case "below":
      return [msg`${market}: below ${level}`, now];
    case "rise":
    case "fall":
      if (minutes < 60)
        return [
          isRise
            ? msg`${market}: up ${percent}% in ${minutes} minutes`
            : msg`${market}: down ${percent}% in ${minutes} minutes`,
          now,
        ];
      return [
        isRise
          ? msg`${market}: up ${percent}% in ${hours} h`
          : msg`${market}: down ${percent}% in ${hours} h`,
        now,
      ];
    default:
      return [msg`${market}: crossed ${level}`, now];
  }
}

/** What a take profit or stop loss closed, and its result. */
function closedText(
  facts: Notice["facts"],
  locale: string,
  hidden: boolean,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const contract = textOf(facts["contract_code"]);
  const price = figureOf(facts["price"], locale);
  const net = moneyOf(facts["net"], facts["quote"], locale, { hidden, signed: true });
  return [
    facts["close_kind"] === "tp"
      ? msg`${contract}: take profit reached`
      : msg`${contract}: stop loss reached`,
    facts["direction"] === "sell"
      ? msg`Your short position was closed at ${price}. Result after fees: ${net}.`
      : msg`Your long position was closed at ${price}. Result after fees: ${net}.`,
  ];
}

function nearText(
  facts: Notice["facts"],
  locale: string,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const contract = textOf(facts["contract_code"]);
  const mark = figureOf(facts["mark_price"], locale);
  const liquidation = figureOf(facts["liquidation_price"], locale);
  return [
    facts["direction"] === "sell"
      ? msg`${contract} short: close to liquidation`
      : msg`${contract} long: close to liquidation`,
    msg`The mark price is ${mark}, the liquidation price ${liquidation}. Add margin, or close some of the position.`,
  ];
}

/** How a seconds contract ended. */
function resultText(
  facts: Notice["facts"],
  locale: string,
  hidden: boolean,
): [title: MessageDescriptor, content: MessageDescriptor] {
  const symbol = textOf(facts["symbol"]).toUpperCase();
  const sumOf = (fact: string | number | undefined) =>
    moneyOf(fact, facts["currency"], locale, { hidden });
  const [stake, payout] = [sumOf(facts["amount"]), sumOf(facts["payout"])];
  switch (facts["result"]) {
    case "win":
      return [msg`Seconds contract won`, msg`${symbol}: a stake of ${stake} paid out ${payout}.`];
    case "draw":
      return [
        msg`Seconds contract drawn`,
        msg`${symbol}: the stake of ${stake} is back in your balance.`,
      ];
    default:
      return [msg`Seconds contract lost`, msg`${symbol}: the stake of ${stake} is lost.`];
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
