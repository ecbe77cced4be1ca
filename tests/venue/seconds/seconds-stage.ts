import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { secondsOrderEndpoints as rows } from "#protocol/api/seconds-order.ts";
import { windowOf } from "#protocol/rules/seconds-settlement.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import type { SymbolSpec } from "../../../venue/feed/market-source.ts";
import type { SessionUser } from "../../../venue/deps/handler.ts";
import { readBalances } from "../../../venue/ledger/balances.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { createNotifyBus } from "../../../venue/deps/notify-bus.ts";
import { migrations } from "../../../venue/migrations.ts";
import { createSecondsEngine } from "../../../venue/seconds/engine.ts";
import { createSecondsOrderHandlers } from "../../../venue/seconds/order-handlers.ts";
import { readReceipt } from "../../../venue/seconds/proof/receipt-rows.ts";
import { createReceiptWriter } from "../../../venue/seconds/proof/receipt-writer.ts";
import { secondsInvariants } from "../../../venue/seconds/records/rows.ts";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import { defaultSettings, type Settings } from "../../../venue/settings/settings.ts";
import type { Store } from "../../../venue/store/store.ts";
import { createAccountBook } from "../../../venue/wallet/assets/account-snapshot.ts";
import { openCurrencies } from "../../../venue/ledger/currency-scales.ts";
import { btcusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import { createCaller } from "../../harness/venue/handler-caller.ts";
import { insertSomebody } from "../../harness/venue/bare-account.ts";
import { bring } from "../../harness/venue/ledger-movements.ts";

/** A market of small prices with seconds contracts, and one without. */
export const dogeusdt: SymbolSpec = {
  ...btcusdt,
  symbol: "dogeusdt",
  base: "DOGE",
  name: "Dogecoin",
  pricePrecision: 6,
  contract: null,
};
export const plain: SymbolSpec = {
  ...btcusdt,
  symbol: "solusdt",
  base: "SOL",
  name: "Solana",
  contract: null,
  second: false,
};

type Order = RequestOf<typeof rows.secondPlaceOrder>;
/** 100 USDT on up in bitcoin for 30 s, unless it says otherwise. */
export type Draft = Partial<Order>;
type Who = number | SessionUser;

/** 60,000.00 as the index counts bitcoin. */
export const level = 600_000_000;

/** Handlers and engine on a database of their own, and a market that shows nothing but what a test sets. */
export async function openSecondsStage(store: Store, facts: Partial<Settings> = {}) {
  const source = new FixedSource([btcusdt, dogeusdt, plain]);
  await store.migrate(migrations);
  const clock = { now: () => source.now };
  const bus = createNotifyBus();
  const logged: [event: string, facts: unknown][] = [];
  const settings = { ...defaultSettings, ...facts };
  const currencies = await openCurrencies(store, source, source.now);
  const log = (_level: string, event: string, more?: unknown) => void logged.push([event, more]);
  const receiptKey = receiptKeyOf("07".repeat(32));
  const appendReceipt = createReceiptWriter({ clock, receiptKey });
  const deps = { store, source, bus, currencies, clock, settings, log, receiptKey, appendReceipt };
  const handlers = createSecondsOrderHandlers(deps);
  const wallet = createAccountBook(deps);
  const engine = createSecondsEngine(deps);
  const call = createCaller(store, clock);
  for (const second of [-2, -1, 0]) source.setIndex("btcusdt", source.now / 1000 + second, [level]);

  return {
    ...deps,
    handlers,
    engine,
    logged,
    place: (user: Who, draft: Draft = {}) =>
      call(rows.secondPlaceOrder, handlers.secondPlaceOrder, user, {
        symbol: "btcusdt",
        direction: "up",
        time: 30,
        amount: "100",
        risk_ack: 1,
        client_order_id: crypto.randomUUID(),
        ...draft,
      }),
    orders: (user: Who, query: RequestOf<typeof rows.secondOrders> = {}) =>
      call(rows.secondOrders, handlers.secondOrders, user, query),
    order: (user: Who, query: RequestOf<typeof rows.secondOrder>) =>
      call(rows.secondOrder, handlers.secondOrder, user, query),
    record: (user: Who, symbol?: string) =>
      call(rows.secondRecord, handlers.secondRecord, user, symbol === undefined ? {} : { symbol }),
    limits: (user: Who) => call(rows.secondLimits, handlers.secondLimits, user, {}),
    setLimits: (user: Who, limits: Partial<RequestOf<typeof rows.secondSetLimits>>) =>
      call(rows.secondSetLimits, handlers.secondSetLimits, user, {
        daily_loss: null,
        stake: null,
        pace: null,
        ...limits,
      }),
    coolOff: (user: Who, hours: number) =>
      call(rows.secondCoolOff, handlers.secondCoolOff, user, { hours }),
    ackRisk: (user: Who, version = 1) =>
      call(rows.secondAckRisk, handlers.secondAckRisk, user, { version }),
    bills: (user: Who, query: RequestOf<typeof walletEndpoints.tradeRecord> = {}) =>
      call(walletEndpoints.tradeRecord, wallet.tradeRecord, user, query),
    receipt: (order: string) => store.read((db) => readReceipt(db, Number(order))),
    /** Gives a user money, as decimal text. */
    async fund(user: number, amount: string): Promise<void> {
      await insertSomebody(store, user);
      await store.command((tx) =>
        bring(tx, { user, currency: "USDT", amount: parseAmount(amount, 8) ?? 0n }),
      );
    },
    /** Sets the window of a moment (Unix ms), oldest first; undefined where there is to be no sample. */
    window(momentMs: number, samples: readonly (number | undefined)[], symbol = "btcusdt"): void {
      windowOf(momentMs).forEach((second, at) => {
        const sample = samples[at];
        if (sample === undefined) source.dropIndex(symbol, second);
        else source.setIndex(symbol, second, [sample]);
      });
    },
    /** The same with one price throughout. */
    still(momentMs: number, price: number, symbol = "btcusdt"): void {
      source.setIndex(
        symbol,
        momentMs / 1000 - 4,
        Array.from({ length: 5 }, () => price),
      );
    },
    /** Winds the clock to a moment and lets the engine look. */
    async at(momentMs: number): Promise<void> {
      source.advance(momentMs - source.now);
      await engine.tick(source.now);
    },
    /** Another engine, as after a restart or in another process. */
    another: (other: Store = store) => createSecondsEngine({ ...deps, store: other }),
    /** Available and stake as decimal text. */
    async money(user: number) {
      const balances = (await store.read((db) => readBalances(db, user))).get("USDT");
      return [formatAmount(balances?.available ?? 0n, 8), formatAmount(balances?.stake ?? 0n, 8)];
    },
    /** What the house won of seconds contracts, in minor units. */
    async pool() {
      const row = await store.read((db) =>
        db
          .selectFrom("account")
          .select("balance")
          .where("owner", "=", "venue")
          .where("kind", "=", "second_pool")
          .executeTakeFirst(),
      );
      return row?.balance ?? 0n;
    },
    violations: () =>
      store.read((db) =>
        coherent(
          db,
          secondsInvariants.map(({ check }) => check),
        ),
      ),
    /** Everything in the books, to see that nothing moved. */
    books: () =>
      store.read(async (db) => ({
        accounts: await db.selectFrom("account").selectAll().orderBy("id").execute(),
        journals: await db.selectFrom("journal").select("idem_key").orderBy("id").execute(),
        orders: await db.selectFrom("second_order").selectAll().orderBy("id").execute(),
        receipts: await db.selectFrom("second_receipt").selectAll().orderBy("seq").execute(),
        idempotency: await db
          .selectFrom("idempotency")
          .select("idem_key")
          .orderBy("idem_key")
          .execute(),
      })),
  };
}

export type SecondsStage = Awaited<ReturnType<typeof openSecondsStage>>;
