import * as codes from "#protocol/wire/error-codes.ts";
import type { ContractOrder, contractsEndpoints } from "#protocol/api/contracts.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import type { HandlersOf } from "../deps/handler.ts";
import type { SignOrder } from "../deps/sign-order.ts";
import { readAnswer } from "../ledger/idempotent.ts";
import { readBalances } from "../ledger/balances.ts";
import { readSnapshot } from "../matching/market-view.ts";
import { readTaken } from "../matching/consumed-rows.ts";
import { Refusal } from "../store/refusal.ts";
import type { Db } from "../store/schema.ts";
import { idOf } from "./records/lock-position.ts";
import { contractsLeft } from "./fills/contract-book.ts";
import {
  readClosedPositions,
  readFills,
  readOpenPositions,
  readOrder,
  readOrders,
  readExposures,
} from "./records/list-rows.ts";
import type { HeldContractOrder } from "./records/rows.ts";
import { type MarketReader, readMarkets } from "./rules/market-facts.ts";
import { readTrader } from "./orders/place-order.ts";
import { previewOf } from "./rules/preview.ts";
import { checkBalance, checkKnown, checkOpening } from "./rules/rules.ts";
import { highestFor } from "./positions/set-leverage.ts";
import { readLeverage, readRiskAck } from "./records/setting-rows.ts";
import { toClosedPosition, toContractFill, toContractOrder, toPosition } from "./records/wire.ts";

type Reads =
  | "contractPreview"
  | "contractPositions"
  | "contractOrders"
  | "contractOrder"
  | "contractHistory"
  | "contractLeverage";

export interface PerpetualDeps extends Pick<VenueDeps, "store" | "source" | "currencies" | "bus"> {
  signOrder?: SignOrder | undefined;
}

/** Serves what is asked of contract orders and positions. */
export function createReadHandlers(
  deps: PerpetualDeps,
): Pick<HandlersOf<typeof contractsEndpoints>, Reads> {
  const { store, source } = deps;
  const markets: MarketReader = readMarkets(deps);
  return {
    async contractPreview({ user, request, now }) {
      const userId = Number(user.id);
      const code = request.contract_code;
      const facts = markets.facts(code);
      checkKnown(facts);
      const snapshot = facts.market && (await readSnapshot(source, facts.market.spec.symbol, now));
      return store.read(async (db) => {
        const placement = checkOpening(request, facts, await readTrader(db, { userId, code }));
        const available =
          (await readBalances(db, userId)).get(placement.market.spec.quote)?.available ?? 0n;
        checkBalance(placement, available);
        if (!snapshot) throw new Refusal(codes.notTradable, { reason: "no_price" });
        const position = (await readOpenPositions(db, userId, code)).find(
          ({ direction }) => direction === request.direction,
        );
        const { book } = snapshot;
        const levels = request.direction === "buy" ? book.asks : book.bids;
        const left = contractsLeft(
          request.direction,
          { ts: book.ts, levels },
          await readTaken(db, book.symbol, book.ts),
          placement.market.lotsPerContract,
        );
        return previewOf(placement, left, { available, position });
      });
    },

    async contractPositions({ user, request: { contract_code: code } }) {
      const positions = await store.read((db) => readOpenPositions(db, Number(user.id), code));
      return {
        list: positions.map((position) => toPosition(position, markets.prices(position))),
        total: positions.length,
        page: 1,
        size: positions.length,
      };
    },

    async contractOrders({ user, request }) {
      const { page, size, status, contract_code: code, start_time: from, end_time: to } = request;
      const isOver = status === undefined ? undefined : status === 1;
      const { list, total } = await store.read((db) =>
        readOrders(db, { userId: Number(user.id), page, size, isOver, code, from, to }),
      );
      return { list: list.map(toContractOrder), total, page, size };
    },

    async contractOrder({ user, request: { id, client_order_id: clientOrderId } }) {
      const number = id === undefined ? undefined : idOf(id);
      if (id !== undefined && number === undefined) throw new Refusal(codes.noSuchOrder);
      const by = clientOrderId === undefined ? { id: number ?? 0 } : { clientOrderId };
      const found = await store.read(async (db) => {
        const order = await readOrder(db, Number(user.id), by);
        if (!order) return undefined;
        return { order, slip: await readSlip(db, order), fills: await readFills(db, order.id) };
      });
      if (!found) throw new Refusal(codes.noSuchOrder);
      const { order, slip, fills } = found;
      return {
        ...toContractOrder(order),
        slip,
        fills: fills.map((fill) => toContractFill(fill, order.price_precision)),
      };
    },

    async contractHistory({ user, request }) {
      const { page, size, contract_code: code, start_time: from, end_time: to } = request;
      const { list, total } = await store.read((db) =>
        readClosedPositions(db, { userId: Number(user.id), page, size, code, from, to }),
      );
      return { list: list.map(toClosedPosition), total, page, size };
    },

    async contractLeverage({ user, request: { contract_code: code } }) {
      const userId = Number(user.id);
      const market = markets.market(code);
      if (!market) throw new Refusal(codes.unknownCurrency);
      return store.read(async (db) => {
        const ticker = source.ticker(market.spec.symbol);
        const last = BigInt(ticker?.close ?? 0);
        const max = highestFor(await readExposures(db, userId, code), {
          terms: market.terms,
          last,
          quotes: { bid: undefined, ask: undefined },
        });
        return {
          lever_rate: await readLeverage(db, { userId, code }),
          max,
          risk_ack: await readRiskAck(db, userId),
        };
      });
    },
  };
}

/** The slip of an order, as it was answered with it. */
async function readSlip(
  db: Db,
  { user_id: userId, client_order_id: id }: HeldContractOrder,
): Promise<ContractOrder["slip"]> {
  for (const name of ["contractPlaceOrder", "contractReplaceOrder"]) {
    const answer = await readAnswer<ContractOrder>(db, `${name}:${userId}:${id}`);
    if (answer) return answer.slip ?? null;
  }
  for (const name of ["contractClosePosition", "contractReversePosition"]) {
    const closing = await readAnswer<{ order: ContractOrder }>(db, `${name}:${userId}:${id}`);
    if (closing) return closing.order.slip ?? null;
  }
  return null;
}
