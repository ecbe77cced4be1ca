import type { VenueDeps } from "../deps/venue-deps.ts";
import { inBatches } from "../matching/batches.ts";
import type { Print } from "../matching/maker-matching.ts";
import { isFresh, readRecentMarket, readSnapshot, type Snapshot } from "../matching/market-view.ts";
import { reachesMakers, reachesStops, type Traded } from "../matching/reach.ts";
import { readReopening } from "../matching/standstill.ts";
import type { Transaction } from "../store/store.ts";
import { lockCursor, type Place, readWaiting, type Waiting } from "./fills/due-rows.ts";
import { fillMakers } from "./fills/fill-makers.ts";
import { fillTakers, type Pass, triggerStops } from "./fills/fill-takers.ts";

export interface SpotEngine {
  /** One pass over what is due now. Calls during a pass join it; what fails is logged and due again next time. */
  tick(): Promise<void>;
}

export type EngineDeps = Pick<VenueDeps, "store" | "source" | "clock" | "log" | "bus">;

/**
 * Fills coin orders (rules.md, 3). In one pass over a market stops come first, then orders that have not met a
 * book yet, by id, then resting orders, by price and id; a cancel has the order's lock, or comes
 * before or after. Twice, late, after a restart or in several processes at once: one process at a time has
 * a market, each fill is written with the snapshot or trade it used, and nothing is used twice.
 */
export function createSpotEngine({ store, source, clock, log, bus }: EngineDeps): SpotEngine {
  let running: Promise<void> | undefined;

  async function pass(): Promise<void> {
    for (const waiting of await store.read(readWaiting)) {
      try {
        await passMarket(waiting);
      } catch (error) {
        log("error", "spot orders not filled", { symbol: waiting.symbol, error });
      }
    }
  }

  /** What no price has reached costs no more than asking the market. */
  async function passMarket(waiting: Waiting): Promise<void> {
    const { symbol, hasTakers, topBuy, lowSell, lowGte, highLte } = waiting;
    const hasOthers = [topBuy, lowSell, lowGte, highLte].some((price) => price !== null);
    const recent = hasOthers ? await readRecentMarket(source, symbol, clock.now()) : undefined;
    const hasStops = recent !== undefined && reachesStops(waiting, recent.traded);
    if (hasTakers || hasStops) await settleTakers(symbol, hasStops ? recent.traded : []);
    if (recent && reachesMakers(waiting, recent.quotes, recent.prints))
      await settleMakers(symbol, recent.prints);
  }

  async function settleTakers(symbol: string, traded: readonly Traded[]): Promise<void> {
    let after: number | undefined = 0;
    await inBatches(
      async (batch) => {
        // Read again for each batch, so that a long queue is not filled from the book its first order saw.
        const snapshot = await readSnapshot(source, symbol, clock.now());
        const done: { after: number | undefined; isMore: boolean } | undefined =
          await store.command(async (tx) => {
            const turn = await takeTurn(tx, symbol, snapshot);
            if (!turn) return undefined;
            const next =
              after === undefined
                ? undefined
                : await triggerStops(tx, turn.pass, batch, {
                    traded: traded.filter(({ ts }) => isFresh(ts, turn.pass.now)),
                    after,
                  });
            // All stops come before any of those that wait for a book.
            if (next !== undefined) return { after: next, isMore: true };
            return { after: undefined, isMore: await fillTakers(tx, turn.pass, batch, snapshot) };
          });
        after = done?.after;
        return done?.isMore ?? false;
      },
      log,
      "spot order",
    );
  }

  async function settleMakers(symbol: string, prints: readonly Print[]): Promise<void> {
    const snapshot = await readSnapshot(source, symbol, clock.now());
    if (!snapshot) return;
    let floor: number | undefined;
    let ours: number | undefined;
    for (const side of ["buy", "sell"] as const) {
      let after: Place | undefined;
      await inBatches(
        async (batch) => {
          const done = await store.command(async (tx) => {
            const turn = await takeTurn(tx, symbol, snapshot);
            if (!turn) return undefined;
            // What this pass began to use up it may go on with: what was taken of each trade is written with the fills.
            floor ??= turn.printedAt;
            const from = turn.printedAt === ours ? floor : turn.printedAt;
            const left = prints.filter(({ ts }) => ts >= from && isFresh(ts, turn.pass.now));
            return fillMakers(tx, turn.pass, batch, { side, after, snapshot, prints: left });
          });
          ours = done?.printedAt ?? ours;
          after = done?.after;
          return after !== undefined;
        },
        log,
        "spot order",
      );
    }
  }

  /**
   * The market for this command alone; undefined where another process has it, the snapshot went stale while
   * the database was waited for, or the market stood still and was not reopened.
   */
  async function takeTurn(
    tx: Transaction,
    symbol: string,
    snapshot: Snapshot | undefined,
  ): Promise<{ pass: Pass; printedAt: number } | undefined> {
    const now = clock.now();
    if (snapshot && !isFresh(snapshot.book.ts, now)) return undefined;
    const printedAt = await lockCursor(tx.db, symbol);
    if (printedAt === undefined) return undefined;
    const { isAway, actingSince } = await readReopening(tx.db, symbol, now, "orders");
    // A market that shows nothing fills nothing: orders may time out in it.
    return isAway && snapshot ? undefined : { pass: { symbol, bus, now, actingSince }, printedAt };
  }

  return {
    tick: () => (running ??= pass().finally(() => (running = undefined))),
  };
}
