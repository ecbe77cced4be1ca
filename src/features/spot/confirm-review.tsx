import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { formatPrice } from "../../lib/format.ts";
import { OrderReview } from "../trading/order-review.tsx";
import { changeOf, graveOf, type Look } from "./confirm-check.ts";
import { ConfirmRows } from "./confirm-rows.tsx";
import { averageText } from "./estimate.ts";
import type { OrderIntent } from "./order-flow.ts";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { draftOf, ticketSummary, type TicketFacts } from "./ticket-form.ts";
import type { TradeStop } from "../trading/trade-stop.ts";
import { useOrderSentence } from "./use-order-sentence.ts";
import { useProblemText } from "./use-problem-text.ts";
import { useStopText } from "../trading/use-stop-text.ts";
import { useWarningText } from "./use-warning-text.ts";

export interface ConfirmReviewProps {
  intent: OrderIntent;
  facts: TicketFacts;
  stop: TradeStop | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  onConfirm: (askAgain: boolean) => void;
}

/** The order once more, computed anew from the moving book; what was not there before has to be accepted first. */
export function ConfirmReview({
  intent,
  facts,
  stop,
  sending,
  busyElsewhere,
  onConfirm,
}: ConfirmReviewProps) {
  const problemText = useProblemText();
  const stopText = useStopText();
  const warningText = useWarningText();
  const sentenceOf = useOrderSentence();
  const settings = useAtomValue(orderSettingsAtom);
  const { market } = facts;
  const summary = ticketSummary(draftOf(intent), facts, settings);
  const { estimate, fate, problem, warnings } = summary;
  const [seen, setSeen] = useState<Look>({ estimate, fate });
  if (seen.fate === undefined && fate !== undefined) setSeen({ estimate, fate });
  const change = sending || problem ? undefined : changeOf(seen, { estimate, fate });
  const spending = typeof intent.value === "string";
  const { wish, fate: becomes } = sentenceOf(intent, summary, market);
  // A figure from a book that stands still would look like an offer.
  const isFrozen = stop === "frozen-price";

  return (
    <OrderReview
      wish={wish}
      becomes={becomes}
      figures={
        <ConfirmRows
          intent={intent}
          summary={isFrozen ? { ...summary, estimate: undefined, rest: undefined } : summary}
          facts={facts}
        />
      }
      warnings={warnings.map((warning) => ({
        key: warning.kind,
        text: warningText(warning, market, intent.type),
      }))}
      change={
        change && {
          kind: change,
          text:
            change === "price" ? (
              <Moved then={seen} now={{ estimate, fate }} facts={facts} />
            ) : (
              <>
                <Trans>
                  The market moved since you opened this, and something else would happen now.
                </Trans>{" "}
                {becomes}
              </>
            ),
          accept: () => setSeen({ estimate, fate }),
        }
      }
      grave={graveOf(warnings)}
      reason={stop ? stopText(stop) : problem && problemText(problem, market, spending)}
      {...{ sending, busyElsewhere, onConfirm }}
      look={intent.side === "buy" ? "up" : "down"}
      words={<Words intent={intent} base={market.base} />}
    />
  );
}

/** What the tap does. */
function Words({ intent: { side, type, replaces }, base }: { intent: OrderIntent; base: string }) {
  const { t } = useLingui();
  if (replaces !== undefined) return <>{t`Change the order`}</>;
  if (type === "market") return <>{side === "buy" ? t`Buy ${base} now` : t`Sell ${base} now`}</>;
  return <>{side === "buy" ? t`Place buy order` : t`Place sell order`}</>;
}

function Moved({ then, now, facts }: { then: Look; now: Look; facts: TicketFacts }) {
  const { i18n } = useLingui();
  const { scales } = facts.market;
  const text = ({ estimate }: Look) =>
    estimate ? formatPrice(averageText(estimate, scales), scales.price, i18n.locale) : "–";
  const [before, after] = [text(then), text(now)];
  return (
    <Trans>
      The price moved from {before} to {after} since you opened this.
    </Trans>
  );
}
