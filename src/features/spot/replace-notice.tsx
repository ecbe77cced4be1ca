import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import type { ReplacedOrder } from "./use-replaced-order.ts";

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
