import type { Level } from "../../../venue/feed/market-source.ts";
import { createPerpetualEngine } from "../../../venue/contracts/engine.ts";
import type { Store } from "../../../venue/store/store.ts";
import type { FixedSource } from "../../harness/venue/fixed-source.ts";
import { insertSomebody } from "../../harness/venue/bare-account.ts";
import { openStage } from "./contracts-stage.ts";

/** 2023-11-15T00:00:00Z, the first funding instant after a fixed source starts. */
export const firstFunding = 1_700_006_400_000;

export interface Shown {
  /** In ticks of two decimals. */
  mark?: number;
  last?: number;
  bids?: readonly Level[];
  asks?: readonly Level[];
}

/** The stage of contracts with its engine: nothing moves but by `show`. */
export async function openEngineStage(store: Store, source?: FixedSource) {
  const stage = await openStage(store, source);
  const engine = createPerpetualEngine(stage);
  const market = stage.source;

  /** Lets time pass and bitcoin's market show something new, and says nothing to the engine. */
  function move(ms: number, { mark, last, bids, asks }: Shown = {}): void {
    market.advance(ms);
    for (const { symbol } of market.symbols()) {
      const isBitcoin = symbol === "btcusdt";
      const book = market.setBook(
        symbol,
        isBitcoin ? { ...(bids && { bids }), ...(asks && { asks }) } : {},
      );
      market.setTicker(symbol, {
        bid: book.bids[0]?.[0] ?? 0,
        ask: book.asks[0]?.[0] ?? 0,
        ...(isBitcoin && last !== undefined && { close: last }),
      });
    }
    if (mark !== undefined) market.setMark("btcusdt", mark * 100);
  }

  return {
    ...stage,
    engine,
    move,
    /** Gives a user money, who then is somebody who can be notified of a liquidation. */
    async fund(user: number, amount: string): Promise<void> {
      await insertSomebody(store, user);
      await stage.fund(user, amount);
    },
    /** The same, and one pass of the engine. */
    async show(shown: Shown = {}, ms = 1000) {
      move(ms, shown);
      await engine.tick();
    },
    /** Another engine, as after a restart or in another process. */
    another: () => createPerpetualEngine(stage),
    /** What the source says of a funding instant. */
    settleAt(at: number, rate: string, index?: number) {
      if (index !== undefined) market.setIndex("btcusdt", at / 1000, [index * 100]);
      market.addFundingSettled({
        contractCode: "BTC-USDT",
        fundingRate: rate,
        realizedRate: rate,
        fundingTime: at,
      });
    },
    fundings: () =>
      store.read((db) =>
        db.selectFrom("contract_funding").selectAll().orderBy("funding_at").execute(),
      ),
    fills: () =>
      store.read((db) =>
        db.selectFrom("contract_fill").selectAll().orderBy("order_id").orderBy("seq").execute(),
      ),
    /** Money of a pocket of the venue, in minor units. */
    async house(kind: "liquidity" | "fee" | "funding" | "insurance") {
      const row = await store.read((db) =>
        db
          .selectFrom("account")
          .select("balance")
          .where("owner", "=", "venue")
          .where("kind", "=", kind)
          .where("currency", "=", "USDT")
          .executeTakeFirst(),
      );
      return row?.balance ?? 0n;
    },
  };
}

export type EngineStage = Awaited<ReturnType<typeof openEngineStage>>;
