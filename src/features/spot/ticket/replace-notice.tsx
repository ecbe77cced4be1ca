import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import * as codes from "#protocol/wire/error-codes.ts";
import { coinStatus, type CoinOrder } from "#protocol/api/spot.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { orderQuery } from "../orders/order-queries.ts";

export interface ReplaceNoticeProps {
  replaced: ReplacedOrder;
  /** The order in the ticket becomes one of its own. */
  onPart: () => void;
}

/** Says whose place the order in the ticket takes, with a way out. */
export function ReplaceNotice({ replaced, onPart }: ReplaceNoticeProps) {
  const { t } = useLingui();
  const { id } = replaced;
  if (replaced.state === "over") {
    return (
      <Banner
        tone="warning"
        live
        action={
          <Button look="quiet" size="small" onClick={onPart}>{t`Place as a new order`}</Button>
        }
      >
        <Trans>Order {id} has ended meanwhile and cannot be changed any more.</Trans>
      </Banner>
    );
  }
  return (
    <Banner
      tone="info"
      live
      action={<Button look="quiet" size="small" onClick={onPart}>{t`Do not change it`}</Button>}
    >
      <Trans>
        Changes order {id}: the old one is cancelled when the new one stands. What it holds counts
        as available.
      </Trans>
    </Banner>
  );
}

/** The order whose place the one in the ticket takes. */
export type ReplacedOrder =
  | { id: string; state: "reading"; order: undefined }
  | { id: string; state: "waits"; order: CoinOrder }
  /** Filled, cancelled or not known: there is nothing left to change. */
  | { id: string; state: "over"; order: CoinOrder | undefined };

const refreshMs = 3000;

/** Follows the order that is being changed; undefined where none is. */
export function useReplacedOrder(id: string | null): ReplacedOrder | undefined {
  const { data, error } = useQuery({
    ...orderQuery(id ?? ""),
    enabled: id !== null,
    refetchInterval: refreshMs,
  });
  if (id === null) return undefined;
  if (error?.status === codes.noSuchOrder) return { id, state: "over", order: undefined };
  if (!data) return { id, state: "reading", order: undefined };
  return { id, state: data.status === coinStatus.completed ? "over" : "waits", order: data };
}
