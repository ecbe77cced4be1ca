import { Trans, useLingui } from "@lingui/react/macro";
import type { ContractOrder } from "#protocol/perpetual.ts";
import { formatMoney } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Progress } from "../../ui/progress.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { useOnline } from "../platform/use-online.ts";
import { isCancelling } from "../trading/cancel-flow.ts";
import { useContractCancel } from "./use-contract-cancel.ts";
import { useContractOrderWords } from "./use-contract-order-words.ts";
import { usePositionRefusalText } from "./use-position-refusal-text.ts";
import styles from "./position-sheets.module.css";

/** Asks whether a waiting contract order is to be cancelled, with what comes back; then what became of it. */
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
  const { words, sentence, state } = useContractOrderWords(order);
  const { flow, cancel, dismiss } = useContractCancel(order.id);
  const refusal = usePositionRefusalText();
  const money = (text: string) =>
    formatMoney(text, words.quote, i18n.locale, { hidden: words.hidden });
  const again = flow?.step === "standing" || flow?.step === "refused";
  const busy = isCancelling(flow);

  function leave() {
    dismiss();
    onClose();
  }

  const title =
    flow === undefined
      ? t`Cancel this order?`
      : flow.step === "cancelled"
        ? t`Order cancelled`
        : busy
          ? t`Cancelling the order`
          : t`Not cancelled`;
  const back = money(order.margin_frozen);
  return (
    <Sheet open={open} onClose={leave} title={title} closeLabel={t`Close`}>
      <div className={styles.body}>
        {flow === undefined && (
          <>
            <p className={styles.legs}>{sentence}</p>
            <p>
              {order.offset === "open" ? (
                <Trans>{back} come back at once. What has filled stays open.</Trans>
              ) : (
                <Trans>Its contracts can be closed otherwise again.</Trans>
              )}
            </p>
          </>
        )}
        {busy && (
          <div role="status">
            <Progress
              label={
                flow?.step === "sending"
                  ? t`Cancelling`
                  : t`Asking the venue what became of the order`
              }
            />
          </div>
        )}
        {flow?.step === "cancelled" && (
          <Banner tone="success" live>
            {flow.back !== null && order.offset === "open" ? (
              <Came back={money(flow.back)} />
            ) : (
              <Trans>Cancelled.</Trans>
            )}
          </Banner>
        )}
        {flow?.step === "ended" && (
          <Banner tone="info" live>
            <Trans>It could not be cancelled any more.</Trans> {state}
          </Banner>
        )}
        {flow?.step === "standing" && (
          <Banner tone="warning" live>
            <Trans>The cancel did not reach the venue. The order still stands.</Trans>
          </Banner>
        )}
        {flow?.step === "refused" && (
          <Banner tone="danger" live>
            {refusal({ status: flow.status, data: null })}
          </Banner>
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
