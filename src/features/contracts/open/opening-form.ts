import { formatAmount, parseAmount, parsePrice } from "#protocol/wire/amount.ts";
import {
  type ContractTerms,
  costOf,
  costScale,
  type Direction,
  moneyScale,
  type Price,
} from "#protocol/rules/contracts/contract-worth.ts";
import { freeLeverage, maxOpenContractOrders } from "#protocol/api/contracts.ts";
import { limitBand } from "#protocol/rules/contracts/limit-band.ts";
import { divideUp, pow10, rescaleDown } from "#protocol/wire/rounding.ts";
import type { WarningLimits } from "../../trade/ticket/warning-limits.ts";
import { type ContractFacts, type Preview, previewOf } from "../figures/contract-figures.ts";
import { mostLeverage, mostVolume, priceNow, roomFor } from "./leverage-room.ts";
import { openingWarnings, type OpeningWarning } from "./opening-warnings.ts";
import { triggerProblem, triggerTicks, type TriggerKind } from "../figures/tpsl-convert.ts";
import type {
  OpeningIntent,
  SizeUnit,
  OpeningDraft,
  TypedEntry,
  OpeningNumbers,
} from "./opening-numbers.ts";

export type OpeningProblem =
  | { kind: "missing-price" | "missing" | "no-book" | "no-mark" | "ack" }
  | { kind: "price-too-high" | "price-too-low"; bound: bigint }
  | { kind: "below-minimum"; minimum: bigint; volume: bigint }
  /** The contract has a position or order with another leverage. */
  | { kind: "other-leverage"; leverage: number }
  | { kind: "leverage-too-high"; most: number; volume: bigint }
  | { kind: "too-large"; volume: bigint }
  | { kind: "trigger-unread" | "trigger-side"; trigger: TriggerKind; above: boolean }
  | { kind: "insufficient"; available: bigint; volume: bigint }
  | { kind: "too-many-open"; maximum: number };

/** What happens to the order by the displayed book. */
export type OpeningFate = "fills" | "partly-cancelled" | "partly-rests" | "rests";

export interface OpeningSummary {
  numbers: OpeningNumbers;
  preview: Preview | undefined;
  fate: OpeningFate | undefined;
  most: { volume: bigint; by: "money" | "tier" } | undefined;
  warnings: readonly OpeningWarning[];
  problem: OpeningProblem | undefined;
  /** Ready to be confirmed; absent while there is a problem. */
  intent: OpeningIntent | undefined;
}

/** A draft for one side: what would happen, its problem and warnings, and an intent ready to be confirmed. */
export function openingSummary(
  draft: OpeningDraft,
  direction: Direction,
  leverage: number,
  facts: ContractFacts,
  limits?: WarningLimits,
): OpeningSummary {
  return judge(numbersOf(draft, direction, leverage, facts), facts, limits);
}

/** The summary of an intent, to check it again by newer facts. */
export function intentSummary(
  intent: OpeningIntent,
  facts: ContractFacts,
  limits?: WarningLimits,
): OpeningSummary {
  const { price: decimals } = facts.market.terms;
  const ticks = (text: string | null | undefined) =>
    text === null || text === undefined ? null : parsePrice(text, decimals);
  return judge(
    {
      direction: intent.direction,
      leverage: intent.lever_rate,
      limit: ticks(intent.price),
      volume: BigInt(intent.volume),
      tp: ticks(intent.tp_trigger_price),
      sl: ticks(intent.sl_trigger_price),
      triggerBy: intent.trigger_by ?? "mark",
    },
    facts,
    limits,
  );
}

/** The valid numbers of a draft in the contract's units, for one side. */
export function numbersOf(
  draft: OpeningDraft,
  direction: Direction,
  leverage: number,
  facts: ContractFacts,
): OpeningNumbers {
  const { terms } = facts.market;
  const limit =
    draft.type === "market"
      ? null
      : aboveZero(draft.price === null ? undefined : parsePrice(draft.price, terms.price));
  const at = limit === undefined ? undefined : priceNow({ direction, limit }, facts);
  const volume = draft.size === null ? undefined : volumeOf(draft.size, draft.unit, at, terms);
  const plain: OpeningNumbers = {
    direction,
    leverage,
    limit,
    volume,
    tp: null,
    sl: null,
    triggerBy: draft.triggerBy,
  };
  const own =
    limit === undefined || volume === undefined
      ? null
      : previewOf({ direction, leverage, limit, volume, tp: null, sl: null }, facts).own;
  const trigger = (kind: TriggerKind, typed: TypedEntry | null): bigint | null | undefined => {
    if (typed === null) return null;
    if (typed.value === null) return undefined;
    if (typed.unit === "price") return aboveZero(parsePrice(typed.value, terms.price));
    return own
      ? triggerTicks({ kind, unit: typed.unit, value: typed.value }, own, leverage, terms)
      : undefined;
  };
  return { ...plain, tp: trigger("tp", draft.tp), sl: trigger("sl", draft.sl) };
}

