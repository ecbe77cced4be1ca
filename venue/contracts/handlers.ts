import * as codes from "#protocol/wire/error-codes.ts";
import type { ContractOrder, contractsEndpoints } from "#protocol/api/contracts.ts";
import type { ParsedRequestOf } from "#protocol/api/endpoint.ts";
import { leverages } from "#protocol/rules/contracts/contract-tiers.ts";
import type { HandlersOf, SessionUser } from "../deps/handler.ts";
import { onlyChosen } from "../matching/only-chosen.ts";
import { Refusal } from "../store/refusal.ts";
import type { Transaction } from "../store/store.ts";
import { adjustMargin } from "./positions/adjust-margin.ts";
import { announceOrder, announcePosition, toContractOrder, toPosition } from "./records/wire.ts";
import { type Cancelled, cancelOrder, cancelOrders } from "./orders/cancel-order.ts";
import { type Closing, closePosition, closePositions } from "./positions/close-position.ts";
import { readOpenPositions, readWaiting } from "./records/list-rows.ts";
import { readMarkets } from "./rules/market-facts.ts";
import { placeOrder, readTrader } from "./orders/place-order.ts";
import { replaceOrder } from "./orders/replace-order.ts";
import { createReadHandlers, type PerpetualDeps } from "./read-handlers.ts";
import { reversePosition } from "./positions/reverse-position.ts";
import type { HeldContractOrder, PositionRow } from "./records/rows.ts";
import { checkKnown, checkMarket, checkOpening } from "./rules/rules.ts";
import { setLeverage } from "./positions/set-leverage.ts";
import { setOrderTpsl, setPositionTpsl } from "./positions/set-tpsl.ts";
import { lockLeverage, writeRiskAck } from "./records/setting-rows.ts";

type SlipRequest = Pick<
  ParsedRequestOf<typeof contractsEndpoints.contractPlaceOrder>,
  "sent_time" | "seen"
>;

/** Orders ended in one command: a whole account's would keep everybody else waiting. */
const endedTogether = 50;

