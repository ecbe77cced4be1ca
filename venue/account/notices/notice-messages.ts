import { accountStatus } from "#protocol/api/user.ts";

interface Words {
  title: string;
  content: string;
}

type Facts = Readonly<Record<string, string | number>>;

/** The English of a notice, for clients that have no sentence of their own for its kind. */
export function noticeWords(kind: string, facts: Facts): Words {
  switch (kind) {
    case "login":
      return {
        title: "New login",
        content: `Your account was signed in to${facts.ip === undefined ? "" : ` from ${facts.ip}`}. If this was not you, change your password.`,
      };
    case "password":
      return {
        title: "Password changed",
        content:
          "Your login password was changed. If this was not you, set a new one and contact support.",
      };
    case "withdrawal_password":
      return {
        title: "Withdrawal password changed",
        content:
          "Your withdrawal password was set or changed. If this was not you, contact support.",
      };
    case "withdrawal_locked":
      return {
        title: "Withdrawals on hold",
        content: `Withdrawals are held${typeof facts.until === "number" ? ` until ${utcMinute(facts.until)}` : " for a while"}, after too many wrong withdrawal passwords.`,
      };
    case "sessions_ended":
      return {
        title: "Sessions ended",
        content: `${facts.ended === 1 ? "One session" : `${textOf(facts.ended, "Some")} sessions`} of your account ended at your wish${facts.ip === undefined ? "" : `, from ${facts.ip}`}. If this was not you, change your password.`,
      };
    case "second_factor":
      return factorWords(facts);
    case "order":
      return orderWords(facts);
    case "position_closed":
      return closedWords(facts);
    case "liquidation_near":
      return nearWords(facts);
    case "liquidation":
      return liquidationWords(facts);
    case "standstill":
      return standstillWords(facts);
    case "settled":
      return withReason(settledWords(facts), facts);
    case "recharge":
      return withReason(
        requestWords(
          "Recharge",
          facts,
          `${amountOf(facts)} was credited to your account.`,
          `Your recharge of ${amountOf(facts)} was not accepted.`,
        ),
        facts,
      );
    case "withdrawal":
      return withReason(
        requestWords(
          "Withdrawal",
          facts,
          `Your withdrawal of ${amountOf(facts)} was paid out.`,
          `Your withdrawal of ${amountOf(facts)} was not accepted. The amount is available again.`,
        ),
        facts,
      );
    case "certification":
      return withReason(
        requestWords(
          "Certification",
          facts,
          "You are certified.",
          "Your certification was not accepted. Hand in what is asked for again.",
        ),
        facts,
      );
    case "bank_card":
      return withReason(
        requestWords(
          "Bank card",
          facts,
          `Your bank card ${textOf(facts.card, "")} can be used.`,
          `Your bank card ${textOf(facts.card, "")} was not accepted.`,
        ),
        facts,
      );
    case "seconds_result":
      return resultWords(facts);
    case "seconds_void":
      return voidWords(facts);
    case "account_status":
      return withReason(statusWords(facts), facts);
    case "paper_funds":
      return withReason(
        {
          title: "Paper funds added",
          content: `${amountOf(facts)} of paper funds were added to your account.`,
        },
        facts,
      );
    case "restored":
      return withReason(restoredWords(facts), facts);
    case "funding":
      return {
        title: `${textOf(facts.contract_code, "A contract")}: funding paid`,
        content: `Your ${facts.direction === "sell" ? "short" : "long"} position paid ${facts.amount} ${textOf(facts.quote, "")} of funding, more than you set.`,
      };
    case "price_alert":
      return alertWords(facts);
    default:
      return { title: textOf(facts.title, "Notice"), content: textOf(facts.content, "") };
  }
}

function restoredWords({ from, to }: Facts): Words {
  const span =
    typeof from === "number" && typeof to === "number"
      ? `What happened between ${utcMinute(from)} and ${utcMinute(to)} is lost.`
      : "What happened after that is lost.";
  return {
    title: "The venue was put back to an older state",
    content: `${span} Look at your balances and orders.`,
  };
}

