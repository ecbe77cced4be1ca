import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { OrderSlip } from "#protocol/api/order-slip.ts";
import type { OrderFile, OrderSlipFacts } from "#protocol/proof/order-slip-check.ts";
import { slowMs } from "#protocol/rules/seconds-settlement.ts";
import { formatSeconds } from "../../../lib/format.ts";
import { saveJson } from "../../../lib/save-file.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Fold } from "../../../ui/lists/fold.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import bills from "../../wallet/bills/order-bills.module.css";
import { judgeOrder, orderFileOf } from "./order-slips.ts";

export interface OrderSlipSectionProps {
  market: OrderSlip["market"];
  /** As the venue shows it. */
  order: OrderFile["order"] & { slip?: OrderSlip | null };
}

/** Whether an order is what the venue signed when it took it in, checked on this device. */
export function OrderSlipSection({ market, order }: OrderSlipSectionProps) {
  return (
    <Fold small summary={<Trans>What the venue signed</Trans>}>
      <SlipCheck {...{ market, order }} />
    </Fold>
  );
}

function SlipCheck({ market, order }: OrderSlipSectionProps) {
  const { t } = useLingui();
  const { data } = useQuery({
    queryKey: ["order-slip", market, order],
    queryFn: async () => {
      const file = await orderFileOf(market, order);
      return file && { file, facts: await judgeOrder(file) };
    },
    staleTime: Infinity,
    meta: { private: true, persisted: false },
  });
  if (data === undefined) return <Skeleton />;
  if (data === null)
    return (
      <p className={bills.time}>
        <Trans>
          There is no slip of this order: it comes from before there were slips, or from another
          order, such as a stop.
        </Trans>
      </p>
    );
  const { file, facts } = data;
  return (
    <div className={bills.line}>
      {facts ? (
        <Outcome facts={facts} />
      ) : (
        <p className={bills.time}>
          <Trans>
            On this page the browser offers no cryptography. Save the file and check it.
          </Trans>
        </p>
      )}
      <Button look="quiet" size="small" onClick={() => save(file)}>
        {t`Download as a file`}
      </Button>
    </div>
  );
}

function Outcome({ facts: { fault, differing, delayMs } }: { facts: OrderSlipFacts }) {
  const { t, i18n } = useLingui();
  const delay = formatSeconds(Math.max(0, delayMs ?? 0), i18n.locale);
  const bound = formatSeconds(slowMs, i18n.locale);
  if (fault === null)
    return (
      <p className={bills.time}>
        {delayMs === null
          ? t`The order is what the venue signed when it took it in.`
          : delayMs > slowMs
            ? t`The order is what the venue signed when it took it in, ${delay} s after it was sent: longer than the ${bound} s that the rules allow for.`
            : t`The order is what the venue signed when it took it in, ${delay} s after it was sent.`}
      </p>
    );
  const { name = "", slip = "", order = "" } = differing ?? {};
  return (
    <Banner tone="danger">
      {fault === "terms"
        ? t`${name}: the venue signed ${slip}, and now shows ${order}. Save the file: it proves what was signed.`
        : t`The slip is not one that this venue has signed for this order.`}
    </Banner>
  );
}

function save(file: OrderFile): void {
  saveJson(file, `godwit-order-${file.slip.market}-${file.slip.order_id}.json`);
}
