/**
 * Checks a receipt from nothing but the file that is handed on and the venue's public key in it: one
 * implementation for the app and for `npm run verify`. It has no texts; the caller names the steps.
 */
import { formatAmount, parseAmount, parsePrice, trimZeros } from "../wire/amount.ts";
import { type EpochBody, epochBodyOf, isLostIn } from "../api/epoch.ts";
import type { CheckDeps } from "./check-deps.ts";
import { checkDays, type DayCheck, recompute, type RecomputedFacts } from "./day-check.ts";
import { dayDueMs, entryDueMs, minuteDueMs } from "./due.ts";
import { checkQuotes, type QuoteFacts } from "./quote-check.ts";
import { decimalsOf, type FormFault, readForm } from "./receipt-form.ts";
import { bodyOf, canonicalJson, noHash, type Receipt } from "../api/receipt.ts";
import type { ReceiptFile } from "../api/receipt-file.ts";
import {
  momentsOf,
  payoutMinor,
  resultOf,
  type SecondsResult,
  windowPrice,
} from "../rules/seconds-settlement.ts";
import { slipBodyOf } from "../api/slip.ts";
import { differingTerm, type DifferingTerm } from "./slip-terms.ts";
import { checkTicks, isSigned, sha256Text, type TickFacts } from "./tick-check.ts";

/** `later`: what it takes is not published yet, or not in the file; `none`: it does not apply. */
export type CheckState = "ok" | "failed" | "later" | "none";

export interface ChainFacts {
  seq: number;
  /** Numbers of the links in the file, oldest first. */
  links: number[];
  /** Whether the receipts before and after it are among them; the first has none before it. */
  before: boolean;
  after: boolean;
  /**
   * `order`: two neighbours that do not follow on each other; `signature`: a link the venue did not sign; `epoch`: an
   * epoch that is not the venue's; `withheld`: the venue refused to show it in the chain when it was due.
   */
  fault: "order" | "signature" | "epoch" | "withheld" | null;
  /** The epoch in which the receipt was lost when the venue's database was put back; null where it was not. */
  lost: EpochBody | null;
}

export interface PriceFacts {
  samples: readonly (string | null)[];
  /** Places in `samples` that are left out of the mean. */
  dropped: number[];
  computed: string | null;
  stated: string | null;
}

/** What a receipt and its slip disagree about, or what is wrong with the slip. */
export interface SlipFacts {
  /**
   * `hash`: its fields make another; `signature`: not the venue's; `key`: of another venue; `terms`: the receipt
   * says something else than was agreed; `order`: the receipt stands before the contract was taken in.
   */
  fault: "hash" | "signature" | "key" | "terms" | "order" | null;
  /** The first field that differs, with what either says. */
  differing: DifferingTerm | null;
  /** From the device's sending to the venue's acceptance, ms; null where the slip does not say. */
  delayMs: number | null;
}

interface StepFacts {
  form: FormFault | Record<string, never>;
  slip: SlipFacts;
  moments: {
    accepted: number;
    time: number;
    t0: number;
    t1: number;
    wanted: { t0: number; t1: number };
  };
  hash: { stated: string; computed: string };
  signature: { key: string };
  chain: ChainFacts;
  entry_ticks: TickFacts;
  exit_ticks: TickFacts;
  quotes: QuoteFacts;
  entry_price: PriceFacts;
  exit_price: PriceFacts;
  result: {
    direction: "up" | "down";
    entry: string | null;
    exit: string | null;
    computed: SecondsResult;
    stated: SecondsResult;
  };
  payout: {
    currency: string;
    stake: string;
    odds: string;
    result: SecondsResult;
    computed: string;
    stated: string;
  };
  day_commit: { days: DayCheck[] };
  recomputed: RecomputedFacts;
}

export type CheckName = keyof StepFacts;
export type CheckStep = {
  [Name in CheckName]: { name: Name; state: CheckState; facts: StepFacts[Name] };
}[CheckName];

/**
 * The steps of a check, in order. A file of the wrong form gets the first step alone.
 * @param file what should be a {@link ReceiptFile}
 */
