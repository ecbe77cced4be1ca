import { useQuery } from "@tanstack/react-query";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { orderQuery } from "./queries.ts";

/** The order whose place the one in the ticket takes. */
export type ReplacedOrder =
  | { id: string; state: "reading"; order: undefined }
  | { id: string; state: "waits"; order: CoinOrder }
  /** Filled, cancelled or not known: there is nothing left to change. */
  | { id: string; state: "over"; order: CoinOrder | undefined };

const refreshMs = 3000;
const noSuchOrder = 300014;

/** Follows the order that is being changed; undefined where none is. */
export function useReplacedOrder(id: string | null): ReplacedOrder | undefined {
  const { data, error } = useQuery({
    ...orderQuery(id ?? ""),
    enabled: id !== null,
    refetchInterval: refreshMs,
  });
  if (id === null) return undefined;
  if (error?.status === noSuchOrder) return { id, state: "over", order: undefined };
  if (!data) return { id, state: "reading", order: undefined };
  return { id, state: data.status === coinStatus.completed ? "over" : "waits", order: data };
}
