/**
 * Times in which the venue was not there (rules.md, 3): its process ended, the feed was halted, or the market
 * suspended. Who holds something in a market then has a minute to act before anything happens to it.
 */
import type { AddNotice } from "../deps/new-notice.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import type { MarketSource, SymbolSpec } from "../feed/market-source.ts";
import type { Db } from "../store/schema.ts";
import {
  forgetPresences,
  hasPositions,
  type MarketPresence,
  meetBookAgain,
  readMarketsInUse,
  readPresence,
  readPresences,
  readWaitingOwners,
  touchPresences,
  writePresence,
} from "./standstill-rows.ts";

/** A market that was away for longer stood still: as long as a market order waits for a price. */
export const standstillMs = 10_000;
/** For so long owners may act before what was open goes on. */
export const actMs = 60_000;
/** A market of a live feed from which nothing came for so long was away as well; a quiet one is not. */
const quietMs = 600_000;
/** A shorter standstill is announced only to those whom it changed something for. */
export const noticedMs = 60_000;

/** Decimals that mark prices have beyond the ticks of their market. */
const markDecimals = 2;

export interface StandstillWatch {
  /** Notes which markets are there, and reopens those that were away. To be called before anything is filled. */
  tick(): Promise<void>;
}

type WatchDeps = Pick<VenueDeps, "store" | "source" | "clock"> & { addNotice: AddNotice };

type Seen = Pick<MarketPresence, "symbol" | "seen_at" | "mark" | "mark_scale">;

/** Several processes may watch one database: a market is there as long as one of them sees it. */
export function createStandstillWatch({
  store,
  source,
  clock,
  addNotice,
}: WatchDeps): StandstillWatch {
  /** When this process last saw each market. What was opened before its first look was opened while it ran. */
  const seen = new Map<string, number>();
  const startedAt = clock.now();

  /**
   * Whether somebody has a position in the market. Only then does the contract engine see positions through a
   * standstill and note that it is settled.
   */
  async function isHeld(db: Db, symbol: string): Promise<boolean> {
    const code = source.spec(symbol)?.contract?.contractCode;
    return code !== undefined && (await hasPositions(db, code));
  }

  async function reopen(present: Seen, from: number): Promise<void> {
    const { symbol, mark, mark_scale, seen_at: now } = present;
    await store.command(async (tx) => {
      const row = await readPresence(tx.db, symbol);
      // Another process was faster.
      if (row && now - row.seen_at <= standstillMs) return;
      const isComparable = row?.mark_scale === mark_scale;
      const before = isComparable ? (row?.mark ?? null) : null;
      await writePresence(tx.db, {
        ...present,
        left_at: from,
        reopened_at: now,
        mark_before: before,
        mark_after: mark,
        is_settled: before === null || mark === null || !(await isHeld(tx.db, symbol)) ? 1 : 0,
      });
      await meetBookAgain(tx.db, symbol);
      if (now - from < noticedMs) return;
      for (const userId of await readWaitingOwners(tx.db, symbol))
        await addNotice(tx, {
          userId,
          kind: "standstill",
          refType: "market",
          refId: symbol,
          facts: { market: nameOf(source.spec(symbol)), from, to: now, until: now + actMs },
          now,
        });
    });
  }

  return {
    async tick() {
      const now = clock.now();
      const present = presentMarkets(source, now);
      const codes = new Map(
        source
          .symbols()
          .flatMap(({ symbol, contract }) => (contract ? [[contract.contractCode, symbol]] : [])),
      );
      const used = await store.read((db) => readMarketsInUse(db, (code) => codes.get(code)));
      const rows = new Map(
        (await store.read(readPresences)).map((row) => [row.symbol, row] as const),
      );
      const there: Seen[] = [];
      const away: { market: Seen; from: number }[] = [];
      for (const symbol of used) {
        const market = present.get(symbol);
        if (!market) continue;
        const row = rows.get(symbol);
        const from = Math.max(row?.seen_at ?? 0, seen.get(symbol) ?? (row ? 0 : startedAt));
        if (now - from <= standstillMs) there.push(market);
        // The one before comes first: a process ended before it had seen all positions through it.
        else if (row?.is_settled === 0 && (await store.read((db) => isHeld(db, symbol))))
          present.delete(symbol);
        else away.push({ market, from });
      }
      const unused =
        source.symbols().length > 0 ? [...rows.keys()].filter((symbol) => !used.has(symbol)) : [];
      for (const { market, from } of away) await reopen(market, from);
      if (there.length + unused.length > 0)
        await store.command(async (tx) => {
          await touchPresences(tx.db, there);
          await forgetPresences(tx.db, unused);
        });
      for (const symbol of present.keys()) seen.set(symbol, now);
    },
  };
}

function nameOf(spec: SymbolSpec | undefined): string {
  return spec ? `${spec.base}/${spec.quote}` : "";
}

/** The markets in which something could happen at this moment. */
function presentMarkets(source: MarketSource, now: number): Map<string, Seen> {
  const present = new Map<string, Seen>();
  const { state, lastTickTs } = source.health();
  if (state !== "live" || now - lastTickTs > standstillMs) return present;
  for (const spec of source.symbols()) {
    const ticker = source.ticker(spec.symbol);
    if (spec.state !== "online" || !ticker || now - ticker.ts > quietMs) continue;
    const mark = markOf(source, spec);
    if (mark === undefined) continue;
    present.set(spec.symbol, {
      symbol: spec.symbol,
      seen_at: now,
      mark,
      mark_scale: spec.pricePrecision + markDecimals,
    });
  }
  return present;
}

/** Null for a coin without a contract; undefined while a contract has no mark price. */
function markOf(source: MarketSource, { symbol, contract }: SymbolSpec): bigint | null | undefined {
  if (!contract) return null;
  const mark = source.mark(symbol);
  return mark === undefined || mark <= 0 ? undefined : BigInt(mark);
}

/** What a market's last standstill means to a command at this moment. */
export interface Reopening {
  /** The venue has yet to notice that it was away or, of positions, to see them through it: nothing may happen. */
  isAway: boolean;
  /** What was there before this (Unix ms) has its minute; undefined where nothing has. */
  actingSince: number | undefined;
  presence: MarketPresence | undefined;
}

export async function readReopening(
  db: Db,
  symbol: string,
  now: number,
  of: "orders" | "positions" = "positions",
): Promise<Reopening> {
  const presence = await readPresence(db, symbol);
  if (!presence) return { isAway: false, actingSince: undefined, presence };
  const { seen_at, reopened_at, is_settled } = presence;
  return {
    isAway: now - seen_at > standstillMs || (of === "positions" && is_settled === 0),
    actingSince: reopened_at !== null && now < reopened_at + actMs ? reopened_at : undefined,
    presence,
  };
}

export interface LastStandstill {
  from: number;
  to: number;
  /** What was open goes on after this. */
  until: number;
}

/** The standstill after which owners have their minute at `now`, of whatever market; null where there is none. */
export async function readLastStandstill(db: Db, now: number): Promise<LastStandstill | null> {
  const ended = (await readPresences(db)).flatMap(({ left_at: from, reopened_at: to }) =>
    from !== null && to !== null && now < to + actMs ? [{ from, to, until: to + actMs }] : [],
  );
  return ended.sort((a, b) => b.to - a.to)[0] ?? null;
}
