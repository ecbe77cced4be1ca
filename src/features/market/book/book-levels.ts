import * as v from "valibot";
import { figure } from "#protocol/api/endpoint.ts";
import { marketEndpoints, type Depth } from "#protocol/api/market.ts";

/** A price level in integers: ticks of the book's price scale, lots of its amount scale. */
export type BookLevel = readonly [ticks: number, lots: number];

/** The stream's book has at most this many levels per side. */
export const bookDepth = 150;

const snapshotSchema = marketEndpoints.depth.data.entries.tick;
const levels = v.array(v.tuple([figure, figure]));
const versionNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const incrementSchema = v.pipe(
  v.object({ seqNum: versionNumber, prevSeqNum: versionNumber, bids: levels, asks: levels }),
  v.check(({ seqNum, prevSeqNum }) => seqNum > prevSeqNum),
);

/** Changes of a book between two versions: levels with their new size, 0 for removed ones. */
export type BookIncrement = v.InferOutput<typeof incrementSchema>;

export function readIncrement(value: unknown): BookIncrement | undefined {
  const parsed = v.safeParse(incrementSchema, value);
  return parsed.success ? parsed.output : undefined;
}

/** Decimals of the book's integers. They grow when a finer figure arrives, so no figure is rounded. */
export interface BookScale {
  price: number;
  amount: number;
}

/**
 * A valid order book of one version: not crossed, sorted, without empty levels. It is immutable; an
 * increment makes a new book.
 */
export class BookLevels {
  readonly version: number;
  /** Unix ms on the venue's clock. */
  readonly ts: number;
  readonly scale: BookScale;
  /** Best first, like `asks`. */
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  #tick: Depth["tick"] | undefined;

  private constructor(
    version: number,
    ts: number,
    scale: BookScale,
    bids: readonly BookLevel[],
    asks: readonly BookLevel[],
  ) {
    this.version = version;
    this.ts = ts;
    this.scale = scale;
    this.bids = bids;
    this.asks = asks;
  }

  /** The book of a snapshot from the venue; undefined where it is invalid. */
  static of(value: unknown): BookLevels | undefined {
    const parsed = v.safeParse(snapshotSchema, value);
    if (!parsed.success) return undefined;
    const { version: number, ts } = parsed.output;
    const [ofBids, ofAsks] = [
      parsed.output.bids.slice(0, bookDepth),
      parsed.output.asks.slice(0, bookDepth),
    ];
    const scale = widened({ price: 0, amount: 0 }, [...ofBids, ...ofAsks]);
    const [bids, asks] = [toLevels(ofBids, scale), toLevels(ofAsks, scale)];
    return bids && asks && BookLevels.#valid(new BookLevels(number, ts, scale, bids, asks));
  }

  /** The book after `increment`; undefined where it does not start from this version or the result is invalid. */
  after(increment: BookIncrement, ts: number): BookLevels | undefined {
    if (increment.prevSeqNum !== this.version) return undefined;
    const scale = widened(this.scale, [...increment.bids, ...increment.asks]);
    const [bids, asks] = [toLevels(increment.bids, scale), toLevels(increment.asks, scale)];
    if (!bids || !asks) return undefined;
    const rescaled = this.#inScale(scale);
    return BookLevels.#valid(
      new BookLevels(
        increment.seqNum,
        Math.max(this.ts, ts),
        scale,
        applied(rescaled.bids, bids, descending),
        applied(rescaled.asks, asks, ascending),
      ),
    );
  }

  /** The same book, confirmed at a later time. */
  seenAt(ts: number): BookLevels {
    return ts > this.ts ? new BookLevels(this.version, ts, this.scale, this.bids, this.asks) : this;
  }

  /** The book in the wire's numbers. */
  get tick(): Depth["tick"] {
    const { price, amount } = this.scale;
    const wire = (side: readonly BookLevel[]) =>
      side.map(([ticks, lots]): [number, number] => [ticks / 10 ** price, lots / 10 ** amount]);
    this.#tick ??= {
      version: this.version,
      ts: this.ts,
      bids: wire(this.bids),
      asks: wire(this.asks),
    };
    return this.#tick;
  }

  #inScale({ price, amount }: BookScale): {
    bids: readonly BookLevel[];
    asks: readonly BookLevel[];
  } {
    if (price === this.scale.price && amount === this.scale.amount) return this;
    const [ofPrice, ofAmount] = [
      10 ** (price - this.scale.price),
      10 ** (amount - this.scale.amount),
    ];
    const finer = (side: readonly BookLevel[]) =>
      side.map(([ticks, lots]): BookLevel => [ticks * ofPrice, lots * ofAmount]);
    return { bids: finer(this.bids), asks: finer(this.asks) };
  }

  static #valid(book: BookLevels): BookLevels | undefined {
    const [bid, ask] = [book.bids[0], book.asks[0]];
    const crossed = bid !== undefined && ask !== undefined && bid[0] >= ask[0];
    return !crossed && isOrdered(book.bids, descending) && isOrdered(book.asks, ascending)
      ? book
      : undefined;
  }
}

type Order = (a: number, b: number) => number;
const ascending: Order = (a, b) => a - b;
const descending: Order = (a, b) => b - a;

function isOrdered(side: readonly BookLevel[], order: Order): boolean {
  return (
    side.length <= bookDepth &&
    side.every(([ticks, lots], at) => {
      const before = side[at - 1];
      return ticks > 0 && lots > 0 && (!before || order(before[0], ticks) < 0);
    })
  );
}

/** A side with its changes applied, both in one scale. */
function applied(
  side: readonly BookLevel[],
  changed: readonly BookLevel[],
  order: Order,
): BookLevel[] {
  const byTicks = new Map(side);
  for (const [ticks, lots] of changed) {
    if (lots === 0) byTicks.delete(ticks);
    else byTicks.set(ticks, lots);
  }
  return [...byTicks].sort((a, b) => order(a[0], b[0]));
}

function toLevels(
  side: readonly (readonly [number, number])[],
  scale: BookScale,
): BookLevel[] | undefined {
  const whole: BookLevel[] = [];
  for (const [price, amount] of side) {
    const [ticks, lots] = [unitsOf(price, scale.price), unitsOf(amount, scale.amount)];
    if (ticks === undefined || lots === undefined) return undefined;
    whole.push([ticks, lots]);
  }
  return whole;
}

/**
 * A wire number as an integer of 10^-decimals; undefined where it is not exactly one. The venue divides an
 * integer by the power of ten, which rounds once: the same division here must give the same number.
 */
function unitsOf(value: number, decimals: number): number | undefined {
  const units = Math.round(value * 10 ** decimals);
  return Number.isSafeInteger(units) && units >= 0 && units / 10 ** decimals === value
    ? units
    : undefined;
}

function widened(scale: BookScale, side: readonly (readonly [number, number])[]): BookScale {
  let { price, amount } = scale;
  for (const [ofPrice, ofAmount] of side) {
    if (unitsOf(ofPrice, price) === undefined) price = Math.max(price, decimalsOf(ofPrice));
    if (unitsOf(ofAmount, amount) === undefined) amount = Math.max(amount, decimalsOf(ofAmount));
  }
  return price === scale.price && amount === scale.amount ? scale : { price, amount };
}

/** Decimals of a number's shortest notation: 1.5e-7 has eight. */
function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = value.toString().split("e");
  return Math.max(0, (digits.split(".")[1]?.length ?? 0) - Number(exponent));
}