function factorWords({ event, left, until, name }: Facts): Words {
  switch (event) {
    case "on":
      return {
        title: "Second factor on",
        content: "Logging in asks for a code of your authenticator from now on.",
      };
    case "recovery":
      return {
        title: "Recovery code used",
        content: `Somebody logged in with one of your recovery codes; ${textOf(left, "fewer")} are left. If this was not you, change your password.`,
      };
    case "passkey_added":
      return {
        title: "Passkey added",
        content: `“${textOf(name, "A passkey")}” opens your account from now on. If this was not you, remove it and change your password.`,
      };
    case "passkey_removed":
      return {
        title: "Passkey removed",
        content: `“${textOf(name, "A passkey")}” no longer opens your account.${typeof until === "number" ? ` Withdrawals are held until ${utcMinute(until)}.` : ""} If this was not you, contact support.`,
      };
    default:
      return {
        title: "Second factor off",
        content: `Logging in takes the password alone.${typeof until === "number" ? ` Withdrawals are held until ${utcMinute(until)}.` : ""} If this was not you, contact support.`,
      };
  }
}

function statusWords(facts: Facts): Words {
  if (facts.by === "owner" && facts.status === accountStatus.frozen)
    return {
      title: "You froze your account",
      content:
        "You can look, close positions and cancel orders, but do nothing else, until you open it again.",
    };
  if (facts.by === "owner")
    return {
      title: "You opened your account again",
      content: "Withdrawals are held for a while. If this was not you, contact support.",
    };
  if (facts.trade_status === 0)
    return {
      title: "Trading switched off",
      content: "You can close positions and cancel orders, but open no new ones.",
    };
  if (facts.trade_status === 1)
    return { title: "Trading switched on", content: "You can open orders again." };
  if (facts.wstatus === 0)
    return { title: "Withdrawals switched off", content: "You cannot withdraw at present." };
  if (facts.wstatus === 1)
    return { title: "Withdrawals switched on", content: "You can withdraw again." };
  switch (facts.status) {
    case accountStatus.normal:
      return { title: "Account open", content: "Your account has no restrictions." };
    case accountStatus.frozen:
      return {
        title: "Account frozen",
        content: "You can look, close positions and cancel orders, but do nothing else.",
      };
    case accountStatus.blocked:
      return {
        title: "Account blocked",
        content: "Your account cannot be used at present. Contact support.",
      };
    case accountStatus.prohibited:
      return {
        title: "Account closed to login",
        content: "Nobody can sign in to your account. Contact support.",
      };
    default:
      return { title: "Account changed", content: "What your account may do has changed." };
  }
}

const orderEnds: Record<string, string> = {
  triggered: "stop price reached",
  partly: "order partly filled",
  filled: "order filled",
  ended: "order ended",
};

function orderWords(facts: Facts): Words {
  const { event, contract_code, base, quote, side, offset, filled, amount, price } = facts;
  const market =
    contract_code === undefined
      ? `${textOf(base, "").toUpperCase()}/${textOf(quote, "").toUpperCase()}`
      : String(contract_code);
  const what =
    contract_code === undefined
      ? side === "sell"
        ? "sold"
        : "bought"
      : `${(side === "sell") === (offset === "open") ? "of the short position" : "of the long position"} ${offset === "open" ? "opened" : "closed"}`;
  const unit = contract_code === undefined ? textOf(base, "").toUpperCase() : "contracts";
  const of = amount === undefined || amount === filled ? "" : ` of ${amount}`;
  return {
    title: `${market}: ${orderEnds[String(event)] ?? "order changed"}`,
    content:
      event === "triggered"
        ? "Your order is in the market now."
        : `${textOf(filled, "0")}${of} ${unit} ${what}${price === undefined ? "" : `, at ${price} on average`}.`,
  };
}

function closedWords(facts: Facts): Words {
  const { close_kind, contract_code, direction, price, net, quote } = facts;
  return {
    title: `${textOf(contract_code, "A contract")}: ${close_kind === "tp" ? "take profit" : "stop loss"} reached`,
    content: `Your ${direction === "sell" ? "short" : "long"} position was closed${price === undefined ? "" : ` at ${price}`}. Result after fees: ${textOf(net, "0")} ${textOf(quote, "").toUpperCase()}.`,
  };
}

function nearWords(facts: Facts): Words {
  const { contract_code, direction, mark_price, liquidation_price, left_percent } = facts;
  return {
    title: `${textOf(contract_code, "A contract")}: close to liquidation`,
    content: `The mark price ${textOf(mark_price, "")} is near the liquidation price ${textOf(liquidation_price, "")} of your ${direction === "sell" ? "short" : "long"} position: ${textOf(left_percent, "little")} % of the way from your entry price or less is left. Add margin, or close some of it.`,
  };
}

function resultWords({ symbol, result, amount, payout, currency }: Facts): Words {
  const name =
    result === "win" ? "won" : result === "draw" ? "drawn, the stake is back" : "not won";
  return {
    title: `Seconds contract ${name}`,
    content: `${textOf(symbol, "").toUpperCase()}: staked ${textOf(amount, "0")}, paid out ${textOf(payout, "0")} ${textOf(currency, "")}.`,
  };
}

