import type { RequestOf } from "#protocol/endpoint.ts";
import { parseSigned } from "#protocol/amount.ts";
import { moneyScale } from "#protocol/contract-worth.ts";
import {
  perpetualEndpoints,
  type ContractOrder,
  type ContractPosition,
} from "#protocol/perpetual.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import type { Write } from "../account/use-write.ts";

type Endpoints = typeof perpetualEndpoints;
type Unsent<Name extends keyof Endpoints> = Omit<RequestOf<Endpoints[Name]>, "client_order_id">;

/** What the sheets tell themselves, with the limit that was met; a toast beside it would say less. */
const saidInSheet = [
  100000, 100005, 100006, 100007, 300008, 300009, 300010, 300012, 300013, 300014, 300015, 300019,
  300020, 300021,
] as const;
const options = { quiet: true, handles: saidInSheet };

/** Closes some of a position; the order tells what became of it. */
export function closingCall(request: Unsent<"contractClosePosition">): Write<ContractOrder> {
  return {
    send: async (id) =>
      (
        await call(
          perpetualEndpoints.contractClosePosition,
          { ...request, client_order_id: id },
          options,
        )
      ).order,
    ask: askByDeviceId,
  };
}

export function reversingCall(request: Unsent<"contractReversePosition">): Write<ContractOrder> {
  return {
    send: async (id) =>
      (
        await call(
          perpetualEndpoints.contractReversePosition,
          { ...request, client_order_id: id },
          options,
        )
      ).order,
    ask: askByDeviceId,
  };
}

/** Of positions that were to be closed: which the venue took, and which it could not. */
export interface ClosedAll {
  closed: string[];
  failed: { id: string; code: number }[];
}

/** @param wanted the positions it means, as they were seen */
export function closingAllCall(
  request: Unsent<"contractCloseAll">,
  wanted: readonly ContractPosition[],
): Write<ClosedAll> {
  return {
    send: (id) =>
      call(perpetualEndpoints.contractCloseAll, { ...request, client_order_id: id }, options),
    ask: async () => {
      const now = await positionsNow();
      // Gone, or closing whole: the order that closes it has claimed all of it.
      const closed = wanted
        .filter((before) => (now.get(before.id)?.available ?? 0) < before.available)
        .map(({ id }) => id);
      return closed.length === 0
        ? undefined
        : {
            closed,
            failed: wanted
              .filter(({ id }) => !closed.includes(id))
              .map(({ id }) => ({ id, code: 0 })),
          };
    },
  };
}

/** @param before the position as it was seen: what moved of its margin beside funding is this write */
export function marginCall(
  request: Unsent<"contractAdjustMargin">,
  before: ContractPosition,
): Write<ContractPosition> {
  return {
    send: async (id) =>
      (
        await call(
          perpetualEndpoints.contractAdjustMargin,
          { ...request, client_order_id: id },
          options,
        )
      ).position,
    ask: async () => {
      const position = (await positionsNow()).get(before.id);
      if (!position) return undefined;
      return marginMoved(before, position) === signedAmount(request) ? position : undefined;
    },
  };
}

/** Setting the same twice is the same, so there is no id. */
export function tpslCall(request: RequestOf<Endpoints["contractSetTpsl"]>): Write<true> {
  const wanted = JSON.stringify([plain(request.tp_trigger_price), plain(request.sl_trigger_price)]);
  return {
    send: async () => {
      await call(perpetualEndpoints.contractSetTpsl, request, options);
      return true;
    },
    ask: async () => {
      const now =
        request.position_id !== undefined
          ? (await positionsNow()).get(request.position_id)
          : request.order_id !== undefined
            ? await orderNow({ id: request.order_id })
            : undefined;
      return now &&
        JSON.stringify([plain(now.tp_trigger_price), plain(now.sl_trigger_price)]) === wanted
        ? true
        : undefined;
    },
  };
}

/** One message, never repeated by itself. */
export const cancelContractOrder = (id: string) =>
  call(perpetualEndpoints.contractCancelOrder, { id }, options);
export const cancelAllContractOrders = (code: string | undefined) =>
  call(
    perpetualEndpoints.contractCancelAll,
    code === undefined ? {} : { contract_code: code },
    options,
  );

/** The order as it is now. */
export const orderNow = (
  which: { id: string } | { client_order_id: string },
): Promise<ContractOrder> =>
  call(perpetualEndpoints.contractOrder, which, { handles: [noSuchOrder] });

const noSuchOrder = 300014;

async function askByDeviceId(id: string): Promise<ContractOrder | undefined> {
  try {
    return await orderNow({ client_order_id: id });
  } catch (error) {
    if (error instanceof ApiError && error.status === noSuchOrder) return undefined;
    throw error;
  }
}

async function positionsNow(): Promise<ReadonlyMap<string, ContractPosition>> {
  const { list } = await call(perpetualEndpoints.contractPositions, {}, { quiet: true });
  return new Map(list.map((position) => [position.id, position]));
}

function marginMoved(before: ContractPosition, after: ContractPosition): bigint {
  const of = (text: string) => parseSigned(text, moneyScale) ?? 0n;
  return (
    of(after.position_margin) -
    of(before.position_margin) -
    (of(after.funding) - of(before.funding))
  );
}

function signedAmount({
  action,
  amount,
}: Pick<Unsent<"contractAdjustMargin">, "action" | "amount">): bigint {
  const minor = parseSigned(amount, moneyScale) ?? 0n;
  return action === "add" ? minor : -minor;
}

/** A price without trailing zeros, however either side writes it. */
function plain(price: string | null): string | null {
  return price !== null && price.includes(".") ? price.replace(/\.?0+$/, "") : price;
}
