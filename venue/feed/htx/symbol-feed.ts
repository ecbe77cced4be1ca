import * as v from "valibot";
import { middleOf, mostMids, quotedIndex, quotedSec } from "#protocol/rules/quoted-index.ts";
import { markPrice } from "../mark-price.ts";
import { fundingSeconds } from "../funding.ts";
import type { Book, Candle, QuoteLog, SymbolSpec, Ticker, Trade } from "../market-source.ts";
import {
  type HtxTrade,
  isSoundCandle,
  pushes,
  toCandle,
  toFigures,
  toLevels,
  toUnits,
} from "./htx-shapes.ts";
import { SecondRing } from "./sample-ring.ts";
import { TickFilter } from "./tick-filter.ts";

const maxTrades = 2000;
const bookLevels = 150;
/** The mark is smoothed by so many seconds of basis. */
const basisWindowSec = 30;
/** Quotes are published within five minutes (tick-log.ts). */
const loggedMs = 8 * 60_000;
/** An upstream time further ahead of our clock than this is invalid: accepted, it would make all later pushes look old. */
const maxAheadMs = 300_000;
/** Seconds of index and mark stored where something is settled by them. */
const longRing = 48 * 3600 + 600;
const shortRing = 600;

export type PushKind = keyof typeof pushes;

/** Opens a ring whose samples outlive the process. */
export type OpenRing = (spec: SymbolSpec, what: "index" | "mark", length: number) => SecondRing;

/** Index and mark of a second, in 10^-(pricePrecision+2). */
export interface Sample {
  index: number | undefined;
  mark: number | undefined;
}

interface Quotes {
  bid: number;
  bidSize: number;
  ask: number;
  askSize: number;
}

/** One symbol's market data, from pushes that passed the filter. */
export class SymbolFeed {
  spec: SymbolSpec;
  /** When a push was last accepted, our clock, ms. */
  heardAt = 0;
  book: Book | undefined;
  /** The live minute of the stream. */
  minute: Candle | undefined;
  index: SecondRing;
  mark: SecondRing;
  #figures: Omit<Candle, "id"> | undefined;
  #quotes: Quotes | undefined;
  /** Trades of the stream, oldest first: orders are matched against these. */
  #trades: Trade[] = [];
  readonly #tradeIds = new Set<string>();
  /** Older and missed trades, read by REST. For display only: a window that was matched once must not gain trades later. */
  #restTrades: readonly Trade[] = [];
  #hasRestTrades = false;
  #hasGap = false;
  readonly #filter = new TickFilter();
  readonly #lastTs = new Map<PushKind | "quotes", number>();
  /** The last push of each kind, accepted or not. */
  readonly #lastPush = new Map<PushKind, { ts: number; tick: unknown }>();
  #mids: { at: number; mid: number }[] = [];
  #basis: number[] = [];
  #quoteLog: QuoteLog["quotes"] = [];
  readonly #loggedSince: number;

  readonly #openRing: OpenRing;

  /** @param now our clock, ms */
  constructor(spec: SymbolSpec, openRing: OpenRing, now: number) {
    this.spec = spec;
    this.#loggedSince = now;
    this.#openRing = openRing;
    this.index = spec.second ? openRing(spec, "index", longRing) : new SecondRing(shortRing);
    this.mark = new SecondRing(1);
  }

  /** Makes the symbol trade as a contract too. */
  setContract(contract: NonNullable<SymbolSpec["contract"]>): void {
    this.spec = { ...this.spec, contract };
    if (!this.spec.second) this.index = this.#openRing(this.spec, "index", longRing);
    this.mark = this.#openRing(this.spec, "mark", longRing);
  }

