/** The words of `npm run verify`: a line for each step, and what no receipt can tell. */
import type { CheckName, CheckState, CheckStep } from "../protocol/proof/receipt-check.ts";
import { slowMs } from "../protocol/rules/seconds-settlement.ts";
import type { TickFacts } from "../protocol/proof/tick-check.ts";

const stateWords: Record<CheckState, string> = {
  ok: "ok",
  failed: "FAILED",
  later: "later",
  none: "-",
};

const names: Record<CheckName, string> = {
  form: "form",
  moments: "moments",
  hash: "hash",
  signature: "signature",
  slip: "slip",
  chain: "chain",
  entry_ticks: "entry samples",
  exit_ticks: "exit samples",
  quotes: "received",
  entry_price: "entry price",
  exit_price: "exit price",
  result: "result",
  payout: "payout",
  day_commit: "day",
  recomputed: "recomputed",
};

/** One line: how it went, the step, its figures. */
export function stepLine(step: CheckStep): string {
  return `${stateWords[step.state].padEnd(6)}  ${names[step.name].padEnd(13)}  ${figuresOf(step)}`;
}

function figuresOf(step: CheckStep): string {
  switch (step.name) {
    case "form":
      return "fault" in step.facts
        ? `${step.facts.fault}: ${step.facts.where || "the file"}`
        : "a whole receipt with what it is checked by";
    case "moments": {
      const { accepted, time, t0, t1, wanted } = step.facts;
      return `accepted ${clock(accepted)}, ${time} s: price lock ${clock(t0)}, delivery ${clock(t1)}${step.state === "ok" ? "" : `; should be ${clock(wanted.t0)}, ${clock(wanted.t1)}`}`;
    }
    case "hash":
      return step.state === "ok"
        ? step.facts.stated
        : `stated ${step.facts.stated}, computed ${step.facts.computed}`;
    case "signature":
      return `by the key ${step.facts.key}`;
    case "slip":
      return slipWords(step);
    case "chain":
      return chainWords(step.facts);
    case "entry_ticks":
    case "exit_ticks":
      return step.state === "none"
        ? "none were needed: the contract had no entry price"
        : tickWords(step.facts);
    case "quotes":
      return quoteWords(step);
    case "entry_price":
    case "exit_price": {
      const { samples, dropped, computed, stated } = step.facts;
      const list = samples
        .map((sample, at) => (dropped.includes(at) ? `(${sample})` : (sample ?? "none")))
        .join(" ");
      return `${list} -> ${computed ?? "no price"}${computed === stated ? "" : `; stated ${stated ?? "no price"}`}`;
    }
    case "result":
      return `${step.facts.direction}, ${step.facts.entry ?? "no entry"} -> ${step.facts.exit ?? "no exit"}: ${step.facts.computed}${step.state === "ok" ? "" : `; stated ${step.facts.stated}`}`;
    case "payout": {
      const { currency, stake, odds, result, computed, stated } = step.facts;
      return `${stake} ${currency} at odds ${odds}, ${result}: ${computed}${step.state === "ok" ? "" : `; stated ${stated}`}`;
    }
    case "day_commit":
      return (
        step.facts.days
          .map(
            ({ date, commit, computed, state, isWithheld }) =>
              `${date}: committed to ${commit ?? "nothing"}, ${isWithheld ? "withheld: the venue refused to reveal it when it was due" : state === "later" ? "not revealed here" : computed === commit ? "revealed" : `revealed ${computed ?? "nothing"}`}`,
          )
          .join("; ") || "not a simulated market"
      );
    case "recomputed": {
      const { samples } = step.facts;
      if (samples.length === 0) return "not a simulated market";
      const wrong = samples.find(
        ({ receipt, computed }) => computed !== undefined && computed !== receipt,
      );
      const again = samples.filter(({ computed }) => computed !== undefined).length;
      return `${again} of ${samples.length} samples computed again from the day${wrong ? `; at ${wrong.second} it is ${wrong.computed ?? "nothing"}, not ${wrong.receipt ?? "nothing"}` : ""}`;
    }
  }
}

const slipFaults = {
  hash: "its fields make another hash than it states",
  signature: "it is not signed by the key",
  key: "it is of another venue",
  order: "the receipt does not come after the chain's head at acceptance",
} as const;

function slipWords({ state, facts }: Extract<CheckStep, { name: "slip" }>): string {
  const { fault, differing, delayMs } = facts;
  if (state === "none") return "the file has none: what was agreed cannot be compared";
  if (fault === "terms")
    return `${differing?.name}: agreed ${differing?.slip}, the receipt says ${differing?.receipt}`;
  if (fault !== null) return slipFaults[fault];
  const delay =
    delayMs === null
      ? "the device did not say when it sent it"
      : `taken in ${(delayMs / 1000).toFixed(1)} s after it was sent${delayMs > slowMs ? `, more than the ${slowMs / 1000} s of the rules` : ""}`;
  return `the receipt is what was agreed; ${delay}`;
}

