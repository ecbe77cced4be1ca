import type { VenueDeps } from "../deps/venue-deps.ts";
import { type Batch, inBatches } from "../matching/batches.ts";
import { isFresh, readRecentMarket } from "../matching/market-view.ts";
import { reachesMakers } from "../matching/reach.ts";
import { readPresence } from "../matching/standstill-rows.ts";
import { marketOf, type Prices } from "./records/contract-market.ts";
import { readWaitingContracts, type WaitingContract } from "./fills/due-rows.ts";
import { fillMakers, type Place } from "./fills/fill-makers.ts";
import { fillTakers } from "./fills/fill-takers.ts";
import { FundingRates } from "./funding/funding-rates.ts";
import { fundingBefore } from "./rules/funding-time.ts";
import { liquidatePositions, slackOf } from "./fills/liquidate.ts";
import { settleFunding } from "./funding/settle-funding.ts";
import { settlePositions } from "./fills/settle-standstill.ts";
import { triggerPositions } from "./fills/trigger-positions.ts";
import { warnPositions } from "./fills/warn-positions.ts";
import { reachedBy, type TriggerKind } from "./rules/triggers.ts";
import {
  type OpenTurn,
  type Turn,
  type View,
  freshPrices,
  isOpenTurn,
  readView,
  takeTurn,
} from "./fills/market-lock.ts";

export interface PerpetualEngine {
  /** One pass over what is due now. Calls during a pass join it; what fails is logged and due again next time. */
  tick(): Promise<void>;
}

export type PerpetualEngineDeps = Pick<
  VenueDeps,
  "store" | "source" | "currencies" | "clock" | "log" | "bus"
>;

/**
 * Moves contracts (rules.md, 4). In one pass over a contract a standstill goes first, then funding, liquidation, warnings of it, stop
 * losses, take profits, orders that have yet to meet a book, by number, and those that rest, by price and
 * number. Twice, late, after a restart or in several processes at once: one process at a time has a
 * contract, each movement is keyed, and what it follows from is read again where it is locked.
 */
