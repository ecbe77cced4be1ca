/**
 * How a seconds contract is settled (rules.md, 5; method `tm5-v1`): one implementation for the venue, the
 * app and the check of a receipt. Nothing here can see whose contract it is.
 */
import { formatAmount, parseAmount, parsePrice } from "../wire/amount.ts";
import { divideDown, divideHalfUp } from "../wire/rounding.ts";

export const settlementMethod = "tm5-v1";

/** Seconds between acceptance and the price lock: no sample of the entry window has been seen before. */
export const priceLockDelaySec = 5;

/** A contract that was taken in later than this after it was sent was held up, by the network or the venue. */
export const slowMs = 2000;

/** Samples of the index, a second apart, that make a price: those of T−4 to T. */
export const windowSec = 5;

/** With fewer of them there is no price, and the contract is void. */
const samplesNeeded = 4;

export type Direction = "up" | "down";
export type SecondsResult = "win" | "lose" | "draw" | "void";

/** The moments of a contract, Unix ms: price lock T0 = ceil(acceptance) + 5 s, delivery T1 = T0 + time. */
export function momentsOf(acceptedMs: number, timeSec: number): { t0: number; t1: number } {
  const t0 = (Math.ceil(acceptedMs / 1000) + priceLockDelaySec) * 1000;
  return { t0, t1: t0 + timeSec * 1000 };
}

/** The seconds (Unix s) whose index makes the price at a moment (Unix ms), oldest first. */
export function windowOf(momentMs: number): number[] {
  const last = momentMs / 1000;
  return Array.from({ length: windowSec }, (_, k) => last - windowSec + 1 + k);
}

/**
 * The price that a window of samples makes: the highest and the lowest are left out, the mean of the others
 * is rounded half up to a digit more than the market's prices have.
 * @param samples of the index as decimal text, oldest first, null where there is none
 * @param precision decimals of the market's prices; samples have up to two more
 * @returns decimal text with `precision` + 1 decimals; null where fewer than four samples are there
 */
export function windowPrice(samples: readonly (string | null)[], precision: number): string | null {
  const there = samples
    .flatMap((text) => {
      if (text === null) return [];
      const units = parsePrice(text, precision + 2);
      if (units === undefined) throw new RangeError(`no sample of an index: ${text}`);
      return [units];
    })
    .toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  if (samples.length !== windowSec || there.length < samplesNeeded) return null;
  const middle = there.slice(1, -1);
  const sum = middle.reduce((total, units) => total + units, 0n);
  return formatAmount(divideHalfUp(sum, BigInt(middle.length) * 10n), precision + 1);
}

/** The outcome of a contract. A missing price voids it; two equal prices are a draw for both directions. */
export function resultOf(
  direction: Direction,
  entry: string | null,
  exit: string | null,
  precision: number,
): SecondsResult {
  const [from, to] = [entry, exit].map((price) =>
    price === null ? undefined : parsePrice(price, precision + 1),
  );
  if (from === undefined || to === undefined) return "void";
  if (from === to) return "draw";
  return to > from === (direction === "up") ? "win" : "lose";
}

/** What a won stake earns, in the currency's minor units: a credit, so rounded down. */
function profitMinor(stake: bigint, odds: string): bigint {
  const rate = parseAmount(odds, 8);
  if (rate === undefined) throw new RangeError(`odds are not a decimal: ${odds}`);
  return divideDown(stake * rate, 100_000_000n);
}

/** What comes back to the owner, stake included, in the currency's minor units. */
export function payoutMinor(result: SecondsResult, stake: bigint, odds: string): bigint {
  if (result === "lose") return 0n;
  return result === "win" ? stake + profitMinor(stake, odds) : stake;
}