/** Whole contracts of a size in any unit, rounded down; undefined where it is not valid or there is no price to convert it. */
export function volumeOf(
  size: string,
  unit: SizeUnit,
  at: bigint | undefined,
  terms: ContractTerms,
): bigint | undefined {
  if (unit === "contracts") return aboveZero(parseAmount(size, 0));
  if (unit === "base") {
    const base = parseAmount(size, moneyScale);
    return base === undefined
      ? undefined
      : (base * pow10(terms.size.scale)) / (terms.size.value * pow10(moneyScale));
  }
  const money = parseAmount(size, moneyScale);
  const one = at === undefined ? 0n : costOf(1n, at, terms);
  return money === undefined || one === 0n
    ? undefined
    : rescaleDown(money, moneyScale, costScale) / one;
}

/** Whole contracts in another unit, as plain decimal, rounded up so that it converts back to the same number. */
export function sizeIn(
  volume: bigint,
  unit: SizeUnit,
  at: bigint | undefined,
  terms: ContractTerms,
): string | undefined {
  if (unit === "contracts") return volume.toString();
  if (unit === "base") return formatAmount(volume * terms.size.value, terms.size.scale);
  if (at === undefined) return undefined;
  return formatAmount(
    divideUp(costOf(volume, at, terms), pow10(costScale - quoteDecimals)),
    quoteDecimals,
  );
}

/** Decimals of a size in the quote currency. */
export const quoteDecimals = 2;

/** A percentage of the most that a side can open. */
export function shareVolume(percent: number, most: bigint): bigint {
  return (most * BigInt(percent)) / 100n;
}

/** Whether an average price is so far from another (over half a percent) that it must be confirmed again. */
export function hasMoved(then: bigint, now: bigint): boolean {
  const distance = now > then ? now - then : then - now;
  return distance * 200n > then;
}

function judge(
  numbers: OpeningNumbers,
  facts: ContractFacts,
  limits?: WarningLimits,
): OpeningSummary {
  const { direction, leverage, limit, volume } = numbers;
  // A trigger on the wrong side has no outcome: it is refused.
  const usable = (kind: TriggerKind) =>
    isOnWrongSide(kind, numbers, facts) ? null : (numbers[kind] ?? null);
  const preview =
    limit === undefined || volume === undefined || volume === 0n
      ? undefined
      : previewOf(
          { direction, leverage, limit, volume, tp: usable("tp"), sl: usable("sl") },
          facts,
        );
  const most = limit === undefined ? undefined : mostVolume({ direction, leverage, limit }, facts);
  const problem = problemOf(numbers, preview, most?.volume, facts);
  const fate = preview && fateOf(preview, limit ?? null, volume);
  return {
    numbers,
    preview,
    most,
    fate,
    problem,
    warnings: preview ? openingWarnings(numbers, preview, facts, limits) : [],
    intent: problem ? undefined : intentOf(numbers, facts),
  };
}

