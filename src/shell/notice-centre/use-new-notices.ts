import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { accountEndpoints, type Notice } from "#protocol/api/account.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { invalidate } from "../../api/query.ts";
import { useOwnStream } from "../../features/trade/own-orders/use-own-stream.ts";
import { withTexts } from "../../i18n/activate.ts";

/**
 * Reads the notices again when the stream reports one, and shows those that have come since this page opened. What
 * is older waits in the list.
 */
export function useNewNotices(notices: readonly Notice[] | undefined): void {
  const client = useQueryClient();
  const seen = useRef<{ since: number; ids: Set<string> } | null>(null);

  useOwnStream(
    "user.notice",
    () => {},
    () => void invalidate(client, accountEndpoints.notices),
  );

  useEffect(() => {
    const known = (seen.current ??= { since: venueNow(), ids: new Set() });
    const fresh = (notices ?? []).filter(
      ({ id, create_time, is_read }) =>
        is_read === 0 && create_time >= known.since && !known.ids.has(id),
    );
    if (fresh.length === 0) return;
    for (const { id } of fresh) known.ids.add(id);
    withTexts("sheets", () => import("./notice-toasts.ts")).then(
      ({ showNotices }) => showNotices(fresh.toReversed()),
      // Without a connection the list still has them.
      () => undefined,
    );
  }, [notices]);
}
