import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { CoinOrder } from "#protocol/api/spot.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { formatMoney } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { LateAnswer } from "../../platform/forms/late-answer.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import type { CancelWrite } from "../../trade/writes/cancel-kind.ts";
import { flagsOf, setAside } from "./order-figures.ts";
import { filledAny } from "./order-summary.ts";
import { useCancelOrder } from "./coin-cancel.ts";
import { useOrderWords } from "./use-order-messages.ts";
import { useOutcomeText } from "./use-outcome-message.ts";
import { Sheet, useLast } from "../../../ui/layers/sheet.tsx";
import styles from "./cancel-order.module.css";

/** Asks whether to cancel an order, with the amount that is released; then shows the outcome. */
export function CancelOrder({ order, onLeave }: { order: CoinOrder; onLeave: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const hidden = useAtomValue(hideAmountsAtom);
  const words = useOrderWords(order);
  const { write, isBusy, isAsked, hasFailed, cancel, dismiss } = useCancelOrder(order.id);
  const { amount, flag } = setAside(order);
  const back = formatMoney(amount, flag, i18n.locale, { hidden });
  const { base } = flagsOf(order);
  const filled = formatMoney(order.filled_amount, base, i18n.locale, { hidden });

  function leave() {
    dismiss();
    onLeave();
  }

  return (
    <div className={styles.body}>
      {!isAsked ? (
        <>
          <p className={styles.name}>
            {words.market}: {words.name}
          </p>
          <p>
            <Trans>{back} come back at once.</Trans>{" "}
            {filledAny(order) &&
              (order.side === "buy" ? (
                <Trans>The {filled} that were bought stay yours.</Trans>
              ) : (
                <Trans>The {filled} that were sold stay sold.</Trans>
              ))}
          </p>
        </>
      ) : (
        <CancelOutcome write={write} />
      )}
      <div className={styles.actions}>
        {!isAsked || hasFailed ? (
          <>
            <Button
              look="danger"
              wide
              disabledReason={online ? undefined : t`You are offline. Nothing is sent by itself.`}
              onClick={() => void cancel(order)}
            >
              {hasFailed ? t`Try again` : t`Cancel the order`}
            </Button>
            <Button wide onClick={leave}>{t`Keep it`}</Button>
          </>
        ) : (
          <Button wide look={isBusy ? "secondary" : "primary"} onClick={leave}>
            {isBusy ? t`Go on without waiting` : t`Done`}
          </Button>
        )}
      </div>
    </div>
  );
}

function CancelOutcome({ write }: { write: CancelWrite<CoinOrder> }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const outcome = useOutcomeText();
  switch (write.step) {
    case "sending":
      return write.isLate ? (
        <LateAnswer />
      ) : (
        <div role="status">
          <Progress label={t`Cancelling`} />
        </div>
      );
    case "checking":
      return (
        <div role="status" className={styles.checking}>
          <Progress label={t`Asking the venue what became of the order`} />
          <p>
            {write.isOver ? (
              <Trans>It ended before the cancel arrived.</Trans>
            ) : write.tries > 0 ? (
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
    case "done": {
      const { answer, outcome: end } = write;
      if (end.became === "ended")
        return (
          <Banner tone="info" live>
            <Trans>It could not be cancelled any more.</Trans> {outcome(answer)}
          </Banner>
        );
      const { flag } = setAside(answer);
      const back =
        end.back === null ? undefined : formatMoney(end.back, flag, i18n.locale, { hidden });
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
    case "absent":
      return (
        <Banner tone="warning" live>
          <Trans>The cancel did not reach the venue. The order still stands.</Trans>
        </Banner>
      );
    case "refused":
      return (
        <Banner tone="danger" live>
          {i18n._(errorText(write.refusal.status))}
        </Banner>
      );
    default:
      return null;
  }
}

/** Asks whether to cancel the order of a row; null while closed. */
export function CancelSheet({ order, onClose }: { order: CoinOrder | null; onClose: () => void }) {
  const { t } = useLingui();
  const last = useLast(order);
  const { write, isAsked, isBusy, dismiss } = useCancelOrder(last?.id ?? "");

  function leave() {
    dismiss();
    onClose();
  }

  const title = !isAsked
    ? t`Cancel this order?`
    : write.step === "done" && write.outcome.became === "cancelled"
      ? t`Order cancelled`
      : isBusy
        ? t`Cancelling the order`
        : t`Not cancelled`;

  return (
    <Sheet open={order !== null} onClose={leave} title={title} closeLabel={t`Close`}>
      {last && <CancelOrder order={last} onLeave={onClose} />}
    </Sheet>
  );
}
