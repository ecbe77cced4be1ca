import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatAmount, formatPrice } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { averageText, type Estimate } from "./estimate.ts";
import { EstimateRows } from "./estimate-rows.tsx";
import { lotsText, worthText } from "./estimate-texts.ts";
import { isUnderWay, type OrderFlow, type OrderIntent } from "./order-flow.ts";
import { OrderProgress } from "./order-progress.tsx";
import { hasMoved, ticketSummary, type TicketFacts } from "./ticket-form.ts";
import type { TradeStop } from "./trade-stop.ts";
import { useProblemText } from "./use-problem-text.ts";
import { useStopText } from "./use-stop-text.ts";
import styles from "./confirm-sheet.module.css";

export interface ConfirmSheetProps {
  flow: OrderFlow;
  facts: TicketFacts | undefined;
  /** What forbids trading now; an order under way aside. */
  stop: TradeStop | undefined;
  busyElsewhere: boolean;
  onConfirm: () => void;
  /** Back to the form, or out of sight while the venue is asked. */
  onClose: () => void;
  /** Leads from an outcome to the order itself. */
  onOrder: (orderId: string) => void;
  open: boolean;
}

/** The order once more, computed anew from the moving book while it is open; then what became of it. */
export function ConfirmSheet({ flow: current, facts, stop, busyElsewhere, onConfirm, onClose, onOrder, open }: ConfirmSheetProps) {
  const { t } = useLingui();
  // What was last shown stays drawn while the sheet leaves.
  const [flow, setFlow] = useState(current);
  if (open && current !== flow) setFlow(current);
  const intent = flow.step === "idle" ? undefined : flow.step === "confirming" ? flow.intent : flow.attempt.intent;
  const sending = flow.step === "sending";
  const reviewing = sending || flow.step === "confirming";
  const title =
    flow.step === "checking" ? t`Checking your order`
    : flow.step === "accepted" ? t`Order placed`
    : flow.step === "refused" || flow.step === "absent" ? t`Not placed`
    : isDone(flow) ? t`Your order`
    : intent?.side === "sell" ? t`Confirm sell` : t`Confirm buy`;

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={title}
      closeLabel={t`Close`}
      dismissible={!sending}
    >
      <div className={styles.body}>
        {reviewing && intent && facts ? (
          <Review intent={intent} facts={facts} stop={stop} sending={sending} busyElsewhere={busyElsewhere} onConfirm={onConfirm} />
        ) : (
          <OrderProgress flow={flow} />
        )}
        {!reviewing && flow.step !== "idle" && (
          <div className={styles.actions}>
            {"order" in flow && !isUnderWay(flow) && <Button wide onClick={() => onOrder(flow.order.id)}>{t`Show the order`}</Button>}
            <Button look={isDone(flow) ? "primary" : "secondary"} wide onClick={onClose}>
              {isUnderWay(flow) ? t`Go on without waiting` : isDone(flow) ? t`Done` : t`Back to the form`}
            </Button>
          </div>
        )}
      </div>
    </Sheet>
  );
}

/** The venue has said what became of it. */
function isDone(flow: OrderFlow): boolean {
  return flow.step === "filled" || flow.step === "partly" || flow.step === "cancelled" || flow.step === "reviewing";
}

function Review({ intent, facts, stop, sending, busyElsewhere, onConfirm }: {
  intent: OrderIntent; facts: TicketFacts; stop: TradeStop | undefined; sending: boolean; busyElsewhere: boolean; onConfirm: () => void;
}) {
  const { t, i18n } = useLingui();
  const problemText = useProblemText();
  const stopText = useStopText();
  const { market } = facts;
  const spending = intent.value !== null && intent.value !== undefined;
  const draft = { side: intent.side, by: spending ? "value" as const : "amount" as const, value: intent.value ?? null, amount: intent.amount ?? null };
  const { estimate, reserve, problem } = ticketSummary(draft, facts);
  const [seen, setSeen] = useState(estimate);
  if (!seen && estimate) setSeen(estimate);
  const moved = seen !== undefined && estimate !== undefined && !sending && hasMoved(seen, estimate);
  const sum = spending ? `${formatAmount(intent.value ?? "0", i18n.locale)} ${market.quote}` : `${formatAmount(intent.amount ?? "0", i18n.locale)} ${market.base}`;
  const about = estimate && lotsText(estimate.filledAmount, market, i18n.locale);
  const worth = estimate && worthText(estimate.filledValue, market, i18n.locale);
  const sentence =
    spending ? t`Buy ≈ ${about ?? "–"} ${market.base} for ${sum}`
    : intent.side === "buy" ? t`Buy ${sum} for ≈ ${worth ?? "–"} ${market.quote}`
    : t`Sell ${sum} for ≈ ${worth ?? "–"} ${market.quote}`;
  const reason = stop ? stopText(stop) : problem ? problemText(problem, market, spending) : undefined;

  return (
    <div className={styles.review}>
      <p className={styles.sentence}>{sentence}</p>
      <p className={styles.note}><Trans>Market order with paper money. It fills at once at the best prices there are; it cannot be undone.</Trans></p>
      <EstimateRows market={market} side={intent.side} estimate={estimate} reserve={reserve} spending={spending} />
      {estimate?.short && <Banner tone="warning"><Trans>The book shows less than you want. What does not fill is cancelled.</Trans></Banner>}
      {moved && (
        <Banner tone="warning" live action={<Button size="small" onClick={() => setSeen(estimate)}>{t`Accept new price`}</Button>}>
          <Moved then={seen} now={estimate} facts={facts} />
        </Banner>
      )}
      {busyElsewhere && <Banner tone="warning" live><Trans>Another window has an order under way. Try again when it is done.</Trans></Banner>}
      <div className={styles.actions}>
        <Button
          look={intent.side === "buy" ? "up" : "down"}
          size="large"
          wide
          busy={sending}
          disabledReason={sending ? undefined : (reason ?? (moved ? t`The price moved. Accept the new one first.` : undefined))}
          onClick={onConfirm}
        >
          {intent.side === "buy" ? t`Buy ${market.base} now` : t`Sell ${market.base} now`}
        </Button>
      </div>
    </div>
  );
}

function Moved({ then, now, facts }: { then: Estimate; now: Estimate; facts: TicketFacts }) {
  const { i18n } = useLingui();
  const { scales } = facts.market;
  const before = formatPrice(averageText(then, scales), scales.price, i18n.locale);
  const after = formatPrice(averageText(now, scales), scales.price, i18n.locale);
  return <Trans>The price moved from {before} to {after} since you opened this.</Trans>;
}