/** Serves contracts. A command makes durable what is wanted and sets money and contracts aside; the engine fills it. */
export function createContractsHandlers(
  deps: PerpetualDeps,
): HandlersOf<typeof contractsEndpoints> {
  const { store, bus, signOrder } = deps;
  const markets = readMarkets(deps);

  /** The order with what the venue signs of it. */
  const signed = async (
    tx: Transaction,
    order: HeldContractOrder,
    { sent_time: sentTime, seen }: SlipRequest,
  ): Promise<ContractOrder> => {
    const shown = toContractOrder(order);
    const asked = { userId: String(order.user_id), market: "contract" as const, sentTime, seen };
    return signOrder ? { ...shown, slip: await signOrder(tx, { ...asked, order: shown }) } : shown;
  };

  const tellPosition = (tx: Transaction, position: PositionRow) => {
    const prices = markets.prices(position);
    announcePosition(tx, bus, position, prices);
    return toPosition(position, prices);
  };
  const tellClosing = (tx: Transaction, { order, position }: Closing) => {
    announceOrder(tx, bus, order);
    return { order: toContractOrder(order), position: tellPosition(tx, position) };
  };
  const tellCancelled = (tx: Transaction, { orders, positions }: Cancelled) => {
    for (const order of orders) announceOrder(tx, bus, order);
    for (const position of positions) announcePosition(tx, bus, position, markets.prices(position));
    return orders.map(toContractOrder);
  };

  // The checks stand inside the commands, so that a replay gets the first answer whatever the market does now.
  return {
    ...createReadHandlers(deps),

    contractPlaceOrder: ({ command, user, request, now }) =>
      command(async (tx) => {
        mayOpen(user);
        const of = { userId: Number(user.id), code: request.contract_code };
        const facts = markets.facts(of.code);
        checkKnown(facts);
        checkMarket(facts);
        await lockLeverage(tx.db, of, now);
        const placement = checkOpening(request, facts, await readTrader(tx.db, of));
        const order = await placeOrder(tx, placement, {
          userId: of.userId,
          clientOrderId: request.client_order_id,
          source: "manual",
          now,
        });
        announceOrder(tx, bus, order);
        return signed(tx, order, request);
      }),

    contractReplaceOrder: ({ command, user, request, now }) =>
      command(async (tx) => {
        mayOpen(user);
        const of = { userId: Number(user.id), code: request.contract_code };
        const facts = markets.facts(of.code);
        const old = { id: request.id, tradeVolume: request.trade_volume };
        const placed = {
          userId: of.userId,
          clientOrderId: request.client_order_id,
          source: "manual" as const,
          now,
        };
        await lockLeverage(tx.db, of, now);
        const { ended, order } = await replaceOrder(tx, old, placed, async () => {
          checkKnown(facts);
          return checkOpening(request, facts, await readTrader(tx.db, of));
        });
        announceOrder(tx, bus, ended);
        announceOrder(tx, bus, order);
        return signed(tx, order, request);
      }),

    contractCancelOrder: ({ command, user, request: { id }, now }) =>
      command(async (tx) => {
        const [order] = tellCancelled(
          tx,
          await cancelOrder(tx, { userId: Number(user.id), id }, now),
        );
        if (!order) throw new Refusal(codes.noSuchOrder);
        return order;
      }),

    async contractCancelAll({ command, user, request: { contract_code: code, ids }, now }) {
      const userId = Number(user.id);
      const waiting = onlyChosen(
        await store.read((db) => readWaiting(db, userId, code)),
        ({ id }) => id,
        ids,
      );
      const canceled: string[] = [];
      // The first command runs even where nothing waits: it spends the nonce and checks the account again.
      for (let at = 0; at === 0 || at < waiting.length; at += endedTogether) {
        const ended = await command(async (tx) =>
          tellCancelled(
            tx,
            await cancelOrders(tx, userId, waiting.slice(at, at + endedTogether), now),
          ),
        );
        canceled.push(...ended.map(({ id }) => id));
      }
      return { canceled };
    },

    contractClosePosition: ({ command, user, request, now }) =>
      command(async (tx) => {
        const of = { userId: Number(user.id), id: request.position_id };
        const closing = await closePosition(tx, of, request, {
          marketOf: markets.open,
          clientOrderId: request.client_order_id,
          now,
        });
        return {
          ...tellClosing(tx, closing),
          order: await signed(tx, closing.order, request),
        };
      }),

    contractReversePosition: ({ command, user, request, now }) =>
      command(async (tx) => {
        mayOpen(user);
        const of = { userId: Number(user.id), id: request.position_id };
        const closing = await reversePosition(tx, of, {
          factsOf: markets.facts,
          clientOrderId: request.client_order_id,
          now,
        });
        return {
          ...tellClosing(tx, closing),
          order: await signed(tx, closing.order, request),
        };
      }),

    contractCloseAll: ({ command, user, request, now }) =>
      command(async (tx) => {
        const userId = Number(user.id);
        const open = await readOpenPositions(tx.db, userId, request.contract_code);
        const ids = onlyChosen(open, ({ id }) => id, request.ids).map(({ id }) => id);
        const { closings, ended, failed } = await closePositions(tx, userId, ids, {
          which: request.which,
          marketOf: markets.open,
          clientOrderId: request.client_order_id,
          now,
        });
        for (const order of ended) announceOrder(tx, bus, order);
        const slips = [];
        for (const closing of closings) {
          tellClosing(tx, closing);
          slips.push((await signed(tx, closing.order, request)).slip);
        }
        return {
          ...(signOrder && { slips: slips.filter((slip) => slip !== null) }),
          closed: closings.map(({ position }) => String(position.id)),
          failed: failed.map(({ id, code }) => ({ id: String(id), code })),
        };
      }),

    contractSetTpsl: ({ command, user, request, now }) =>
      command(async (tx) => {
        mayOpen(user);
        const asked = { marketOf: markets.open, now };
        const userId = Number(user.id);
        if (request.position_id !== undefined) {
          return {
            position: tellPosition(
              tx,
              await setPositionTpsl(tx, { userId, id: request.position_id }, request, asked),
            ),
            order: null,
          };
        }
        const order = await setOrderTpsl(
          tx,
          { userId, id: request.order_id ?? "" },
          request,
          asked,
        );
        announceOrder(tx, bus, order);
        return { position: null, order: toContractOrder(order) };
      }),

    contractSetLeverage: ({
      command,
      user,
      request: { contract_code: code, lever_rate: leverage },
      now,
    }) =>
      command(async (tx) => {
        if (!markets.market(code)) throw new Refusal(codes.unknownCurrency);
        await setLeverage(tx, { userId: Number(user.id), code }, leverage, now);
        // Nothing stands on the contract: the lowest tier's.
        return { lever_rate: leverage, max: leverages[leverages.length - 1] ?? leverage };
      }),

    contractAckRisk: ({ command, user, request: { version }, now }) =>
      command(async (tx) => {
        await writeRiskAck(tx.db, Number(user.id), version, now);
        return {};
      }),

    contractAdjustMargin: ({ command, user, request, now }) =>
      command(async (tx) => {
        mayOpen(user);
        const of = { userId: Number(user.id), id: request.position_id };
        return {
          position: tellPosition(
            tx,
            await adjustMargin(tx, of, request, { marketOf: markets.open, now }),
          ),
        };
      }),
  };
}

/** @throws Refusal notPermitted for who may only close and cancel */
function mayOpen({ tradeStatus, memo }: SessionUser): void {
  if (tradeStatus !== 1) throw new Refusal(codes.notPermitted, { reason: memo });
}