export async function checkReceipt(file: unknown, deps: CheckDeps): Promise<CheckStep[]> {
  const form = readForm(file);
  if ("fault" in form) return [{ name: "form", state: "failed", facts: form }];
  const { receipt, public_key: publicKey, ticks, days } = form.file;
  const withheld = withheldOf(form.file);
  const isUnentered = receipt.entry === null;
  const entry = await checkTicks(
    { receipt, moment: receipt.t0, samples: receipt.samples0, ticks, publicKey, ...withheld },
    deps,
  );
  const exit = await checkTicks(
    { receipt, moment: receipt.t1, samples: receipt.samples1, ticks, publicKey, ...withheld },
    deps,
  );
  const committed = await checkDays(receipt, { days, withheld: withheld.dates }, deps);
  const again = await recompute(receipt, { days, checks: committed.facts.days, deps });
  // Without an entry there is no contract whose exit could matter, and it may have ended before.
  const exitState = isUnentered && isEmpty(receipt.samples1) ? "none" : exit.state;
  return [
    { name: "form", state: "ok", facts: {} },
    momentsStep(receipt),
    await hashStep(receipt, deps),
    {
      name: "signature",
      state: stateOf(await isSigned(deps, publicKey, receipt)),
      facts: { key: publicKey },
    },
    await slipStep(form.file, deps),
    await chainStep(form.file, withheld.isEntry, deps),
    { name: "entry_ticks", ...entry },
    { name: "exit_ticks", state: exitState, facts: exit.facts },
    { name: "quotes", ...(await checkQuotes(form.file, deps)) },
    { name: "entry_price", ...priceOf(receipt.samples0, receipt.entry, receipt.price_precision) },
    { name: "exit_price", ...priceOf(receipt.samples1, receipt.exit, receipt.price_precision) },
    resultStep(receipt),
    payoutStep(receipt),
    { name: "day_commit", ...committed },
    { name: "recomputed", ...again },
  ];
}

/** What the venue refused when it was due; a receipt that was lost with its evidence is none of it. */
function withheldOf({ receipt, withheld = [], epochs = [] }: ReceiptFile) {
  const isLost = epochs.some((epoch) => isLostIn(epoch, receipt.seq));
  const overdue = isLost ? [] : withheld;
  const minutes = overdue.filter(
    ({ part, name, time }) => part === "minute" && time > minuteDueMs(Number(name)),
  );
  const days = overdue.filter(({ part, name, time }) => part === "day" && time > dayDueMs(name));
  return {
    withheld: new Set(minutes.map(({ name }) => Number(name))),
    dates: new Set(days.map(({ name }) => name)),
    isEntry: overdue.some(
      ({ part, name, time }) =>
        part === "entry" && name === String(receipt.seq) && time > entryDueMs(receipt.t1),
    ),
  };
}

function stateOf(isRight: boolean): CheckState {
  return isRight ? "ok" : "failed";
}

function isEmpty(samples: readonly (string | null)[]): boolean {
  return samples.every((sample) => sample === null);
}

function momentsStep({ accept_time: accepted, time, t0, t1 }: Receipt): CheckStep {
  const wanted = momentsOf(accepted, time);
  return {
    name: "moments",
    state: stateOf(wanted.t0 === t0 && wanted.t1 === t1),
    facts: { accepted, time, t0, t1, wanted },
  };
}

async function hashStep(receipt: Receipt, deps: CheckDeps): Promise<CheckStep> {
  const computed = await sha256Text(deps, canonicalJson(bodyOf(receipt)));
  return {
    name: "hash",
    state: stateOf(computed === receipt.hash),
    facts: { stated: receipt.hash, computed },
  };
}

async function slipStep(
  { receipt, chain, slip, public_key: publicKey }: ReceiptFile,
  deps: CheckDeps,
): Promise<CheckStep> {
  const none = { fault: null, differing: null, delayMs: null };
  if (!slip) return { name: "slip", state: "none", facts: none };
  const differing = differingTerm(slip, receipt);
  const { head } = slip;
  const isInOrder =
    head.seq < receipt.seq &&
    chain.every(({ seq, hash }) => seq !== head.seq || hash === head.hash) &&
    (head.seq !== receipt.seq - 1 || head.hash === receipt.prev_hash);
  const isWhole = (await sha256Text(deps, canonicalJson(slipBodyOf(slip)))) === slip.hash;
  const fault = !isWhole
    ? "hash"
    : slip.public_key !== publicKey
      ? "key"
      : !(await isSigned(deps, publicKey, slip))
        ? "signature"
        : differing
          ? "terms"
          : isInOrder
            ? null
            : "order";
  const delayMs = slip.sent_time === null ? null : slip.accept_time - slip.sent_time;
  return { name: "slip", state: stateOf(fault === null), facts: { fault, differing, delayMs } };
}

