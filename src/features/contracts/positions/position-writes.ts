/** What is done to an open position, each as a write that happens once at most. */
import type { RequestOf } from "#protocol/api/endpoint.ts";
import {
  contractsEndpoints,
  type ContractOrder,
  type ContractPosition,
} from "#protocol/api/contracts.ts";
import { moneyScale } from "#protocol/rules/contracts/contract-worth.ts";
import { parseSigned } from "#protocol/wire/amount.ts";
import { call } from "../../../api/call.ts";
import { plainKind, settingKind } from "../../../writes/plain-kind.ts";
import { keepSlipOf, slipRequest } from "../../trade/slips/signed-orders.ts";
import { orUndefined } from "../../trade/writes/order-kind.ts";
import { contractWriteOptions, orderNow } from "../figures/contract-calls.ts";
import { invalidatedByContracts } from "../figures/contract-queries.ts";

type Endpoints = typeof contractsEndpoints;
type Unsent<Name extends keyof Endpoints> = Omit<RequestOf<Endpoints[Name]>, "client_order_id">;

/** Closing a part or all of a position; the order has the outcome. */
export const closing = (positionId: string) =>
  plainKind<Unsent<"contractClosePosition">, ContractOrder>({
    name: `close:${positionId}`,
    send: async ({ id, intent }) => {
      const request = { ...intent, client_order_id: id, ...(await slipRequest()) };
      const endpoint = contractsEndpoints.contractClosePosition;
      const { order } = await call(endpoint, request, contractWriteOptions);
      keepSlipOf(order, request);
      return order;
    },
    find: ({ id }) => orUndefined(orderNow({ client_order_id: id })),
    isAskedWhenLate: true,
    invalidates: invalidatedByContracts,
  });

/** Closing a position and opening as many contracts the other way. */
export const reversing = (positionId: string) =>
  plainKind<Unsent<"contractReversePosition">, ContractOrder>({
    name: `reverse:${positionId}`,
    send: async ({ id, intent }) => {
      const request = { ...intent, client_order_id: id, ...(await slipRequest()) };
      const endpoint = contractsEndpoints.contractReversePosition;
      const { order } = await call(endpoint, request, contractWriteOptions);
      keepSlipOf(order, request);
      return order;
    },
    find: ({ id }) => orUndefined(orderNow({ client_order_id: id })),
    isAskedWhenLate: true,
    invalidates: invalidatedByContracts,
  });

export interface CloseAllIntent {
  request: Unsent<"contractCloseAll">;
  /** The positions it means, as they were seen. */
  positions: readonly ContractPosition[];
}

/** Of positions that were to be closed: which the venue took, and which it could not. */
export interface ClosedAll {
  closed: string[];
  failed: { id: string; code: number }[];
}

/** @param code the contract that is meant, or `chosen` for some of the rows; undefined for all */
export const closingAll = (code: string | undefined) =>
  plainKind<CloseAllIntent, ClosedAll>({
    name: `close-all:${code ?? "all"}`,
    async send({ id, intent }) {
      const sent = await slipRequest();
      const request = { ...intent.request, client_order_id: id, ...sent };
      const { slips = [], ...closed } = await call(
        contractsEndpoints.contractCloseAll,
        request,
        contractWriteOptions,
      );
      for (const slip of slips) keepSlipOf({ slip }, sent);
      return closed;
    },
    async find({ intent: { positions } }) {
      const now = await positionsNow();
      // Gone, or closing whole: the order that closes it has taken all of it.
      const closed = positions
        .filter((before) => (now.get(before.id)?.available ?? 0) < before.available)
        .map(({ id }) => id);
      const rest = positions.filter(({ id }) => !closed.includes(id));
      return closed.length === 0
        ? undefined
        : { closed, failed: rest.map(({ id }) => ({ id, code: 0 })) };
    },
    // One may have closed by itself: while the message is on its way, it alone says nothing of the rest.
    judge: ({ failed }, { isOnItsWay }) =>
      isOnItsWay && failed.length > 0 ? "pending" : { outcome: "done" },
    isAskedWhenLate: true,
    invalidates: invalidatedByContracts,
  });

export interface MarginIntent {
  request: Unsent<"contractAdjustMargin">;
  /** The position before the write: a later change of its margin, apart from funding, is this write. */
  before: ContractPosition;
}

/** Adding margin to a position, or taking some out. */
export const adjustingMargin = (positionId: string) =>
  plainKind<MarginIntent, ContractPosition>({
    name: `margin:${positionId}`,
    send: async ({ id, intent }) => {
      const request = { ...intent.request, client_order_id: id };
      const endpoint = contractsEndpoints.contractAdjustMargin;
      return (await call(endpoint, request, contractWriteOptions)).position;
    },
    async find({ intent: { request, before } }) {
      const position = (await positionsNow()).get(before.id);
      const isMoved = position && marginMoved(before, position) === signedAmount(request);
      return isMoved ? position : undefined;
    },
    isAskedWhenLate: true,
    invalidates: invalidatedByContracts,
  });

/**
 * Setting take profit and stop loss.
 * @param id of the position, or of the waiting order to open
 */
export const settingTpsl = (id: string) =>
  settingKind<RequestOf<Endpoints["contractSetTpsl"]>, true>({
    name: `tpsl:${id}`,
    async send({ intent }) {
      await call(contractsEndpoints.contractSetTpsl, intent, contractWriteOptions);
      return true;
    },
    async find({ intent: { position_id, order_id, ...wanted } }) {
      const now =
        position_id !== undefined
          ? (await positionsNow()).get(position_id)
          : order_id !== undefined
            ? await orderNow({ id: order_id })
            : undefined;
      const isSet =
        now !== undefined &&
        trimmed(now.tp_trigger_price) === trimmed(wanted.tp_trigger_price) &&
        trimmed(now.sl_trigger_price) === trimmed(wanted.sl_trigger_price);
      return isSet ? true : undefined;
    },
    isAskedWhenLate: true,
    invalidates: invalidatedByContracts,
  });

async function positionsNow(): Promise<ReadonlyMap<string, ContractPosition>> {
  const { list } = await call(contractsEndpoints.contractPositions, {}, { quiet: true });
  return new Map(list.map((position) => [position.id, position]));
}

function marginMoved(before: ContractPosition, after: ContractPosition): bigint {
  const minor = (amount: string) => parseSigned(amount, moneyScale) ?? 0n;
  return (
    minor(after.position_margin) -
    minor(before.position_margin) -
    (minor(after.funding) - minor(before.funding))
  );
}

function signedAmount({ action, amount }: Pick<MarginIntent["request"], "action" | "amount">) {
  const minor = parseSigned(amount, moneyScale) ?? 0n;
  return action === "add" ? minor : -minor;
}

/** A price without trailing zeros, however either side writes it. */
function trimmed(price: string | null): string | null {
  return price !== null && price.includes(".") ? price.replace(/\.?0+$/, "") : price;
}
