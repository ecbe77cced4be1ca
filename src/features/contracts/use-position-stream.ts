import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import * as v from "valibot";
import { useLingui } from "@lingui/react/macro";
import {
  contractsEndpoints,
  type ClosedPosition,
  type ContractOrder,
} from "#protocol/api/contracts.ts";
import { invalidate } from "../../api/query.ts";
import { vibrate } from "../platform/haptics.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import { useOwnStream } from "../trade/own-orders/use-own-stream.ts";
import { contractCancelTerms } from "./orders/contract-cancel.ts";
import { invalidatedByContracts } from "./figures/contract-queries.ts";
import { useContractWords } from "./figures/use-contract-format.ts";

/** An order or position that ended while the app was open. */
type ContractEnd =
  | { kind: "order"; order: ContractOrder }
  | { kind: "closed"; closed: ClosedPosition };

const closedRow = contractsEndpoints.contractHistory.data;

/** Reads contract orders, positions and balances again when the stream reports a change. Answers the last reported end. */
export function usePositionStream(): ContractEnd | null {
  const client = useQueryClient();
  const userId = useAtomValue(sessionAtom)?.id ?? null;
  const [ended, setEnded] = useState<{ userId: string; end: ContractEnd } | null>(null);

  useOwnStream(
    "user.contract",
    (data) => {
      const end = endOf(data);
      if (!end || userId === null) return;
      if (end.kind === "closed" || end.order.trade_volume > 0) vibrate("fill");
      setEnded({ userId, end });
    },
    () => void invalidate(client, ...invalidatedByContracts),
  );

  return ended !== null && ended.userId === userId ? ended.end : null;
}

function endOf(data: unknown): ContractEnd | undefined {
  const closed = v.safeParse(closedRow, { list: [data], total: 1, page: 1, size: 1 });
  const [row] = closed.success ? closed.output.list : [];
  if (row) return { kind: "closed", closed: row };
  const order = v.safeParse(contractsEndpoints.contractPlaceOrder.data, data);
  return order.success && contractCancelTerms.isOver(order.output)
    ? { kind: "order", order: order.output }
    : undefined;
}

/** How an order or a position ended, in a sentence for screen readers. */
export function useContractEndText(): (end: ContractEnd | null) => string {
  const { t } = useLingui();
  const words = useContractWords(undefined);
  return (end) => {
    if (end === null) return "";
    if (end.kind === "closed") {
      const { contract_code: code, close_kind: kind } = end.closed;
      const net = words.signedText(end.closed.net);
      switch (kind) {
        case "tp":
          return t`${code}: closed by take profit, ${net}`;
        case "sl":
          return t`${code}: closed by stop loss, ${net}`;
        case "liquidation":
          return t`${code}: liquidated, ${net}`;
        case "settled":
          return t`${code}: settled by the operator, ${net}`;
        case "manual":
          return t`${code}: position closed, ${net}`;
      }
    }
    const { contract_code: code, trade_volume: volume, offset } = end.order;
    const count = words.contracts(volume);
    if (volume === 0) return t`${code}: the order ended unfilled`;
    return offset === "open" ? t`${code}: ${count} opened` : t`${code}: ${count} closed`;
  };
}
