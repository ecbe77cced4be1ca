import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import type { BookLevel, MarketScales, Rate } from "#protocol/rules/spot-fill.ts";

type Scales = Pick<MarketScales, "price" | "amount">;
type Side = readonly (readonly [number, number])[];

/** Levels of the wire (JSON numbers, already of the symbol's precision) as integers; a level that is not is left out. */
export function bookLevels(side: Side, scales: Scales): BookLevel[] {
  return side.flatMap(([price, amount]) => {
    const level = { price: minorOf(price, scales.price), lots: minorOf(amount, scales.amount) };
    return level.price > 0n && level.lots > 0n ? [level] : [];
  });
}

/** Levels of the displayed book in the market's own scales. */
export function displayedBook(tick: { asks: Side; bids: Side } | undefined, scales: Scales) {
  return { asks: bookLevels(tick?.asks ?? [], scales), bids: bookLevels(tick?.bids ?? [], scales) };
}

/** A price of the wire (a JSON number) in ticks; null where it is none. */
export function ticksOf(price: number | undefined, scales: Scales): bigint | null {
  const ticks = minorOf(price ?? 0, scales.price);
  return ticks === 0n ? null : ticks;
}

/** Prices that a field can take over, as plain decimals. */
export function pricePicks(
  {
    last,
    bids,
    asks,
  }: { last: bigint | null; bids: readonly BookLevel[]; asks: readonly BookLevel[] },
  decimals: number,
): { last: string | undefined; bid: string | undefined; ask: string | undefined } {
  const text = (ticks: bigint | null | undefined) =>
    ticks === null || ticks === undefined ? undefined : formatAmount(ticks, decimals);
  return { last: text(last), bid: text(bids[0]?.price), ask: text(asks[0]?.price) };
}

/** A number of the wire in minor units; nothing where it is none. */
export function minorOf(value: number, scale: number): bigint {
  if (!Number.isFinite(value) || value <= 0 || value >= 1e15) return 0n;
  return BigInt(value.toFixed(scale).replace(".", ""));
}

/** A decimal rate as integer and scale; what is no rate counts as none. */
export function rateOf(text: string): Rate {
  return { value: parseAmount(text, 8) ?? 0n, scale: 8 };
}

/** A rate in percent, as decimal text. */
export function percentText({ value, scale }: Rate): string {
  return formatAmount(value * 100n, scale);
}

/** The account's worth, decimal text in USDT, in units of a quote; null where the market counts in another currency. */
export function worthIn(
  { quote, scale }: { quote: string; scale: number },
  usdt: string,
): bigint | null {
  const [whole, fraction = ""] = usdt.split(".");
  return quote === "USDT"
    ? (parseAmount(`${whole}.${fraction.slice(0, scale).padEnd(1, "0")}`, scale) ?? null)
    : null;
}
