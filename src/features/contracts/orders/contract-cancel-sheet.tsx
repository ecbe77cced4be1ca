import { Trans, useLingui } from "@lingui/react/macro";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { formatMoney } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { LateAnswer } from "../../platform/forms/late-answer.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { useContractCancel } from "./contract-cancel.ts";
import { useContractOrderWords } from "./use-contract-order-messages.ts";
import { usePositionRefusalText } from "../figures/position-refusal-messages.ts";
import styles from "../figures/contract-sheet.module.css";

/** Asks whether to cancel a waiting contract order, with the amount that is released; then shows the outcome. */
export function ContractCancelSheet({
  order,
  open,
  onClose,
}: {
  order: ContractOrder;
  open: boolean;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const { words, summary, state } = useContractOrderWords(order);
  const {
    write,
    isBusy: busy,
    isLate,
    isAsked,
    hasFailed,
    cancel,
    dismiss,
  } = useContractCancel(order.id);
  const refusal = usePositionRefusalText();
  const money = (text: string) =>
    formatMoney(text, words.quote, i18n.locale, { hidden: words.hidden });

  function leave() {
    dismiss();
    onClose();
  }

  const outcome = write.step === "done" ? write.outcome : undefined;
  const title = !isAsked
    ? t`Cancel this order?`
    : outcome?.became === "cancelled"
      ? t`Order cancelled`
      : busy
        ? t`Cancelling the order`
        : t`Not cancelled`;
  const back = money(order.margin_frozen);
  return (
    <Sheet open={open} onClose={leave} title={title} closeLabel={t`Close`}>
      <div className={styles.body}>
        {!isAsked && (
          <>
            <p className={styles.legs}>{summary}</p>
            <p>
              {order.offset === "open" ? (
                <Trans>{back} come back at once. What has filled stays open.</Trans>
              ) : (
                <Trans>Its contracts can be closed otherwise again.</Trans>
              )}
            </p>
          </>
        )}
        {isLate && <LateAnswer />}
        {busy && !isLate && (
          <div role="status">
            <Progress
              label={
                write.step === "sending"
                  ? t`Cancelling`
                  : t`Asking the venue what became of the order`
              }
            />
          </div>
        )}
        {outcome?.became === "cancelled" && (
          <Banner tone="success" live>
            {outcome.back !== null && order.offset === "open" ? (
              <Came back={money(outcome.back)} />
            ) : (
              <Trans>Cancelled.</Trans>
            )}
          </Banner>
        )}
        {outcome?.became === "ended" && (
          <Banner tone="info" live>
            <Trans>It could not be cancelled any more.</Trans> {state}
          </Banner>
        )}
        {write.step === "absent" && (
          <Banner tone="warning" live>
            <Trans>The cancel did not reach the venue. The order still stands.</Trans>
          </Banner>
        )}
        {write.step === "refused" && (
          <Banner tone="danger" live>
            {refusal({ status: write.refusal.status, data: null })}
          </Banner>
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
            <Button wide look={busy ? "secondary" : "primary"} onClick={leave}>
              {busy ? t`Go on without waiting` : t`Done`}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}

function Came({ back }: { back: string }) {
  return <Trans>Cancelled. {back} came back.</Trans>;
}
