import { insertSomebody } from "../../harness/venue/bare-account.ts";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { type CoinOrder, spotEndpoints } from "#protocol/api/spot.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import type { SymbolSpec } from "../../../venue/feed/market-source.ts";
import type { SessionUser } from "../../../venue/deps/handler.ts";
import { readBalances } from "../../../venue/ledger/balances.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { createNotifyBus } from "../../../venue/deps/notify-bus.ts";
import { migrations } from "../../../venue/migrations.ts";
import { createSpotEngine } from "../../../venue/spot/engine.ts";
import { createSpotHandlers } from "../../../venue/spot/handlers.ts";
import { ReviewDesk } from "../../../venue/spot/review/sell-reviews.ts";
import type { Settings } from "../../../venue/settings/settings.ts";
import type { Store } from "../../../venue/store/store.ts";
import { openCurrencies } from "../../../venue/ledger/currency-scales.ts";
import { createAccountBook } from "../../../venue/wallet/assets/account-snapshot.ts";
import { btcusdt, dogeusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import { createCaller } from "../../harness/venue/handler-caller.ts";
import { bring } from "../../harness/venue/ledger-movements.ts";

/** Ten price decimals: its values do not fit the quote's eight. */
export const pepeusdt: SymbolSpec = {
  ...btcusdt,
  symbol: "pepeusdt",
  base: "PEPE",
  name: "Pepe",
  pricePrecision: 10,
  amountPrecision: 0,
  minOrderAmount: "1",
  maxOrderAmount: "1000000000000",
  contract: null,
  second: false,
};

/** The book of vector C1 (rules.md, 3). */
export const c1Asks = [
  [6_000_000, 5000],
  [6_001_000, 10_000],
  [6_005_000, 1_000_000],
] as const;

/** A market order of btcusdt unless it says otherwise. */
export type Draft = Pick<RequestOf<typeof spotEndpoints.coinPlaceOrder>, "side"> &
  Partial<RequestOf<typeof spotEndpoints.coinPlaceOrder>>;

/** Handlers and engine on a database of their own and a market moved by hand. */
export async function openStage(
  store: Store,
  source = new FixedSource([btcusdt, dogeusdt, pepeusdt]),
  sellReviewOver: Settings["sellReviewOver"] = {},
) {
  await store.migrate(migrations);
  const bus = createNotifyBus();
  const logged: unknown[] = [];
  const currencies = await openCurrencies(store, source, source.now);
  const deps = {
    store,
    source,
    bus,
    currencies,
    settings: { sellReviewOver },
    clock: { now: () => source.now },
    log: (_level: string, event: string, facts?: unknown) => void logged.push([event, facts]),
  };
  const spot = createSpotHandlers(deps);
  const wallet = createAccountBook(deps);
  const engine = createSpotEngine(deps);
  const reviews = new ReviewDesk(deps);

  const call = createCaller(store, { now: () => source.now });
  const whole = (draft: Draft) => ({
    symbol: "btcusdt",
    client_order_id: crypto.randomUUID(),
    type: "market" as const,
    ...draft,
  });

  return {
    ...deps,
    engine,
    reviews,
    logged,
    place: (user: number | SessionUser, draft: Draft): Promise<CoinOrder> =>
      call(spotEndpoints.coinPlaceOrder, spot.coinPlaceOrder, user, whole(draft)),
    replace: (
      user: number | SessionUser,
      id: string,
      draft: Draft & { filled_amount?: string },
    ): Promise<CoinOrder> =>
      call(spotEndpoints.coinReplaceOrder, spot.coinReplaceOrder, user, { id, ...whole(draft) }),
    cancel: (user: number | SessionUser, id: string): Promise<CoinOrder> =>
      call(spotEndpoints.coinCancelOrder, spot.coinCancelOrder, user, { id }),
    cancelAll: async (user: number | SessionUser, symbol?: string, ids?: string[]) =>
      (await call(spotEndpoints.coinCancelAll, spot.coinCancelAll, user, { symbol, ids })).canceled,
    order: (user: number, query: RequestOf<typeof spotEndpoints.coinOrder>) =>
      call(spotEndpoints.coinOrder, spot.coinOrder, user, query),
    orders: (user: number, query: RequestOf<typeof spotEndpoints.coinOrders> = {}) =>
      call(spotEndpoints.coinOrders, spot.coinOrders, user, query),
    trades: (user: number, query: RequestOf<typeof spotEndpoints.coinTrades> = {}) =>
      call(spotEndpoints.coinTrades, spot.coinTrades, user, query),
    wallet: async (user: number) =>
      (await call(walletEndpoints.walletBalance, wallet.walletBalance, user, {})).balances,
    bills: (user: number, query: RequestOf<typeof walletEndpoints.tradeRecord> = {}) =>
      call(walletEndpoints.tradeRecord, wallet.tradeRecord, user, query),
    /** Gives a user money, as decimal text. */
    async fund(user: number, currency: string, amount: string): Promise<void> {
      await insertSomebody(store, user);
      await store.command((tx) =>
        bring(tx, {
          user,
          currency,
          amount: parseAmount(amount, currencies.scaleOf(currency)) ?? 0n,
        }),
      );
    },
    /** Winds the clock and lets the market show the same books as new snapshots. */
    async show(ms = 1000, books: Record<string, Parameters<FixedSource["setBook"]>[1]> = {}) {
      source.advance(ms);
      for (const { symbol } of source.symbols()) {
        const {
          bids: [bid],
          asks: [ask],
        } = source.setBook(symbol, books[symbol] ?? {});
        source.setTicker(symbol, { bid: bid?.[0] ?? 0, ask: ask?.[0] ?? 0 });
      }
      await engine.tick();
    },
    /** Available and frozen as decimal text. */
    async money(user: number, currency: string) {
      const balances = (await store.read((db) => readBalances(db, user))).get(currency);
      const text = (minor = 0n) => formatAmount(minor, currencies.scaleOf(currency));
      return [text(balances?.available), text(balances?.frozen)];
    },
    violations: () => store.read((db) => coherent(db)),
    /** Everything in the books, to see that nothing moved. */
    books: () =>
      store.read(async (db) => ({
        accounts: await db.selectFrom("account").selectAll().orderBy("id").execute(),
        journals: await db.selectFrom("journal").select("idem_key").orderBy("id").execute(),
        orders: await db.selectFrom("spot_order").select("id").orderBy("id").execute(),
        idempotency: await db
          .selectFrom("idempotency")
          .select("idem_key")
          .orderBy("idem_key")
          .execute(),
      })),
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
