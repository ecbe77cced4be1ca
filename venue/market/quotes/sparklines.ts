import { bucketStart } from "../../feed/candle-buckets.ts";
import type { MarketSource } from "../../feed/market-source.ts";
import { toNumber } from "./quote-wire.ts";

const hours = 24;
/** Reads of candles at a time, so that charts still get theirs where the source limits its requests. */
const atOnce = 2;
/** An answer waits no longer than this for candles; the next request gets those that came later. */
const timeoutMs = 1500;

/** The hours of one symbol that are over, in ticks; they hold until the hour turns. */
interface Shape {
  hour: number;
  past: readonly number[] | undefined;
  loading: Promise<void>;
}

/**
 * Closing prices of the last 24 hours, with one read of candles per symbol and hour however many requests
 * come: finished hours do not change, and the current one closes at the ticker's last price.
 */
export function createSparklines(
  source: MarketSource,
): (symbols: readonly string[], now: number) => Promise<Record<string, number[]>> {
  const shapes = new Map<string, Shape>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function inTurn(read: () => Promise<void>): Promise<void> {
    if (running >= atOnce) await new Promise<void>((turn) => waiting.push(turn));
    running += 1;
    try {
      await read();
    } finally {
      running -= 1;
      waiting.shift()?.();
    }
  }

  function shapeOf(symbol: string, hour: number): Shape {
    const held = shapes.get(symbol);
    if (held?.hour === hour) return held;
    const shape: Shape = { hour, past: undefined, loading: Promise.resolve() };
    shapes.set(symbol, shape);
    shape.loading = inTurn(async () => {
      const candles = await source.klines(symbol, "60min", { size: hours });
      shape.past = candles.filter(({ id }) => id < hour).map(({ close }) => close);
    }).catch(() => {
      // The next request reads it again.
      if (shapes.get(symbol) === shape) shapes.delete(symbol);
    });
    return shape;
  }

  return async (symbols, now) => {
    const hour = bucketStart("60min", Math.floor(now / 1000));
    const known = [...new Set(symbols)].flatMap((symbol) => {
      const spec = source.spec(symbol);
      return spec ? [{ symbol, spec, shape: shapeOf(symbol, hour) }] : [];
    });
    await inTime(
      Promise.all(known.filter(({ shape }) => !shape.past).map(({ shape }) => shape.loading)),
    );
    return Object.fromEntries(
      known.flatMap(({ symbol, spec, shape: { past } }) => {
        const last = source.ticker(symbol)?.close;
        if (!past) return [];
        const closes = (last === undefined ? past : [...past, last]).slice(-hours);
        return [[symbol, closes.map((ticks) => toNumber(ticks, spec.pricePrecision))]];
      }),
    );
  };
}

async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  await Promise.race([work, new Promise((late) => (timer = setTimeout(late, timeoutMs)))]);
  clearTimeout(timer);
}
