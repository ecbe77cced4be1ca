import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import type { FillMark } from "../../ui/chart/fill-marks.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { endedContractOrdersQuery } from "./figures/contract-queries.ts";

const noOrders: readonly ContractOrder[] = [];

/** The person's last filled orders of a contract as marks of its chart; the same array while they are the same. */
export function useOwnContractFills(contractCode: string | undefined): readonly FillMark[] {
  const authorized = useAtomValue(authorizedAtom);
  const { data } = useQuery({
    ...endedContractOrdersQuery(contractCode ?? ""),
    enabled: authorized && contractCode !== undefined,
  });
  const orders = authorized ? (data?.list ?? noOrders) : noOrders;
  return useMemo(() => ownContractFills(orders), [orders]);
}

/** Each whole fill at the time it ended. One that was cancelled ended later than it filled, so it has none. */
export function ownContractFills(
  orders: readonly Pick<ContractOrder, "direction" | "volume" | "trade_volume" | "finish_time">[],
): FillMark[] {
  return orders.flatMap(({ direction, volume, trade_volume, finish_time }) =>
    trade_volume === volume && finish_time !== null
      ? [{ timeSec: finish_time / 1000, side: direction }]
      : [],
  );
}
