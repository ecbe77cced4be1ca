import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { trimZeros } from "#protocol/wire/amount.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import { openOrdersQuery } from "../orders/order-queries.ts";
import { draggedPrefill, ticketPrefillAtom, type TicketPrefill } from "../orders/ticket-prefill.ts";
import type { ReplacedOrder } from "../ticket/replace-notice.tsx";
import type { OrderIntent, TicketDraft, TicketFacts } from "../ticket/ticket-facts.ts";
import { ticketSummary } from "../ticket/ticket-form.ts";

interface DraggedOrderOptions {
  draft: TicketDraft;
  /** With what the replaced order holds counted as available. */
  facts: TicketFacts | undefined;
  replaced: ReplacedOrder | undefined;
  request: (intent: OrderIntent) => void;
}

/**
 * An order whose line was dragged: the ticket takes the change, and once it stands there the confirmation opens.
 * Where that is switched off or the change has a problem, the ticket and its button are left to the user.
 */
export function useDraggedOrder({
  draft,
  facts,
  replaced,
  request,
}: DraggedOrderOptions): (orderId: string, price: string) => void {
  const authorized = useAtomValue(authorizedAtom);
  const waiting = useQuery({ ...openOrdersQuery(), enabled: authorized }).data?.list;
  const fillTicket = useSetAtom(ticketPrefillAtom);
  const settings = useAtomValue(orderSettingsAtom);
  const [awaited, setAwaited] = useState<TicketPrefill | null>(null);
  const asked = useRef<TicketPrefill | null>(null);
  const stands =
    awaited !== null &&
    draft.replaces === awaited.replaces &&
    isSame(draft.price, awaited.price) &&
    isSame(draft.stopPrice, awaited.stopPrice) &&
    replaced?.state !== "reading" &&
    facts !== undefined &&
    facts.available !== null;
  const ask = useEffectEvent(() => {
    if (asked.current === awaited) return;
    asked.current = awaited;
    if (!settings.confirm || replaced?.state !== "waits" || !facts) return;
    const { intent } = ticketSummary(draft, facts, settings);
    if (intent) request(intent);
  });
  useEffect(() => {
    if (stands) ask();
  }, [stands, awaited]);

  return (orderId, price) => {
    const order = waiting?.find(({ id }) => id === orderId);
    if (!order) return;
    const prefill = draggedPrefill(order, price);
    setAwaited(prefill);
    fillTicket(prefill);
  };
}

function isSame(typed: string | null, wanted: string | undefined): boolean {
  return typed === null
    ? wanted === undefined
    : wanted !== undefined && trimZeros(typed) === trimZeros(wanted);
}