function liquidationWords({
  contract_code,
  direction,
  price,
  margin_lost,
  currency,
}: Facts): Words {
  const at = price === undefined ? "" : ` at ${price}`;
  const lost =
    margin_lost === undefined
      ? "Its margin is gone."
      : `Its margin of ${margin_lost} ${textOf(currency, "")} is gone, nothing beyond it.`;
  return {
    title: "Position liquidated",
    content: `Your ${direction === "sell" ? "short" : "long"} position in ${textOf(contract_code, "a contract")} was closed by the venue${at}, because its margin ratio reached 100 %. ${lost}`,
  };
}

function settledWords({ orders, positions, realised, seconds }: Facts): Words {
  return {
    title: "What was open is settled",
    content: `The operator ended what was open on the venue. Of yours: orders cancelled: ${textOf(orders, "0")}; positions closed at the last mark price without a fee: ${textOf(positions, "0")}, with ${textOf(realised, "0")} USDT of profit and loss; seconds contracts refunded: ${textOf(seconds, "0")}.`,
  };
}

function standstillWords(facts: Facts): Words {
  const { contract_code, direction, market, until } = facts;
  const what = textOf(contract_code ?? market, "the market");
  const away =
    typeof facts.from === "number" && typeof facts.to === "number"
      ? ` from ${utcMinute(facts.from)} to ${utcMinute(facts.to)}`
      : "";
  const minute = `What was open there waits ${typeof until === "number" ? `until ${utcSecond(until)}` : "for a minute"}: change, close or cancel it before then.`;
  const { moved, counted, entry_after } = facts;
  const counts =
    contract_code === undefined || moved === undefined
      ? ""
      : ` The mark price went from ${textOf(facts.mark_before, "")} to ${textOf(facts.mark_after, "")}. ${
          moved === counted
            ? `Your ${direction === "sell" ? "short" : "long"} position counts all of it.`
            : `Of ${moved} ${textOf(facts.currency, "")} your ${direction === "sell" ? "short" : "long"} position counts ${textOf(counted, "")}: no more than it was away from liquidation, in gain as in loss. Its entry price is now ${textOf(entry_after, "")}.`
        }`;
  return {
    title: `${what} is open again`,
    content: `Nobody could act in it${away}. ${minute}${counts}`,
  };
}

/** Of a request that was reviewed: `status` 1 approved, 2 rejected. */
function requestWords(name: string, { status }: Facts, approved: string, rejected: string): Words {
  return status === 1
    ? { title: `${name} approved`, content: approved }
    : { title: `${name} not accepted`, content: rejected };
}

function alertWords({
  contract_code,
  base,
  quote,
  kind,
  level,
  percent,
  window,
  price,
}: Facts): Words {
  const market = textOf(contract_code, `${base ?? ""}/${quote ?? ""}`.toUpperCase());
  const reached =
    kind === "rise" || kind === "fall"
      ? `${kind === "rise" ? "up" : "down"} ${percent} % in ${window} minutes`
      : `${kind === "cross" ? "crossed" : textOf(kind, "at")} ${level}`;
  return { title: `${market}: ${reached}`, content: `The price is ${price}.` };
}

function amountOf({ amount, flag }: Facts): string {
  return amount === undefined ? "the amount" : `${amount} ${textOf(flag, "")}`.trim();
}

function voidWords({ symbol, amount, currency, void_reason }: Facts): Words {
  const stake =
    amount === undefined ? "Its stake" : `Its stake of ${amount} ${textOf(currency, "")}`;
  return {
    title: "Seconds contract void",
    content: `There were too few prices to make the ${void_reason === "exit" ? "exit" : "entry"} price of your seconds contract${symbol === undefined ? "" : ` in ${symbol}`}. ${stake} is back in your balance.`,
  };
}

function withReason({ title, content }: Words, { reason }: Facts): Words {
  return {
    title,
    content: reason === undefined || reason === "" ? content : `${content} Reason: ${reason}`,
  };
}

function textOf(fact: string | number | undefined, otherwise: string): string {
  return fact === undefined || fact === "" ? otherwise : String(fact);
}

/** `20:15:07 UTC`. */
function utcSecond(ms: number): string {
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? "later" : `${at.toISOString().slice(11, 19)} UTC`;
}

/** `2026-11-21 20:15 UTC`. */
function utcMinute(ms: number): string {
  const at = new Date(ms);
  return Number.isNaN(at.getTime())
    ? "later"
    : `${at.toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
