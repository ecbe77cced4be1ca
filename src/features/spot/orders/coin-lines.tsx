import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { memo, useState } from "react";
import type { CoinOrder } from "#protocol/api/spot.ts";
import type { PriceLine } from "../../../ui/chart/tagged-lines.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { OwnLines, type LineAct, type TouchedLine } from "../../trade/own-orders/own-lines.tsx";
import { CancelSheet } from "./cancel-order.tsx";
import { openOrdersQuery } from "./order-queries.ts";
import { amendPrefill, mayAmend, ticketPrefillAtom } from "./ticket-prefill.ts";

interface CoinLinesProps {
  symbol: string;
  lines: readonly PriceLine[];
  touched: TouchedLine | null;
  onTouched: (touched: TouchedLine | null) => void;
  onOrder: (orderId: string) => void;
}

/** What a tapped line of a market's chart opens: the order's details, a change of it in the ticket, or its cancel. */
export const CoinLines = memo(function CoinLines({
  symbol,
  lines,
  touched,
  onTouched,
  onOrder,
}: CoinLinesProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const orders = useQuery({ ...openOrdersQuery(), enabled: authorized }).data?.list ?? [];
  const fillTicket = useSetAtom(ticketPrefillAtom);
  const [cancelling, setCancelling] = useState<CoinOrder | null>(null);

  function actsOf(id: string): readonly LineAct[] {
    const order = orders.find((one) => one.id === id);
    if (!order) return [];
    return [
      { label: t`Details`, onAct: () => onOrder(id) },
      ...(mayAmend(order)
        ? [{ label: t`Change`, onAct: () => fillTicket(amendPrefill(order)) }]
        : []),
      { label: t`Cancel the order`, ends: true, onAct: () => setCancelling(order) },
    ];
  }

  return (
    <>
      <OwnLines
        symbol={symbol}
        lines={lines}
        touched={touched}
        onTouched={onTouched}
        actsOf={actsOf}
      />
      <CancelSheet order={cancelling} onClose={() => setCancelling(null)} />
    </>
  );
});
