import { useLingui } from "@lingui/react/macro";
import type { CheckState, CheckStep } from "#protocol/proof/receipt-check.ts";
import type { Receipt } from "#protocol/api/receipt.ts";
import type { TickFacts } from "#protocol/proof/tick-check.ts";
import { formatAmount, formatDateTime, formatTime } from "../../../lib/format.ts";
import { dayEnd } from "./receipt-file.ts";
import { useSecondsOrderMessages } from "../figures/use-seconds-messages.ts";

const logDelayMs = 60_000;

/** Messages for the steps of a check: the question, and the finding with its figures. */
export function useVerifyWords(receipt: Receipt) {
  const { t, i18n } = useLingui();
  const messages = useSecondsOrderMessages();
  const { price_precision: precision, currency } = receipt;
  const price = (text: string | null) => messages.price(text, precision);
  const minuteText = (minute: number) => formatTime(minute * 1000, i18n.locale);

  function ticks(state: CheckState, { minutes, samples }: TickFacts): string {
    const wrong = minutes.find((one) => one.fault !== null);
    switch (wrong?.fault) {
      case "samples": {
        const differing = samples.find(({ receipt: own, log }) => log !== undefined && own !== log);
        const [at, own, log] = differing
          ? [
              messages.moment(differing.second * 1000),
              messages.sample(differing.receipt, precision),
              messages.sample(differing.log ?? null, precision),
            ]
          : ["", "", ""];
        return t`At ${at} the receipt says ${own} and the published log ${log}.`;
      }
      case "source":
        return t`The published log is of another source of prices than the receipt.`;
      case "withheld": {
        const [minute] = minutes.filter((one) => one.fault === "withheld");
        const time = minute ? minuteText(minute.minute) : "";
        return t`The venue had to publish the minute ${time} and refused it when this device asked. Save the file.`;
      }
      case "path":
        return t`The line of prices does not lie under the published root of its minute.`;
      case "hash":
        return t`The published minute’s hash does not fit its fields.`;
      case "signature":
        return t`The published minute is not signed by the venue’s key.`;
      case null:
      case undefined:
        break;
    }
    const waiting = minutes.find((one) => one.state === "later");
    if (waiting) {
      const time = formatTime(waiting.minute * 1000 + logDelayMs, i18n.locale);
      return t`Each minute of prices is published shortly after its end. This one can be checked after ${time}, with a connection.`;
    }
    if (state === "none") return t`Without an entry there was no exit.`;
    const names = minutes.map(({ minute }) => minuteText(minute)).join(", ");
    return t`All five samples stand in the published log (minute ${names}), which the venue has signed.`;
  }

  function chain({
    before,
    after,
    fault,
    seq,
    lost,
  }: Extract<CheckStep, { name: "chain" }>["facts"]): string {
    if (fault === "order")
      return t`A receipt beside it does not follow on it: the chain has been changed.`;
    if (fault === "signature") return t`A receipt beside it is not signed by the venue’s key.`;
    if (fault === "withheld")
      return t`The venue did not show this receipt in its chain when this device asked. Save the file.`;
    if (fault === "epoch")
      return t`The file says that the venue was put back to an older state, and its key has not signed that.`;
    if (lost) {
      const [time, { reason }] = [formatDateTime(lost.opened_time, i18n.locale), lost];
      return t`The venue signed it. It was lost when the venue was put back to an older state, as it declared on ${time}: ${reason}`;
    }
    if (seq === 1) return t`It is the first receipt of this venue.`;
    if (before && after)
      return t`It carries the hash of the receipt before it, and the one after it carries its own.`;
    if (before)
      return t`It carries the hash of the receipt before it. None has come after it when this was read.`;
    return after
      ? t`The receipt after it carries its hash.`
      : t`The receipts beside it are not on this device yet.`;
  }

  const fields: Readonly<Record<string, string>> = {
    symbol: t`Market`,
    direction: t`Call`,
    stake: t`Stake`,
    odds: t`Odds`,
    accept_time: t`Accepted`,
    t0: t`Price lock`,
    t1: t`Delivery`,
    source: t`Prices from`,
  };

  function valueOf(field: string, text: string): string {
    if (text === "up" || text === "down") return messages.side(text);
    if (field === "accept_time" || field === "t0" || field === "t1")
      return messages.moment(Number(text));
    return field === "stake" ? messages.exact(text, currency) : text;
  }

  function slip({ state, facts }: Extract<CheckStep, { name: "slip" }>): string {
    const { fault, differing } = facts;
    if (state === "none")
      return t`This device has no slip of it: it was placed on another device, or before there were slips.`;
    switch (fault) {
      case "terms": {
        const { name = "", slip: agreed = "", receipt: said = "" } = differing ?? {};
        const field = fields[name] ?? name;
        const [wanted, stated] = [valueOf(name, agreed), valueOf(name, said)];
        return t`${field}: when it took the contract in, the venue signed ${wanted}. The receipt says ${stated}. Save the file: it proves both.`;
      }
      case "order":
        return t`The receipt does not come after the receipts that the venue had when it took the contract in.`;
      case "hash":
      case "signature":
      case "key":
        return t`The slip on this device is not one that this venue has signed.`;
      case null:
        return t`The receipt is what the venue signed when it took the contract in: side, stake, odds and moments.`;
    }
  }

  function quotes({ state, facts }: Extract<CheckStep, { name: "quotes" }>): string {
    const { fault, count, samples } = facts;
    if (samples.length === 0) return t`The market is simulated. Nothing was received.`;
    if (fault === "line") return t`The quotes in the file are not those that the venue published.`;
    const wrong = samples.find(
      ({ receipt: own, computed }) => computed !== undefined && own !== computed,
    );
    if (wrong) {
      const [at, own, made] = [
        messages.moment(wrong.second * 1000),
        messages.sample(wrong.receipt, precision),
        messages.sample(wrong.computed ?? null, precision),
      ];
      return t`At ${at} the receipt says ${own}, and the quotes that the venue logged make ${made}.`;
    }
    if (state !== "ok")
      return t`The venue has not given all that it received in these seconds. Whether the prices follow from it cannot be judged.`;
    const received = formatAmount(count, i18n.locale);
    return t`Quotes that the venue logged as received: ${received}. All samples follow from them. Whether the market sent others, only its own records can say.`;
  }

  function found(step: CheckStep): string {
    const isWrong = step.state === "failed";
    switch (step.name) {
      case "form": {
        const where = "where" in step.facts ? step.facts.where : "";
        return isWrong
          ? t`A field is missing or cannot be: ${where}.`
          : t`Every field is there and can be.`;
      }
      case "moments": {
        const { accepted, t0, t1, wanted } = step.facts;
        const [from, lock, end] = [
          messages.moment(accepted),
          messages.moment(t0),
          messages.moment(t1),
        ];
        const [rightLock, rightEnd] = [messages.moment(wanted.t0), messages.moment(wanted.t1)];
        return isWrong
          ? t`Accepted at ${from}, it had to lock at ${rightLock} and deliver at ${rightEnd}. The receipt says ${lock} and ${end}.`
          : t`Accepted at ${from}, locked at ${lock}, delivered at ${end}: as the rule sets it.`;
      }
      case "hash":
        return isWrong
          ? t`The fields make another hash than the one in the receipt: something was changed.`
          : t`The fields make the very hash that stands in the receipt.`;
      case "signature":
        return isWrong
          ? t`The signature is not one of the venue’s key.`
          : t`The hash is signed by the venue’s key.`;
      case "slip":
        return slip(step);
      case "chain":
        return chain(step.facts);
      case "entry_ticks":
      case "exit_ticks":
        return ticks(step.state, step.facts);
      case "quotes":
        return quotes(step);
      case "entry_price":
      case "exit_price": {
        const [made, said] = [price(step.facts.computed), price(step.facts.stated)];
        if (step.state === "none") return t`There are no samples, and so no price.`;
        if (isWrong) return t`The samples make ${made}. The receipt says ${said}.`;
        return step.facts.computed === null
          ? t`Fewer than four samples make no price, as the receipt says.`
          : t`The samples make ${made}, as the receipt says.`;
      }
      case "result": {
        const [entry, exit, outcome, said, call] = [
          price(step.facts.entry),
          price(step.facts.exit),
          messages.outcome(step.facts.computed),
          messages.outcome(step.facts.stated),
          messages.side(step.facts.direction),
        ];
        if (step.facts.computed === "void")
          return isWrong
            ? t`A price is missing, so the stake had to come back. The receipt says: ${said}.`
            : t`A price is missing, so the stake comes back.`;
        return isWrong
          ? t`Entry ${entry}, exit ${exit}, called ${call}: that is “${outcome}”. The receipt says “${said}”.`
          : t`Entry ${entry}, exit ${exit}, called ${call}: ${outcome}.`;
      }
      case "payout": {
        const [made, said, stake, odds] = [
          messages.exact(step.facts.computed, currency),
          messages.exact(step.facts.stated, currency),
          messages.exact(step.facts.stake, currency),
          messages.odds(step.facts.odds),
        ];
        return isWrong
          ? t`Stake ${stake} at odds ${odds} makes ${made}. The receipt says ${said}.`
          : t`Stake ${stake} at odds ${odds}: ${made} came back.`;
      }
      case "day_commit": {
        if (step.state === "none")
          return t`The prices are of a real market. There is no simulated day to seal.`;
        if (step.facts.days.some(({ isWithheld }) => isWithheld))
          return t`The day is over and the venue refused to reveal it when this device asked. Save the file.`;
        if (isWrong) return t`What was revealed of the day is not what the receipt sealed.`;
        return step.state === "later"
          ? later(step.facts.days)
          : t`What was revealed of the day has the very fingerprint that stands in the receipt.`;
      }
      case "recomputed": {
        if (step.state === "none")
          return t`The prices are of a real market. They cannot be computed again.`;
        const differing = step.facts.samples.find(
          ({ receipt: own, computed }) => computed !== undefined && own !== computed,
        );
        if (isWrong) {
          const at = differing ? messages.moment(differing.second * 1000) : "";
          return t`The revealed day gives another price at ${at} than the receipt.`;
        }
        return step.state === "later"
          ? later(null)
          : t`All samples come out of the revealed day again, to the last digit.`;
      }
    }
  }

  function later(days: readonly { date: string; state: CheckState }[] | null): string {
    const dates =
      days?.filter(({ state }) => state === "later").map(({ date }) => date) ??
      receipt.day_commits.map(({ date }) => date);
    const last = dates.at(-1);
    if (last === undefined) return t`It can be checked once its day is over.`;
    const time = formatDateTime(dayEnd(last), i18n.locale);
    return t`The day is revealed when it is over. It can be checked after ${time}, with a connection.`;
  }

  const titles: Record<CheckStep["name"], string> = {
    form: t`The form of the receipt`,
    moments: t`Its two moments`,
    hash: t`Its hash`,
    signature: t`The venue’s signature`,
    slip: t`What was agreed`,
    chain: t`Its place in the chain`,
    entry_ticks: t`Entry samples, as published`,
    exit_ticks: t`Exit samples, as published`,
    quotes: t`What the venue received`,
    entry_price: t`The entry price`,
    exit_price: t`The exit price`,
    result: t`The result`,
    payout: t`What came back`,
    day_commit: t`The sealed day`,
    recomputed: t`The samples computed again`,
  };
  const states: Record<CheckState, string> = {
    ok: t`Right`,
    failed: t`Does not match`,
    later: t`Not yet`,
    none: t`Does not apply`,
  };
  return {
    title: (name: CheckStep["name"]) => titles[name],
    state: (state: CheckState) => states[state],
    found,
  };
}
