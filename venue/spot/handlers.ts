import * as codes from "#protocol/wire/error-codes.ts";
import type { CoinOrder, spotEndpoints } from "#protocol/api/spot.ts";
import type { ParsedRequestOf } from "#protocol/api/endpoint.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import type { HandlersOf, SessionUser } from "../deps/handler.ts";
import type { SignOrder } from "../deps/sign-order.ts";
import { readAnswer } from "../ledger/idempotent.ts";
import { onlyChosen } from "../matching/only-chosen.ts";
import { Refusal } from "../store/refusal.ts";
import type { Db } from "../store/schema.ts";
import type { Transaction } from "../store/store.ts";
import { announce, toCoinFill, toCoinOrder } from "./records/wire.ts";
import { cancelOrder, cancelOrders } from "./orders/cancel-order.ts";
import { type Accepted, placeOrder, replaceOrder } from "./orders/place-order.ts";
import {
  type HeldOrder,
  readFills,
  readOpenIds,
  readOrder,
  readOrders,
  readTrades,
} from "./records/rows.ts";
import { checkPlacement, type OrderDraft, type PlacementFacts } from "./rules/rules.ts";

export interface SpotDeps extends Pick<VenueDeps, "store" | "source" | "currencies" | "bus"> {
  settings: Pick<VenueDeps["settings"], "sellReviewOver">;
  signOrder?: SignOrder | undefined;
}

type OrderRequest = ParsedRequestOf<typeof spotEndpoints.coinPlaceOrder>;

/** Orders ended in one command: a whole account's would keep everybody else waiting. */
const endedTogether = 50;

/** Serves coin orders. Placing one makes it durable and sets its money aside; the engine fills it. */
export function createSpotHandlers({
  store,
  source,
  currencies,
  bus,
  settings,
  signOrder,
}: SpotDeps): HandlersOf<typeof spotEndpoints> {
  const factsOf = (symbol: string): PlacementFacts => {
    const spec = source.spec(symbol);
    const scaleOf = (flag: string) => (currencies.has(flag) ? currencies.scaleOf(flag) : undefined);
    return {
      spec,
      hasSymbols: source.symbols().length > 0,
      health: source.health().state,
      ticker: source.ticker(symbol),
      baseScale: spec && scaleOf(spec.base),
      quoteScale: spec && scaleOf(spec.quote),
    };
  };

  /** @throws Refusal notPermitted for who may only close and cancel, and those of the rules */
  const accept = (
    draft: OrderDraft & { symbol: string; client_order_id: string },
    user: SessionUser,
    now: number,
  ): Accepted => {
    if (user.tradeStatus !== 1) throw new Refusal(codes.notPermitted, { reason: user.memo });
    const placement = checkPlacement(draft, factsOf(draft.symbol));
    return {
      user,
      clientOrderId: draft.client_order_id,
      placement,
      reviewOver: settings.sellReviewOver[draft.symbol],
      now,
    };
  };

  /** The order with what the venue signs of it. */
  const signed = async (
    tx: Transaction,
    order: HeldOrder,
    { sent_time: sentTime, seen }: Pick<OrderRequest, "sent_time" | "seen">,
  ): Promise<CoinOrder> => {
    const shown = toCoinOrder(order);
    const asked = { userId: String(order.user_id), market: "coin" as const, sentTime, seen };
    return signOrder ? { ...shown, slip: await signOrder(tx, { ...asked, order: shown }) } : shown;
  };

  return {
    // The checks stand inside the commands, so that a replay gets the first answer whatever the market does now.
    coinPlaceOrder: ({ command, user, request, now }) =>
      command(async (tx) => {
        const order = await placeOrder(tx, accept(request, user, now));
        announce(tx, bus, order);
        return signed(tx, order, request);
      }),

    coinReplaceOrder: ({ command, user, request, now }) =>
      command(async (tx) => {
        const old = { id: request.id, filledAmount: request.filled_amount };
        const { ended, order } = await replaceOrder(tx, old, user, () =>
          accept(request, user, now),
        );
        announce(tx, bus, ended);
        announce(tx, bus, order);
        return signed(tx, order, request);
      }),

    coinCancelOrder: ({ command, user, request, now }) =>
      command(async (tx) => {
        const order = await cancelOrder(tx, { userId: Number(user.id), id: request.id, now });
        announce(tx, bus, order);
        return toCoinOrder(order);
      }),

    async coinCancelAll({ command, user, request: { symbol, ids }, now }) {
      const userId = Number(user.id);
      const canceled: string[] = [];
      const open = onlyChosen(
        await store.read((db) => readOpenIds(db, userId, symbol)),
        (id) => id,
        ids,
      );
      // The first command runs even where nothing waits: it spends the nonce and checks the account again.
      for (let at = 0; at === 0 || at < open.length; at += endedTogether) {
        const ended = await command(async (tx) => {
          const orders = await cancelOrders(tx, {
            userId,
            ids: open.slice(at, at + endedTogether),
            now,
          });
          for (const order of orders) announce(tx, bus, order);
          return orders;
        });
        canceled.push(...ended.map(({ id }) => String(id)));
      }
      return { canceled };
    },

    async coinOrders({ user, request }) {
      const { page, size, status, symbol, start_time: from, end_time: to } = request;
      const { list, total } = await store.read((db) =>
        readOrders(db, { userId: Number(user.id), page, size, status, symbol, from, to }),
      );
      return { list: list.map(toCoinOrder), total, page, size };
    },

    async coinOrder({ user, request: { id, client_order_id: clientOrderId } }) {
      const by = clientOrderId === undefined ? { id: Number(id) } : { clientOrderId };
      if ("id" in by && !Number.isSafeInteger(by.id)) throw new Refusal(codes.noSuchOrder);
      const found = await store.read(async (db) => {
        const order = await readOrder(db, Number(user.id), by);
        if (!order) return undefined;
        const slip = await readSlip(db, order);
        return { order, slip, fills: await readFills(db, order.id) };
      });
      if (!found) throw new Refusal(codes.noSuchOrder);
      const { order, slip, fills } = found;
      return {
        ...toCoinOrder(order),
        slip,
        fills: fills.map((fill) => toCoinFill({ ...order, ...fill })),
      };
    },

    async coinTrades({ user, request }) {
      const { page, size, symbol, start_time: from, end_time: to } = request;
      const { list, total } = await store.read((db) =>
        readTrades(db, { userId: Number(user.id), page, size, symbol, from, to }),
      );
      return { list: list.map(toCoinFill), total, page, size };
    },
  };
}

/** The slip of an order, as it was answered with it. */
async function readSlip(db: Db, order: HeldOrder): Promise<CoinOrder["slip"]> {
  for (const name of ["coinPlaceOrder", "coinReplaceOrder"]) {
    const key = `${name}:${order.user_id}:${order.client_order_id}`;
    const answer = await readAnswer<CoinOrder>(db, key);
    if (answer) return answer.slip ?? null;
  }
  return null;
}
