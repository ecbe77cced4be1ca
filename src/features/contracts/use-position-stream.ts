import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import * as v from "valibot";
import {
  perpetualEndpoints,
  type ClosedPosition,
  type ContractOrder,
} from "#protocol/perpetual.ts";
import { invalidate } from "../../api/query.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { useOwnStream } from "../trading/use-own-stream.ts";
import { contractCancelTerms } from "./contract-cancel.ts";
import { spoiltByContracts } from "./position-queries.ts";

/** What ended by itself while the person looked on. */
export type ContractEnd =
  | { kind: "order"; order: ContractOrder }
  | { kind: "closed"; closed: ClosedPosition };

const closedRow = perpetualEndpoints.contractHistory.data;

/** Reads contract orders, positions and balances anew when the stream says that they moved. Answers the last end it told. */
export function usePositionStream(): ContractEnd | null {
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const [ended, setEnded] = useState<{ userId: string; end: ContractEnd } | null>(null);

  useOwnStream(
    "user.contract",
    (data) => {
      const end = endOf(data);
      if (end && userId !== null) setEnded({ userId, end });
    },
    () => void invalidate(client, ...spoiltByContracts),
  );

  return ended !== null && ended.userId === userId ? ended.end : null;
}

function endOf(data: unknown): ContractEnd | undefined {
  const closed = v.safeParse(closedRow, { list: [data], total: 1, page: 1, size: 1 });
  const [row] = closed.success ? closed.output.list : [];
  if (row) return { kind: "closed", closed: row };
  const order = v.safeParse(perpetualEndpoints.contractPlaceOrder.data, data);
  return order.success && contractCancelTerms.isOver(order.output)
    ? { kind: "order", order: order.output }
    : undefined;
}