/** The first problem, in the order in which the venue would refuse it. */
function problemOf(
  numbers: OpeningNumbers,
  preview: Preview | undefined,
  most: bigint | undefined,
  facts: ContractFacts,
): OpeningProblem | undefined {
  const { direction, leverage, limit, volume } = numbers;
  const { market, mark, positions, orders } = facts;
  if (limit === undefined) return { kind: "missing-price" };
  if (mark === null) return { kind: "no-mark" };
  const band = limit === null ? undefined : bandProblem(limit, mark, market.terms.price);
  if (band) return band;
  if (volume === undefined) return { kind: "missing" };
  const at = priceNow({ direction, limit }, facts);
  if (at === undefined) return { kind: "no-book" };
  const least = divideUp(
    market.minValue * pow10(costScale - moneyScale),
    costOf(1n, at, market.terms),
  );
  if (volume < least || volume === 0n)
    return { kind: "below-minimum", minimum: market.minValue, volume: least > 1n ? least : 1n };
  const other = [
    ...(positions ?? []),
    ...(orders ?? []).filter(({ offset }) => offset === "open"),
  ].find((one) => one.lever_rate !== leverage);
  if (other) return { kind: "other-leverage", leverage: other.lever_rate };
  if (leverage > freeLeverage && facts.leverage !== null && !facts.acknowledged)
    return { kind: "ack" };
  const highest = mostLeverage({ direction, limit, volume }, facts);
  if (highest === 0) return { kind: "too-large", volume: roomFor(1, direction, at, facts) };
  if (leverage > highest)
    return {
      kind: "leverage-too-high",
      most: highest,
      volume: roomFor(leverage, direction, at, facts),
    };
  for (const kind of ["tp", "sl"] as const) {
    const above = (kind === "tp") === (direction === "buy");
    if (numbers[kind] === undefined) return { kind: "trigger-unread", trigger: kind, above };
    if (isOnWrongSide(kind, numbers, facts)) return { kind: "trigger-side", trigger: kind, above };
  }
  if (preview?.aside && facts.available !== null && preview.aside > facts.available)
    return { kind: "insufficient", available: facts.available, volume: most ?? 0n };
  if (facts.openOrders !== null && facts.openOrders >= maxOpenContractOrders)
    return { kind: "too-many-open", maximum: maxOpenContractOrders };
  return limit === null && preview?.volume === 0n ? { kind: "no-book" } : undefined;
}

/** Whether a trigger is on the wrong side of the limit, or of the current price that triggers it. */
function isOnWrongSide(
  kind: TriggerKind,
  { direction, limit, triggerBy, [kind]: ticks }: OpeningNumbers,
  facts: ContractFacts,
): boolean {
  const { terms } = facts.market;
  if (typeof ticks !== "bigint" || limit === undefined) return false;
  const from =
    limit === null ? triggerFrom(triggerBy, facts) : { value: limit, scale: terms.price };
  return triggerProblem(kind, ticks, direction, from, null, terms) !== undefined;
}

function triggerFrom(by: "mark" | "last", { mark, last, market }: ContractFacts): Price | null {
  return by === "mark" || last === null ? mark : { value: last, scale: market.terms.price };
}

/** The problem of a limit outside the band around the mark price, in ticks. */
function bandProblem(limit: bigint, mark: Price, decimals: number): OpeningProblem | undefined {
  const { most, least } = limitBand(mark, decimals);
  if (limit > most) return { kind: "price-too-high", bound: most };
  return limit < least ? { kind: "price-too-low", bound: least } : undefined;
}

function fateOf(
  { opened, rest, volume: opens }: Preview,
  limit: bigint | null,
  wanted: bigint | undefined,
): OpeningFate | undefined {
  if (limit === null)
    return opens === 0n ? undefined : opens === wanted ? "fills" : "partly-cancelled";
  return rest === 0n ? "fills" : opened.volume > 0n ? "partly-rests" : "rests";
}

function intentOf(
  { direction, leverage, limit, volume, tp, sl, triggerBy }: OpeningNumbers,
  { market }: ContractFacts,
): OpeningIntent {
  const text = (ticks: bigint | null | undefined) =>
    ticks === null || ticks === undefined ? null : formatAmount(ticks, market.terms.price);
  return {
    contract_code: market.code,
    direction,
    lever_rate: leverage,
    volume: Number(volume ?? 0n),
    order_type: limit === null ? "market" : "limit",
    price: text(limit),
    tp_trigger_price: text(tp),
    sl_trigger_price: text(sl),
    trigger_by: triggerBy,
  };
}

function aboveZero(units: bigint | undefined): bigint | undefined {
  return units === undefined || units <= 0n ? undefined : units;
}

/** The field of a problem; undefined where it has none, or concerns one side only. */
export function problemField({ kind }: OpeningProblem): "price" | "size" | undefined {
  switch (kind) {
    case "missing-price":
    case "price-too-high":
    case "price-too-low":
      return "price";
    case "missing":
    case "below-minimum":
    case "too-large":
      return "size";
    default:
      return undefined;
  }
}

/** The larger of what the two sides can open. */
export function largerOf(one: bigint | undefined, other: bigint | undefined): bigint | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}
