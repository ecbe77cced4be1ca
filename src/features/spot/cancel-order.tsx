import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { CoinOrder } from "#protocol/spot.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { formatMoney } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { useOnline } from "../platform/use-online.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { isCancelling, type CancelFlow } from "../trading/cancel-flow.ts";
import { flagsOf, setAside } from "./order-measures.ts";
import { filledAny } from "./order-receipt.ts";
import { useCancelOrder } from "./use-cancel-order.ts";
import { useOrderWords } from "./use-order-words.ts";
import { useOutcomeText } from "./use-outcome-text.ts";
import styles from "./cancel-order.module.css";

/** The question whether an order is to be cancelled, with what comes back; then what became of it. */
export function CancelOrder({ order, onLeave }: { order: CoinOrder; onLeave: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const hidden = useAtomValue(hideAmountsAtom);
  const words = useOrderWords(order);
  const { flow, cancel, dismiss } = useCancelOrder(order.id);
  const { amount, flag } = setAside(order);
  const back = formatMoney(amount, flag, i18n.locale, { hidden });
  const { base } = flagsOf(order);
  const kept = formatMoney(order.filled_amount, base, i18n.locale, { hidden });
  const again = flow?.step === "standing" || flow?.step === "refused";

  function leave() {
    dismiss();
    onLeave();
  }

  return (
    <div className={styles.body}>
      {flow === undefined ? (
        <>
          <p className={styles.name}>
            {words.market}: {words.name}
          </p>
          <p>
            <Trans>{back} come back at once.</Trans>{" "}
            {filledAny(order) &&
              (order.side === "buy" ? (
                <Trans>The {kept} that were bought stay yours.</Trans>
              ) : (
                <Trans>The {kept} that were sold stay sold.</Trans>
              ))}
          </p>
        </>
      ) : (
        <CancelOutcome flow={flow} />
      )}
      <div className={styles.actions}>
        {flow === undefined || again ? (
          <>
            <Button
              look="danger"
              wide
              disabledReason={online ? undefined : t`You are offline. Nothing is sent by itself.`}
              onClick={() => void cancel(order)}
            >
              {again ? t`Try again` : t`Cancel the order`}
            </Button>
            <Button wide onClick={leave}>{t`Keep it`}</Button>
          </>
        ) : (
          <Button wide look={isCancelling(flow) ? "secondary" : "primary"} onClick={leave}>
            {isCancelling(flow) ? t`Go on without waiting` : t`Done`}
          </Button>
        )}
      </div>
    </div>
  );
}

function CancelOutcome({ flow }: { flow: CancelFlow<CoinOrder> }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const outcome = useOutcomeText();
  switch (flow.step) {
    case "sending":
      return (
        <div role="status">
          <Progress label={t`Cancelling`} />
        </div>
      );
    case "checking":
      return (
        <div role="status" className={styles.checking}>
          <Progress label={t`Asking the venue what became of the order`} />
          <p>
            {flow.isOver ? (
              <Trans>It ended before the cancel arrived.</Trans>
            ) : flow.tries > 0 ? (
              <Trans>
                The venue cannot be reached. The order may stand or be cancelled; it is asked for
                until that is known.
              </Trans>
            ) : (
              <Trans>The answer got lost on the way. The order is looked up.</Trans>
            )}
          </p>
        </div>
      );
    case "cancelled": {
      const { flag } = setAside(flow.order);
      const back =
        flow.back === null ? undefined : formatMoney(flow.back, flag, i18n.locale, { hidden });
      return (
        <Banner tone="success" live>
          {back !== undefined ? (
            <Trans>Cancelled. {back} came back.</Trans>
          ) : (
            <Trans>Cancelled. More of it had filled by then; what was left came back.</Trans>
          )}
        </Banner>
      );
    }
    case "ended":
      return (
        <Banner tone="info" live>
          <Trans>It could not be cancelled any more.</Trans> {outcome(flow.order)}
        </Banner>
      );
    case "standing":
      return (
        <Banner tone="warning" live>
          <Trans>The cancel did not reach the venue. The order still stands.</Trans>
        </Banner>
      );
    case "refused":
      return (
        <Banner tone="danger" live>
          {i18n._(errorText(flow.status))}
        </Banner>
      );
  }
}
