import type { DayPart, DayReveal } from "../../api/receipt.ts";
import { fromHex } from "../../wire/byte-encoding.ts";
import { dayOfDate, dayStart } from "./calendar.ts";
import {
  buildComponentPath,
  type ComponentFacts,
  type ComponentPath,
  componentNoiseLength,
  type Jump,
} from "./component-path.ts";
import { buildDayPath, dayNoiseLength } from "./day-path.ts";
import { marketFactor, modelName, numbersOf } from "./symbol-numbers.ts";

/**
 * The text whose SHA-256 is published before the day: model|date|symbol, then of the market, the group and
 * the symbol's own component name|seed|open|close|volatility|jumps.
 */
export function commitText({ model, date, symbol, parts }: DayReveal): string {
  return [
    model,
    date,
    symbol,
    ...parts.flatMap(({ name, seed, open, close, volatility, jumps }) => [
      name,
      seed,
      open,
      close,
      volatility,
      jumps,
    ]),
  ].join("|");
}

/** `second:size` of each jump, with a semicolon between two. */
export function jumpsText(jumps: readonly Jump[]): string {
  return jumps.map(({ second, size }) => `${second}:${size}`).join(";");
}

/** The AES-128-CTR keystream from counter 0. */
export type Keystream = (key: Uint8Array<ArrayBuffer>, length: number) => Promise<Uint8Array>;

/**
 * The index of a revealed day at any of its seconds (Unix s), in 10^-(pricePrecision+2), computed again
 * from what the day was made of. Undefined for another model, a symbol that this one does not know, or
 * words that are no numbers.
 */
export async function indexOfReveal(
  { model, date, symbol, parts }: DayReveal,
  keystream: Keystream,
): Promise<((second: number) => number | undefined) | undefined> {
  const numbers = numbersOf(symbol);
  const start = startOf(date);
  const [market, group, own] = parts.map(readPart);
  if (model !== modelName || !numbers || start === undefined || !market || !group || !own)
    return undefined;
  const names = [marketFactor, numbers.group, symbol];
  if (parts.length !== names.length || parts.some(({ name }, at) => name !== names[at]))
    return undefined;
  const noiseOf = (seed: Uint8Array<ArrayBuffer>) => keystream(seed, componentNoiseLength);
  const marketPath = buildComponentPath(market.facts, await noiseOf(market.seed), undefined);
  const pathOf = ({ facts }: ReadPart, noise: Uint8Array): ComponentPath =>
    buildComponentPath(facts, noise, marketPath.bursts);
  const noise = await keystream(own.seed, dayNoiseLength);
  const { index } = buildDayPath(
    numbers,
    {
      market: marketPath,
      group: pathOf(group, await noiseOf(group.seed)),
      own: pathOf(own, noise),
    },
    noise,
  );
  return (second) => index[second - start];
}

interface ReadPart {
  seed: Uint8Array<ArrayBuffer>;
  facts: ComponentFacts;
}

function readPart(part: DayPart): ReadPart | undefined {
  const seed = fromHex(part.seed);
  const [open, close, volatility] = [part.open, part.close, part.volatility].map(Number);
  const jumps = readJumps(part.jumps);
  if (!seed || !isFigure(open) || !isFigure(close) || !isFigure(volatility) || !jumps)
    return undefined;
  return { seed, facts: { open, close, volatility, jumps } };
}

function readJumps(text: string): Jump[] | undefined {
  const jumps: Jump[] = [];
  for (const word of text === "" ? [] : text.split(";")) {
    const [second, size] = word.split(":").map(Number);
    if (!isFigure(second) || !isFigure(size)) return undefined;
    jumps.push({ second, size });
  }
  return jumps;
}

/** First second of a day written `YYYY-MM-DD`; undefined where there is no such day. */
function startOf(date: string): number | undefined {
  const day = dayOfDate(date);
  return day === undefined ? undefined : dayStart(day);
}

function isFigure(value: number | undefined): value is number {
  return value !== undefined && Number.isFinite(value);
}