export function createPerpetualEngine(deps: PerpetualEngineDeps): PerpetualEngine {
  const { store, source, currencies, clock, log, bus } = deps;
  const rates = new FundingRates(source);
  let running: Promise<void> | undefined;

  async function pass(): Promise<void> {
    for (const waiting of await store.read(readWaitingContracts)) {
      try {
        await passContract(waiting);
      } catch (error) {
        log("error", "contract not moved", { code: waiting.code, error });
      }
    }
  }

  /** What no price has reached costs no more than asking the market. */
  async function passContract(waiting: WaitingContract): Promise<void> {
    const { code, fundedAt, hasTakers, topBuy, lowSell } = waiting;
    if (fundedAt !== null) rates.remember(code, clock.now());
    await seeThroughStandstill(code);
    const isFunding = fundedAt !== null && fundedAt < fundingBefore(clock.now());
    if (isFunding) await fund(code, fundedAt);
    const market = marketOf(source, currencies, code);
    const prices: Prices = market
      ? freshPrices(source, market, clock.now())
      : { mark: null, last: null, ts: 0 };
    if (isFunding || reachesLiquidations(waiting, prices)) await liquidate(code);
    if (reachesWarnings(waiting, prices)) await warn(code);
    for (const kind of ["sl", "tp"] as const)
      if (reachesTriggers(waiting, prices)) await trigger(code, kind);
    if (hasTakers) await inTurns(code, fillTakers, "contract order");
    if (topBuy !== null || lowSell !== null) await settleMakers(waiting);
  }

  /** Before anything else happens to a position, it counts what it may of a time in which nobody could act. */
  async function seeThroughStandstill(code: string): Promise<void> {
    const market = marketOf(source, currencies, code);
    if (!market) return;
    const presence = await store.read((db) => readPresence(db, market.spec.symbol));
    if (presence?.is_settled !== 0) return;
    await inBatches(
      async (batch) => {
        const view = await look(code);
        return await store.command(async (tx) => {
          const turn = await takeTurn(tx, view, { bus, now: clock.now(), first: "standstill" });
          return turn !== undefined && settlePositions(turn, batch);
        });
      },
      log,
      "standstill",
    );
  }

  /** What a contract's market shows now; without its listing nothing but its name. */
  function look(code: string): Promise<View> {
    return readView(source, { code, market: marketOf(source, currencies, code) }, clock.now());
  }

  /** Read again for each batch, so that a long queue is not filled at the prices its first order saw. */
  async function inTurns(
    code: string,
    step: (turn: Turn, batch: Batch) => Promise<boolean>,
    what: string,
  ): Promise<void> {
    await inBatches(
      async (batch) => {
        const view = await look(code);
        return await store.command(async (tx) => {
          const turn = await takeTurn(tx, view, { bus, now: clock.now() });
          return turn !== undefined && step(turn, batch);
        });
      },
      log,
      what,
    );
  }

  /** The same with positions, by id, each of which is looked at once in a pass. */
  async function overPositions(
    code: string,
    step: (turn: OpenTurn, batch: Batch, after: number) => Promise<number[]>,
    what: string,
  ): Promise<void> {
    let after = 0;
    await inBatches(
      async (batch) => {
        const view = await look(code);
        const seen = await store.command(async (tx) => {
          const turn = await takeTurn(tx, view, { bus, now: clock.now() });
          return turn && isOpenTurn(turn) ? step(turn, batch, after) : [];
        });
        after = seen.at(-1) ?? after;
        return seen.length > 0 && seen.length === batch.limit;
      },
      log,
      what,
    );
  }

  const liquidate = (code: string) =>
    overPositions(
      code,
      async (turn, batch, after) => {
        const { mark } = turn.prices;
        return mark ? liquidatePositions(turn, mark, batch, after) : [];
      },
      "liquidation",
    );

  const warn = (code: string) =>
    overPositions(
      code,
      async (turn, batch, after) => {
        const { mark } = turn.prices;
        return mark ? warnPositions(turn, mark, batch, after) : [];
      },
      "warning",
    );

  const trigger = (code: string, kind: TriggerKind) =>
    overPositions(
      code,
      (turn, batch, after) => triggerPositions(turn, batch, { kind, after }),
      "trigger",
    );

  async function fund(code: string, fundedAt: number): Promise<void> {
    const fundingAt = fundingBefore(clock.now());
    const market = marketOf(source, currencies, code);
    const facts = {
      fundingAt,
      rate: market && (await rates.at(code, fundingAt)),
      index: market && source.index(market.spec.symbol, fundingAt / 1000),
    };
    await inBatches(
      async (batch) => {
        const view = await look(code);
        return await store.command(async (tx) => {
          const turn = await takeTurn(tx, view, { bus, now: clock.now(), first: "funding" });
          return turn !== undefined && settleFunding(turn, facts, fundedAt, batch);
        });
      },
      log,
      "funding",
    );
  }

  async function settleMakers(waiting: WaitingContract): Promise<void> {
    const { code } = waiting;
    const market = marketOf(source, currencies, code);
    const recent = market && (await readRecentMarket(source, market.spec.symbol, clock.now()));
    if (!recent || !reachesMakers(waiting, recent.quotes, recent.prints)) return;
    const view = await look(code);
    for (const side of ["buy", "sell"] as const) {
      let after: Place | undefined;
      await inBatches(
        async (batch) => {
          const done = await store.command(async (tx) => {
            const turn = await takeTurn(tx, view, { bus, now: clock.now() });
            return turn && isOpenTurn(turn)
              ? fillMakers(turn, batch, {
                  side,
                  after,
                  prints: recent.prints.filter(({ ts }) => isFresh(ts, turn.now)),
                })
              : undefined;
          });
          after = done?.after;
          return done?.isMore ?? false;
        },
        log,
        "contract order",
      );
    }
  }

  function reachesLiquidations(
    { code, longLiquidation, shortLiquidation }: WaitingContract,
    { mark }: Prices,
  ): boolean {
    const market = marketOf(source, currencies, code);
    if (!mark || !market) return false;
    const slack = slackOf(market.terms, mark);
    return (
      (longLiquidation !== null && longLiquidation >= mark.value - slack) ||
      (shortLiquidation !== null && shortLiquidation <= mark.value + slack)
    );
  }

  return {
    tick: () => (running ??= pass().finally(() => (running = undefined))),
  };
}

function reachesWarnings(
  { longWarning, shortWarning }: WaitingContract,
  { mark }: Prices,
): boolean {
  return (
    mark !== null &&
    ((longWarning !== null && longWarning >= mark.value) ||
      (shortWarning !== null && shortWarning <= mark.value))
  );
}

function reachesTriggers({ triggers }: WaitingContract, prices: Prices): boolean {
  return (["mark", "last"] as const).some((by) => {
    const reached = reachedBy(by, prices);
    const { low, high } = triggers[by];
    return (
      reached !== undefined &&
      ((low !== null && low <= reached.rise) || (high !== null && high >= reached.fall))
    );
  });
}
