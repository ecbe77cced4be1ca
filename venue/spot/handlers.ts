import type { spotEndpoints } from "#protocol/spot.ts";
import type { VenueDeps } from "../deps.ts";
import type { HandlersOf, SessionUser } from "../http/handler.ts";
import { accountKey, lockAccounts, userOwner } from "../ledger/accounts.ts";
import { openHold } from "../ledger/holds.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import { announce } from "./announce.ts";
import { placing } from "./postings.ts";
import { type HeldOrder, insertOrder, readFills, readOrder, readOrders, readTrades, statesOf } from "./rows.ts";
import { checkBalance, checkPlacement, type MarketDraft, type Placement, type PlacementFacts } from "./rules.ts";
import { toCoinFill, toCoinOrder } from "./wire.ts";

export type SpotDeps = Pick<VenueDeps, "store" | "source" | "currencies" | "bus">;

/** Serves coin orders. Placing one makes it durable and sets its money aside; the engine fills it. */
export function createSpotHandlers({ store, source, currencies, bus }: SpotDeps): HandlersOf<typeof spotEndpoints> {
  const factsOf = (symbol: string): PlacementFacts => {
    const spec = source.spec(symbol);
    const scaleOf = (flag: string) => (currencies.has(flag) ? currencies.scaleOf(flag) : undefined);
    return {
      spec, hasSymbols: source.symbols().length > 0, health: source.health().state, ticker: source.ticker(symbol),
      baseScale: spec && scaleOf(spec.base), quoteScale: spec && scaleOf(spec.quote),
    };
  };

  return {
    // The checks stand inside the command, so that a replay gets the first answer whatever the market does now.
    coinPlaceOrder: (call) => call.command(async (tx) => {
      const { user, request, now } = call;
      if (user.tradeStatus !== 1) throw new Refusal(402, { reason: user.memo });
      const placement = checkPlacement(request, factsOf(request.symbol));
      const order = await place(tx, { user, draft: request, clientOrderId: request.client_order_id, placement, now });
      announce(tx, bus, order);
      return toCoinOrder(order);
    }),

    async coinOrders({ user, request }) {
      const { page, size, status, symbol, start_time: from, end_time: to } = request;
      const { list, total } = await store.read((db) => readOrders(db, { userId: Number(user.id), page, size, status, symbol, from, to }));
      return { list: list.map(toCoinOrder), total, page, size };
    },

    async coinOrder({ user, request: { id, client_order_id: clientOrderId } }) {
      const by = clientOrderId === undefined ? { id: Number(id) } : { clientOrderId };
      if ("id" in by && !Number.isSafeInteger(by.id)) throw new Refusal(300014);
      const found = await store.read(async (db) => {
        const order = await readOrder(db, Number(user.id), by);
        return order && { order, fills: await readFills(db, order.id) };
      });
      if (!found) throw new Refusal(300014);
      const { order, fills } = found;
      return { ...toCoinOrder(order), fills: fills.map((fill) => toCoinFill({ ...order, ...fill })) };
    },

    async coinTrades({ user, request }) {
      const { page, size, symbol, start_time: from, end_time: to } = request;
      const { list, total } = await store.read((db) => readTrades(db, { userId: Number(user.id), page, size, symbol, from, to }));
      return { list: list.map(toCoinFill), total, page, size };
    },
  };
}

interface Accepted {
  user: SessionUser;
  draft: MarketDraft;
  clientOrderId: string;
  placement: Placement;
  now: number;
}

/** Writes an order and sets aside what it may need. */
async function place(tx: Transaction, { user, draft, clientOrderId, placement, now }: Accepted): Promise<HeldOrder> {
  const { spec, currency, freeze, amount, value, baseScale, quoteScale } = placement;
  const owner = userOwner(user.id);
  const available = { owner, kind: "available", currency } as const;
  const accounts = await lockAccounts(tx, [available, { owner, kind: "frozen", currency }]);
  checkBalance(placement, accounts.get(accountKey(available))?.balance ?? 0n);
  const order = await insertOrder(tx.db, {
    user_id: Number(user.id), client_order_id: clientOrderId,
    symbol: spec.symbol, base: spec.base, quote: spec.quote,
    price_precision: spec.pricePrecision, amount_precision: spec.amountPrecision, base_scale: baseScale, quote_scale: quoteScale,
    side: draft.side, type: "market", tif: "ioc", price: null, stop_price: null, operator: null, amount, value,
    ...statesOf("submitted"), accepted_at: now, updated_at: now,
  });
  await openHold(tx, { ...placing(order, now), userId: user.id, currency, amount: freeze });
  return { ...order, held: freeze };
}