async function chainStep(
  { receipt, chain, public_key: publicKey, epochs = [] }: ReceiptFile,
  isWithheld: boolean,
  deps: CheckDeps,
): Promise<CheckStep> {
  const { seq, hash, prev_hash, signature } = receipt;
  const own = { seq, hash, prev_hash, signature };
  const whole = [
    ...chain.filter((link) => link.seq < seq),
    own,
    ...chain.filter((link) => link.seq > seq),
  ];
  const isInOrder =
    whole.every(
      (link, at) =>
        link.prev_hash === (link.seq === 1 ? noHash : (whole[at - 1]?.hash ?? link.prev_hash)),
    ) &&
    chain.every((link) => link.seq !== seq || (link.hash === hash && link.prev_hash === prev_hash));
  let areSigned = true;
  for (const link of chain) areSigned &&= await isSigned(deps, publicKey, link);
  const [before, after] = [
    seq === 1 || chain.some((link) => link.seq === seq - 1),
    chain.some((link) => link.seq === seq + 1),
  ];
  let areEpochs = epochs.every((epoch) => epoch.public_key === publicKey);
  for (const epoch of epochs)
    areEpochs &&=
      (await sha256Text(deps, canonicalJson(epochBodyOf(epoch)))) === epoch.hash &&
      (await isSigned(deps, publicKey, epoch));
  const followsEpoch = epochs.every((epoch) => epoch.seq + 1 !== seq || epoch.hash === prev_hash);
  const fault =
    !isInOrder || !followsEpoch
      ? "order"
      : !areSigned
        ? "signature"
        : !areEpochs
          ? "epoch"
          : isWithheld && !chain.some((link) => link.seq === seq)
            ? "withheld"
            : null;
  const lost = epochs.find((epoch) => isLostIn(epoch, seq)) ?? null;
  const isAlone = seq !== 1 && !before && !after;
  return {
    name: "chain",
    state: fault !== null ? "failed" : lost ? "none" : isAlone ? "later" : "ok",
    facts: {
      seq,
      links: chain.map((link) => link.seq),
      before,
      after,
      fault,
      lost: lost && epochBodyOf(lost),
    },
  };
}

function priceOf(
  samples: readonly (string | null)[],
  stated: string | null,
  precision: number,
): { state: CheckState; facts: PriceFacts } {
  const computed = windowPrice(samples, precision);
  const state = isEmpty(samples) && stated === null ? "none" : stateOf(computed === stated);
  return {
    state,
    facts: {
      samples,
      dropped: computed === null ? [] : droppedOf(samples, precision),
      computed,
      stated,
    },
  };
}

/** The places of the lowest and the highest sample. */
function droppedOf(samples: readonly (string | null)[], precision: number): number[] {
  const ranked = samples
    .flatMap((text, at) =>
      text === null ? [] : [{ at, units: parsePrice(text, precision + 2) ?? 0n }],
    )
    .toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : 0));
  return [ranked[0], ranked.at(-1)].flatMap((sample) => (sample ? [sample.at] : []));
}

function resultStep({
  direction,
  entry,
  exit,
  result: stated,
  price_precision: precision,
}: Receipt): CheckStep {
  const computed = resultOf(direction, entry, exit, precision);
  return {
    name: "result",
    state: stateOf(computed === stated),
    facts: { direction, entry, exit, computed, stated },
  };
}

function payoutStep({ currency, stake, odds, result, payout: stated }: Receipt): CheckStep {
  // The stake is written as finely as its currency is counted, and that is what a credit is rounded down to.
  const scale = decimalsOf(stake);
  const computed = formatAmount(payoutMinor(result, parseAmount(stake, scale) ?? 0n, odds), scale);
  const isRight = trimZeros(computed) === trimZeros(stated);
  return {
    name: "payout",
    state: stateOf(isRight),
    facts: { currency, stake, odds, result, computed, stated },
  };
}