  /** Undefined until both the 24 h figures and the best quotes have come. */
  ticker(): Ticker | undefined {
    return (
      this.#figures &&
      this.#quotes && {
        symbol: this.spec.symbol,
        ...this.#figures,
        ...this.#quotes,
        ts: this.heardAt,
      }
    );
  }

  /**
   * Takes in the `tick` of a push with HTX's time `ts`, received at `now`; false where it is malformed,
   * old, a repetition, or not plausible.
   */
  take(kind: PushKind, tick: unknown, ts: number, now: number): boolean {
    if (
      ts > now + maxAheadMs ||
      ts < (this.#lastTs.get(kind) ?? 0) ||
      this.#isRepeat(kind, tick, ts)
    )
      return false;
    if (!this.#takeKind(kind, tick, ts, now)) return false;
    this.#lastTs.set(kind, ts);
    this.heardAt = now;
    return true;
  }

  /** Takes figures and quotes read by REST; fills only what the stream has not sent yet. */
  fill(figures: Omit<Candle, "id">, quotes: Quotes, now: number): boolean {
    if (
      this.ticker() ||
      !isSoundCandle(figures) ||
      !isSoundQuotes(quotes) ||
      !this.#filter.accepts(figures.close, now)
    )
      return false;
    this.#figures ??= figures;
    this.#quotes ??= quotes;
    this.heardAt = now;
    return true;
  }

  /** After a lost connection the trades in between are unknown, and so is the newest time of HTX's clock. */
  noteLostConnection(): void {
    this.minute = undefined;
    this.#hasGap = true;
    this.#hasRestTrades = false;
    this.#lastTs.clear();
  }

  /** Whether REST should be asked before so many trades are read. */
  lacksTrades(size: number): boolean {
    return !this.#hasRestTrades && (this.#hasGap || this.#trades.length < size);
  }

  /** Newest first. */
  latestTrades(size: number): Trade[] {
    if (this.#restTrades.length === 0) return this.#trades.slice(-size).toReversed();
    const row = this.#restTrades.filter(({ id }) => !this.#tradeIds.has(id));
    return [...row, ...this.#trades]
      .sort((a, b) => a.ts - b.ts)
      .slice(-Math.min(size, maxTrades))
      .toReversed();
  }

  /** Oldest first, `fromTs <= ts < toTs`. */
  tradesBetween(fromTs: number, toTs: number): Trade[] {
    return this.#trades.filter(({ ts }) => ts >= fromTs && ts < toTs);
  }

  /** Takes the latest trades read by REST; none is shown as later than `until`. */
  fillTrades(trades: readonly HtxTrade[], until: number): void {
    this.#hasRestTrades = true;
    this.#hasGap = false;
    const byId = new Map(
      trades.flatMap((row) => {
        const trade = this.#toTrade(row, Math.min(row.ts, until));
        return trade ? [[trade.id, trade]] : [];
      }),
    );
    // HTX sends the newest first, also among those with the same time.
    this.#restTrades = [...byId.values()]
      .toReversed()
      .sort((a, b) => a.ts - b.ts)
      .slice(-maxTrades);
  }

  /** Takes the 1 Hz samples of `second`: index from the mids of the last 3 s, mark from index, basis and funding. */
  sample(second: number, funding: { rate: number; settlesAt: number } | undefined): Sample {
    const index = quotedIndex(this.#mids, second);
    this.#keepIndex(second, index);
    const mark =
      index !== undefined && this.spec.contract && this.#figures
        ? this.#markAt(second, index, this.#figures.close, funding)
        : undefined;
    this.#keepMark(second, mark);
    return { index, mark };
  }

  /** Takes over the samples of `second` that another process has taken. */
  takeSample(second: number, { index, mark }: Sample): void {
    this.#keepIndex(second, index);
    this.#keepMark(second, mark);
  }

  #keepIndex(second: number, index: number | undefined): void {
    const end = second * 1000;
    const newest = this.#mids.findLast(({ at }) => at <= end);
    this.#mids = this.#mids.filter(({ at }) => at > end - quotedSec * 1000);
    if (index === undefined) return;
    this.index.set(second, index);
    if (newest) this.#basis = [...this.#basis, newest.mid - index].slice(-basisWindowSec);
  }

  #keepMark(second: number, mark: number | undefined): void {
    if (mark !== undefined && this.spec.contract) this.mark.set(second, mark);
  }

  #markAt(
    second: number,
    index: number,
    lastTicks: number,
    funding: { rate: number; settlesAt: number } | undefined,
  ): number {
    const secondsLeft = funding
      ? Math.min(fundingSeconds, Math.max(0, funding.settlesAt / 1000 - second))
      : 0;
    const basis = this.#basis.reduce((sum, value) => sum + value, 0) / this.#basis.length;
    return markPrice({
      index,
      fundingRate: funding?.rate ?? 0,
      secondsLeft,
      periodSeconds: fundingSeconds,
      basis,
      last: lastTicks * 100,
    });
  }

  /** A repeated push proves nothing: neither that the market is live nor that an unusual price is true. */
  #isRepeat(kind: PushKind, tick: unknown, ts: number): boolean {
    const last = this.#lastPush.get(kind);
    this.#lastPush.set(kind, { ts, tick });
    return last?.ts === ts && JSON.stringify(last.tick) === JSON.stringify(tick);
  }

  #takeKind(kind: PushKind, tick: unknown, ts: number, now: number): boolean {
    switch (kind) {
      case "detail":
        return this.#takeDetail(tick, now);
      case "bbo":
        return this.#takeBbo(tick, ts, now);
      case "depth":
        return this.#takeDepth(tick, ts, now);
      case "trade":
        return this.#takeTrades(tick, now);
      case "kline":
        return this.#takeMinute(tick, now);
    }
  }

  #takeDetail(tick: unknown, now: number): boolean {
    const parsed = v.safeParse(pushes.detail, tick);
    if (!parsed.success) return false;
    const figures = toFigures(parsed.output, this.spec);
    if (!isSoundCandle(figures) || !this.#filter.accepts(figures.close, now)) return false;
    this.#figures = figures;
    return true;
  }

  #takeBbo(tick: unknown, ts: number, now: number): boolean {
    const parsed = v.safeParse(pushes.bbo, tick);
    if (!parsed.success) return false;
    const { bid, bidSize, ask, askSize } = parsed.output;
    const { pricePrecision, amountPrecision } = this.spec;
    return this.#takeQuotes(
      {
        bid: toUnits(bid, pricePrecision),
        bidSize: toUnits(bidSize, amountPrecision),
        ask: toUnits(ask, pricePrecision),
        askSize: toUnits(askSize, amountPrecision),
      },
      ts,
      now,
    );
  }

  #takeDepth(tick: unknown, ts: number, now: number): boolean {
    const parsed = v.safeParse(pushes.depth, tick);
    const bids = parsed.success ? toLevels(parsed.output.bids, this.spec, "bids") : undefined;
    const asks = parsed.success ? toLevels(parsed.output.asks, this.spec, "asks") : undefined;
    const [bid, ask] = [bids?.[0], asks?.[0]];
    if (!parsed.success || !bids || !asks || !bid || !ask) return false;
    if (!this.#takeQuotes({ bid: bid[0], bidSize: bid[1], ask: ask[0], askSize: ask[1] }, ts, now))
      return false;
    const upstream = Number.isSafeInteger(parsed.output.version) ? parsed.output.version : 0;
    const version = Math.max(upstream, (this.book?.version ?? 0) + 1);
    this.book = {
      symbol: this.spec.symbol,
      version,
      ts: now,
      bids: bids.slice(0, bookLevels),
      asks: asks.slice(0, bookLevels),
    };
    return true;
  }

  #takeQuotes(quotes: Quotes, ts: number, now: number): boolean {
    if (
      !isSoundQuotes(quotes) ||
      !this.#filter.accepts(Math.round((quotes.bid + quotes.ask) / 2), now)
    )
      return false;
    // A snapshot of the book may come later than a quote that is newer.
    if (ts < (this.#lastTs.get("quotes") ?? 0)) return true;
    this.#lastTs.set("quotes", ts);
    this.#quotes = quotes;
    const { bid, ask } = quotes;
    this.#mids.push({ at: now, mid: middleOf(bid, ask) });
    if (this.#mids.length > mostMids) this.#mids.shift();
    if (this.spec.second) this.#log(bid, ask, ts, now);
    return true;
  }

  #log(bid: number, ask: number, ts: number, now: number): void {
    this.#quoteLog.push({ at: now, ts, bid, ask });
    const gone = this.#quoteLog.findIndex(({ at }) => at > now - loggedMs);
    if (gone > 1000) this.#quoteLog.splice(0, gone);
  }

  /** The best quotes that were received in a span of our clock (Unix ms), its end not included; undefined where it is longer ago than is logged. */
  quotesBetween(from: number, to: number, now: number): QuoteLog | undefined {
    if (from < now - loggedMs) return undefined;
    return {
      since: this.#loggedSince,
      quotes: this.#quoteLog.filter(({ at }) => at >= from && at < to),
    };
  }

  #takeTrades(tick: unknown, now: number): boolean {
    const parsed = v.safeParse(pushes.trade, tick);
    if (!parsed.success) return false;
    const fresh: Trade[] = [];
    for (const heard of parsed.output.data.toSorted((a, b) => a.ts - b.ts)) {
      const trade = this.#toTrade(heard, now);
      if (!trade || this.#tradeIds.has(trade.id)) continue;
      // Trades of one push must not confirm each other.
      if (!this.#filter.accepts(trade.price, now)) break;
      fresh.push(trade);
      this.#tradeIds.add(trade.id);
    }
    this.#trades.push(...fresh);
    for (const gone of this.#trades.splice(0, Math.max(0, this.#trades.length - maxTrades)))
      this.#tradeIds.delete(gone.id);
    const last = fresh.at(-1);
    if (last && this.#figures) {
      const { high, low } = this.#figures;
      this.#figures = {
        ...this.#figures,
        close: last.price,
        high: Math.max(high, last.price),
        low: Math.min(low, last.price),
      };
    }
    return fresh.length > 0;
  }

  #takeMinute(tick: unknown, now: number): boolean {
    const parsed = v.safeParse(pushes.kline, tick);
    if (!parsed.success) return false;
    const minute = toCandle(parsed.output, this.spec);
    const isTimely =
      minute.id % 60 === 0 &&
      minute.id >= (this.minute?.id ?? 0) &&
      minute.id * 1000 <= now + maxAheadMs;
    if (!isTimely || !isSoundCandle(minute) || !this.#filter.accepts(minute.close, now))
      return false;
    this.minute = minute;
    return true;
  }

  /** Times of trades are those of our clock: a window that was matched once must not gain trades later. */
  #toTrade(trade: HtxTrade, ts: number): Trade | undefined {
    const price = toUnits(trade.price, this.spec.pricePrecision);
    const amount = toUnits(trade.amount, this.spec.amountPrecision);
    if (!Number.isSafeInteger(price) || price <= 0 || !Number.isSafeInteger(amount) || amount <= 0)
      return undefined;
    return {
      id: String(trade.tradeId ?? trade["trade-id"] ?? trade.id),
      ts,
      price,
      amount,
      direction: trade.direction,
    };
  }
}

function isSoundQuotes({ bid, bidSize, ask, askSize }: Quotes): boolean {
  return (
    [bid, ask].every((price) => Number.isSafeInteger(price) && price > 0) &&
    bid < ask &&
    [bidSize, askSize].every((size) => Number.isSafeInteger(size) && size >= 0)
  );
}
