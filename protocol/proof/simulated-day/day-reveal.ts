import type { DayReveal } from "../../api/receipt.ts";
import { dayOfDate, dayStart } from "./calendar.ts";
import { buildDayPath, dayNoiseLength } from "./day-path.ts";
import { numbersOf } from "./symbol-numbers.ts";

/** The text whose SHA-256 is published before the day: date|symbol|day_seed|open|close|V_d. */
export function commitText({ date, symbol, day_seed, open, close, volatility }: DayReveal): string {
  return [date, symbol, day_seed, open, close, volatility].join("|");
}

/** The AES-128-CTR keystream from counter 0. */
export type Keystream = (key: Uint8Array<ArrayBuffer>, length: number) => Promise<Uint8Array>;

/**
 * The index of a revealed day at any of its seconds (Unix s), in 10^-(pricePrecision+2), computed again
 * from what the day was made of. Undefined for a symbol that the model does not know, or words that are
 * no numbers.
 */
export async function indexOfReveal(
  reveal: DayReveal,
  seed: Uint8Array<ArrayBuffer>,
  keystream: Keystream,
): Promise<((second: number) => number | undefined) | undefined> {
  const numbers = numbersOf(reveal.symbol);
  const [open, close, volatility] = [reveal.open, reveal.close, reveal.volatility].map(Number);
  const start = startOf(reveal.date);
  if (
    numbers === undefined ||
    start === undefined ||
    !isFigure(open) ||
    !isFigure(close) ||
    !isFigure(volatility)
  )
    return undefined;
  const noise = await keystream(seed, dayNoiseLength);
  const { index } = buildDayPath(numbers, { open, close, volatility }, noise);
  return (second) => index[second - start];
}

/** First second of a day written `YYYY-MM-DD`; undefined where there is no such day. */
function startOf(date: string): number | undefined {
  const day = dayOfDate(date);
  return day === undefined ? undefined : dayStart(day);
}

function isFigure(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}
