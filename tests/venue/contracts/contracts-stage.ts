import { formatAmount, parseAmount, parsePrice } from "#protocol/wire/amount.ts";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import {
  contractFee,
  type ContractTerms,
  costOf,
  type Direction,
  initialMargin,
} from "#protocol/rules/contracts/contract-worth.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { contractsEndpoints as rows } from "#protocol/api/contracts.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import type { SymbolSpec } from "../../../venue/feed/market-source.ts";
import type { SessionUser } from "../../../venue/deps/handler.ts";
import { readBalances } from "../../../venue/ledger/balances.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { post } from "../../../venue/ledger/post.ts";
import { createNotifyBus } from "../../../venue/deps/notify-bus.ts";
import { migrations } from "../../../venue/migrations.ts";
import { createContractsHandlers } from "../../../venue/contracts/handlers.ts";
import { termColumns } from "../../../venue/contracts/orders/place-order.ts";
import { withRisk } from "../../../venue/contracts/records/position-risk.ts";
import {
  lockPosition,
  contractInvariants,
  insertPosition,
  type PositionRow,
  updatePosition,
} from "../../../venue/contracts/records/rows.ts";
import type { Store } from "../../../venue/store/store.ts";
import { createAccountBook } from "../../../venue/wallet/assets/account-snapshot.ts";
import { openCurrencies } from "../../../venue/ledger/currency-scales.ts";
import { btcusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import { createCaller } from "../../harness/venue/handler-caller.ts";
import { bring } from "../../harness/venue/ledger-movements.ts";

/** Another coin with a contract, ten times finer in price and a hundred times coarser in lots. */
export const ethusdt: SymbolSpec = {
  ...btcusdt,
  symbol: "ethusdt",
  base: "ETH",
  name: "Ether",
  pricePrecision: 3,
  amountPrecision: 4,
  contract: { contractCode: "ETH-USDT", contractSize: "0.01" },
  second: false,
};

/** A coin that has no contract. */
export const plain: SymbolSpec = {
  ...btcusdt,
  symbol: "solusdt",
  base: "SOL",
  name: "Solana",
  contract: null,
  second: false,
};

type Order = RequestOf<typeof rows.contractPlaceOrder>;
/** A market order of ten contracts of bitcoin, ten times, unless it says otherwise. */
export type Draft = Pick<Order, "direction"> & Partial<Order>;

/** The handlers on a database of their own and a market moved by hand: bitcoin at 50,000, ether at 2,000. */
export async function openStage(store: Store, source = new FixedSource([btcusdt, ethusdt, plain])) {
  await store.migrate(migrations);
  source.setPrice("btcusdt", 5_000_000);
  source.setPrice("ethusdt", 2_000_000);
  const clock = { now: () => source.now };
  const bus = createNotifyBus();
  const logged: unknown[] = [];
  const currencies = await openCurrencies(store, source, source.now);
  const deps = {
    store,
    source,
    bus,
    currencies,
    clock,
    log: (_level: string, event: string, facts?: unknown) => void logged.push([event, facts]),
  };
  const contracts = createContractsHandlers(deps);
  const wallet = createAccountBook(deps);
  const call = createCaller(store, clock);
  type Who = number | SessionUser;
  const whole = (draft: Draft) => ({
    contract_code: "BTC-USDT",
    lever_rate: 10,
    volume: 10,
    order_type: "market" as const,
    ...draft,
  });
  const id = () => crypto.randomUUID();

  return {
    ...deps,
    logged,
    place: (user: Who, draft: Draft) =>
      call(rows.contractPlaceOrder, contracts.contractPlaceOrder, user, {
        client_order_id: id(),
        ...whole(draft),
      }),
    replace: (user: Who, old: string, draft: Draft & { trade_volume?: number }) =>
      call(rows.contractReplaceOrder, contracts.contractReplaceOrder, user, {
        client_order_id: id(),
        ...whole(draft),
        id: old,
      }),
    preview: (user: Who, draft: Draft) =>
      call(rows.contractPreview, contracts.contractPreview, user, whole(draft)),
    cancel: (user: Who, order: string) =>
      call(rows.contractCancelOrder, contracts.contractCancelOrder, user, { id: order }),
    cancelAll: async (user: Who, code?: string, ids?: string[]) =>
      (
        await call(rows.contractCancelAll, contracts.contractCancelAll, user, {
          contract_code: code,
          ids,
        })
      ).canceled,
    close: (
      user: Who,
      position: string,
      volume: number,
      facts: Partial<RequestOf<typeof rows.contractClosePosition>> = {},
    ) =>
      call(rows.contractClosePosition, contracts.contractClosePosition, user, {
        position_id: position,
        volume,
        order_type: "market",
        client_order_id: id(),
        ...facts,
      }),
    closeAll: (
      user: Who,
      which: "all" | "winning" | "losing",
      facts: Partial<RequestOf<typeof rows.contractCloseAll>> = {},
    ) =>
      call(rows.contractCloseAll, contracts.contractCloseAll, user, {
        which,
        client_order_id: id(),
        ...facts,
      }),
    reverse: (user: Who, position: string, clientOrderId = id()) =>
      call(rows.contractReversePosition, contracts.contractReversePosition, user, {
        position_id: position,
        client_order_id: clientOrderId,
      }),
    tpsl: (user: Who, facts: RequestOf<typeof rows.contractSetTpsl>) =>
      call(rows.contractSetTpsl, contracts.contractSetTpsl, user, facts),
    margin: async (
      user: Who,
      position: string,
      action: "add" | "remove",
      amount: string,
      clientOrderId = id(),
    ) =>
      (
        await call(rows.contractAdjustMargin, contracts.contractAdjustMargin, user, {
          position_id: position,
          action,
          amount,
          client_order_id: clientOrderId,
        })
      ).position,
    leverage: (user: Who, code = "BTC-USDT") =>
      call(rows.contractLeverage, contracts.contractLeverage, user, { contract_code: code }),
    setLeverage: (user: Who, leverage: number, code = "BTC-USDT") =>
      call(rows.contractSetLeverage, contracts.contractSetLeverage, user, {
        contract_code: code,
        lever_rate: leverage,
      }),
    ackRisk: (user: Who) =>
      call(rows.contractAckRisk, contracts.contractAckRisk, user, { version: 1 }),
    order: (user: Who, query: RequestOf<typeof rows.contractOrder>) =>
      call(rows.contractOrder, contracts.contractOrder, user, query),
    orders: (user: Who, query: RequestOf<typeof rows.contractOrders> = {}) =>
      call(rows.contractOrders, contracts.contractOrders, user, query),
    positions: async (user: Who, query: RequestOf<typeof rows.contractPositions> = {}) =>
      (await call(rows.contractPositions, contracts.contractPositions, user, query)).list,
    history: (user: Who, query: RequestOf<typeof rows.contractHistory> = {}) =>
      call(rows.contractHistory, contracts.contractHistory, user, query),
    bills: (user: Who, query: RequestOf<typeof walletEndpoints.tradeRecord> = {}) =>
      call(walletEndpoints.tradeRecord, wallet.tradeRecord, user, query),
    /** Gives a user money, as decimal text. */
    fund: (user: number, amount: string) =>
      store.command((tx) =>
        bring(tx, { user, currency: "USDT", amount: parseAmount(amount, 8) ?? 0n }),
      ),
    /** A position as an opening fill would have made it, its margin and fee paid from what the user has; for tests that need no engine. */
    async hold(
      user: number,
      {
        code = "BTC-USDT",
        direction = "buy",
        volume = 1000n,
        price = "50000",
        leverage = 10,
      }: {
        code?: string;
        direction?: Direction;
        volume?: bigint;
        price?: string;
        leverage?: number;
      } = {},
    ): Promise<string> {
      const spec =
        source.symbols().find(({ contract }) => contract?.contractCode === code) ?? btcusdt;
      const terms: ContractTerms = {
        size: code === "BTC-USDT" ? { value: 1n, scale: 3 } : { value: 1n, scale: 2 },
        price: spec.pricePrecision,
      };
      const cost = costOf(volume, parsePrice(price, terms.price) ?? 0n, terms);
      const [margin, fee, now] = [
        initialMargin(cost, leverage),
        contractFee(cost, contractRates.taker),
        source.now,
      ];
      return store.command(async (tx) => {
        const row: PositionRow = withRisk({
          id: 0,
          warned: 0,
          warn_price: null,
          ...termColumns({ spec, code, terms, lotsPerContract: 1n }),
          user_id: user,
          direction,
          lever_rate: leverage,
          volume,
          frozen_volume: 0n,
          cost,
          margin,
          liq_price: null,
          tp_price: null,
          sl_price: null,
          trigger_by: "mark",
          lock_reason: null,
          opened_volume: volume,
          opened_cost: cost / 100n,
          closed_volume: 0n,
          closed_cost: 0n,
          fee,
          funding: 0n,
          realised: 0n,
          margin_lost: 0n,
          insurance: 0n,
          close_kind: null,
          close_mark: null,
          moves: 0,
          funded_at: now,
          reopened_at: now,
          uncounted: 0n,
          opened_at: now,
          updated_at: now,
          closed_at: null,
        });
        const { id: _none, ...fresh } = row;
        const { id: made } = await insertPosition(tx.db, fresh);
        const owner = `user:${user}` as const;
        await post(tx, {
          idemKey: `test:hold:${made}`,
          type: 8,
          refType: "contract_position",
          refId: String(made),
          now,
          legs: [
            { owner, kind: "available", currency: "USDT", amount: -margin - fee },
            { owner, kind: "margin", currency: "USDT", amount: margin },
            { owner: "venue", kind: "fee", currency: "USDT", amount: fee },
          ],
        });
        return String(made);
      });
    },
    /** Changes a position behind everybody's back. */
    alter: (user: number, position: string, facts: Partial<PositionRow>) =>
      store.command(async (tx) => {
        const row = await lockPosition(tx.db, user, Number(position));
        if (!row) throw new Error(`no position ${position}`);
        await updatePosition(tx.db, { ...row, ...facts });
      }),
    /** As many more orders like one, with nothing set aside: where only their number counts. */
    copyOrder: (order: number, count: number) =>
      store.command(async ({ db }) => {
        const { id: _own, ...row } = await db
          .selectFrom("contract_order")
          .selectAll()
          .where("id", "=", order)
          .executeTakeFirstOrThrow();
        await db
          .insertInto("contract_order")
          .values(
            Array.from({ length: count }, (_, at) => ({ ...row, client_order_id: `copy ${at}` })),
          )
          .execute();
      }),
    /** Available, frozen and margin as decimal text. */
    async money(user: number) {
      const balances = (await store.read((db) => readBalances(db, user))).get("USDT");
      const text = (minor = 0n) => formatAmount(minor, 8);
      return [text(balances?.available), text(balances?.frozen), text(balances?.margin)];
    },
    violations: () =>
      store.read((db) =>
        coherent(
          db,
          contractInvariants.map(({ check }) => check),
        ),
      ),
    /** Everything in the books, to see that nothing moved. */
    books: () =>
      store.read(async (db) => ({
        accounts: await db.selectFrom("account").selectAll().orderBy("id").execute(),
        journals: await db.selectFrom("journal").select("idem_key").orderBy("id").execute(),
        orders: await db.selectFrom("contract_order").selectAll().orderBy("id").execute(),
        positions: await db.selectFrom("contract_position").selectAll().orderBy("id").execute(),
        settings: await db.selectFrom("contract_setting").selectAll().orderBy("user_id").execute(),
        idempotency: await db
          .selectFrom("idempotency")
          .select("idem_key")
          .orderBy("idem_key")
          .execute(),
      })),
  };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;