const chainFaults = {
  order: "its neighbours do not follow on one another",
  signature: "a neighbour is not signed by the key",
  epoch: "an epoch is not signed by the key",
  withheld:
    "withheld: the venue did not show it in its chain when it was due, as the file says (--venue asks again)",
} as const;

function chainWords({
  seq,
  links,
  before,
  after,
  fault,
  lost,
}: Extract<CheckStep, { name: "chain" }>["facts"]): string {
  if (fault !== null) return `receipt ${seq}: ${chainFaults[fault]}`;
  if (lost)
    return `receipt ${seq}: lost when the venue's database was put back to an older state (number ${lost.seq}, ${clock(lost.opened_time)}: ${lost.reason}); the venue signed it all the same`;
  const sides = [
    before ? (seq === 1 ? "the first" : "the one before fits") : "the one before is not at hand",
    after ? "the one after fits" : "the one after is not at hand",
  ];
  return `receipt ${seq}: ${sides.join(", ")}${links.length === 0 ? "" : ` (links ${links.join(" ")})`}`;
}

function quoteWords({ state, facts }: Extract<CheckStep, { name: "quotes" }>): string {
  if (facts.samples.length === 0) return "a simulated market: nothing was received";
  if (state === "none")
    return "the venue has not published all that it received in these seconds: whether the prices follow from it cannot be judged";
  if (facts.fault === "line") return "the quotes in the file are not those that were published";
  const wrong = facts.samples.find(
    ({ receipt, computed }) => computed !== undefined && computed !== receipt,
  );
  if (wrong)
    return `at ${wrong.second} the quotes make ${wrong.computed ?? "nothing"}, the receipt has ${wrong.receipt ?? "nothing"}`;
  const made = facts.samples.filter(({ computed }) => computed !== undefined).length;
  return `${made} of ${facts.samples.length} samples follow from ${facts.count} quotes that the venue logged as received; whether the market sent others, only its own records say`;
}

const faultWords = {
  withheld: "withheld: the venue refused it when it was due, as the file says (--venue asks again)",
  source: "of another source",
  path: "the line is not under the root",
  hash: "the minute does not have its hash",
  signature: "the minute is not signed by the key",
  samples: "other prices than in the receipt",
} as const;

function tickWords({ moment, minutes, samples }: TickFacts): string {
  const differing = samples.find(({ receipt, log }) => log !== undefined && log !== receipt);
  const parts = minutes.map(
    ({ minute, fault, root }) =>
      `minute ${minute} ${fault === "withheld" ? faultWords.withheld : root === null ? "is not at hand" : fault === null ? `under root ${root.slice(0, 16)}…` : `: ${faultWords[fault]}`}`,
  );
  const second = differing
    ? `; at ${differing.second} the log has ${differing.log ?? "nothing"}, the receipt ${differing.receipt ?? "nothing"}`
    : "";
  return `${clock(moment)}: ${parts.join(", ")}${second}`;
}

function clock(ms: number): string {
  // A file may name any moment.
  if (Math.abs(ms) > 8.64e15) return String(ms);
  return new Date(ms).toISOString().replace("T", " ").replace("Z", "");
}

/** The sum of it, and what it cannot say. */
export function closingLines(
  steps: readonly CheckStep[],
  { isKeyGiven, isOtherKey }: { isKeyGiven: boolean; isOtherKey: boolean },
): string[] {
  const count = (state: CheckState) => steps.filter((step) => step.state === state).length;
  const failed = count("failed") + (isOtherKey ? 1 : 0);
  const later = steps.filter(({ state }) => state === "later").map(({ name }) => names[name]);
  const sum =
    failed > 0
      ? `Does not hold: ${failed} of ${steps.length} steps failed.`
      : `Holds: ${count("ok")} steps are right${later.length > 0 ? `, ${later.length} could not be made` : ""}.`;
  const waits =
    later.length === 0 ? [] : [`Not at hand, or not published yet: ${later.join(", ")}.`];
  const isWhole = steps.length > 1;
  const isSimulated = steps.some((step) => step.name === "day_commit" && step.state !== "none");
  return [
    sum,
    ...waits,
    ...(isWhole && !isKeyGiven
      ? [
          "Not checked: whose key it is. Give the venue's key with --key, as you know it from elsewhere.",
        ]
      : []),
    ...(isWhole
      ? [
          isSimulated
            ? "Not checked: that the commitment was published before its day. Compare it with one that you, or somebody else, noted then."
            : "Not checked: whether the published index was the market's. Compare it with the market's own records.",
        ]
      : []),
    ...(isWhole
      ? [
          "Not checked: when it was settled (settle_time); the hash does not cover it, and nothing follows from it.",
        ]
      : []),
  ];
}
