import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { FlowSheet } from "../trading/flow-sheet.tsx";
import { OrderReview } from "../trading/order-review.tsx";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import type { TradeStop } from "../trading/trade-stop.ts";
import { useStopText } from "../trading/use-stop-text.ts";
import type { ContractFacts } from "./contract-figures.ts";
import type { OpeningFlow } from "./opening-flow.ts";
import { intentSummary, type OpeningIntent } from "./opening-form.ts";
import { graveOpening, lookOf, openingChange, type OpeningLook } from "./opening-look.ts";
import { OpeningProgress } from "./opening-progress.tsx";
import { OpeningRows } from "./opening-rows.tsx";
import { useOpeningTexts } from "./use-opening-texts.ts";

export interface OpeningConfirmProps {
  flow: OpeningFlow;
  facts: ContractFacts | undefined;
  /** What forbids trading now; an order under way aside. */
  stop: TradeStop | undefined;
  busyElsewhere: boolean;
  onConfirm: () => void;
  /** Back to the form, or out of sight while the venue is asked. */
  onClose: () => void;
  /** Leads from an outcome to the position. */
  onPositions: () => void;
  open: boolean;
}

/** The order to open once more before it is sent; then what became of it. */
export function OpeningConfirm({
  flow,
  facts,
  stop,
  busyElsewhere,
  onConfirm,
  onClose,
  onPositions,
  open,
}: OpeningConfirmProps) {
  const { t } = useLingui();
  return (
    <FlowSheet
      {...{ flow, open, onClose, onConfirm }}
      confirmTitle={(intent) => (intent?.direction === "sell" ? t`Confirm short` : t`Confirm long`)}
      review={(intent, sending, confirm) =>
        facts && (
          <Review
            key={JSON.stringify(intent)}
            {...{ intent, facts, stop, sending, busyElsewhere }}
            onConfirm={confirm}
          />
        )
      }
      outcome={(shown) => <OpeningProgress flow={shown} />}
      onward={(shown) =>
        (shown.step === "filled" || shown.step === "partly") && (
          <Button wide onClick={onPositions}>{t`Show the position`}</Button>
        )
      }
    />
  );
}

interface ReviewProps {
  intent: OpeningIntent;
  facts: ContractFacts;
  stop: TradeStop | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  onConfirm: (askAgain: boolean) => void;
}

/** Computed anew from the moving book; what was not there before has to be accepted first. */
function Review({ intent, facts, stop, sending, busyElsewhere, onConfirm }: ReviewProps) {
  const { t } = useLingui();
  const stopText = useStopText();
  const settings = useAtomValue(orderSettingsAtom);
  const { market } = facts;
  const texts = useOpeningTexts(market);
  const { words } = texts;
  const summary = intentSummary(intent, facts, settings);
  const { problem, warnings, preview } = summary;
  const now = lookOf(summary);
  const [seen, setSeen] = useState<OpeningLook>(now);
  if (seen.fate === undefined && now.fate !== undefined) setSeen(now);
  const change = sending || problem ? undefined : openingChange(seen, now);
  const isLong = intent.direction === "buy";
  const [size, contracts, leverage] = [
    words.size(intent.volume),
    words.contracts(intent.volume),
    intent.lever_rate,
  ];
  const limit = words.price(intent.price ?? null);
  const frozen = stop === "frozen-price";
  const [before, after] = [words.average(seen.average), words.average(now.average)];
  const triggers = [
    intent.tp_trigger_price ? t`take profit at ${words.price(intent.tp_trigger_price)}` : undefined,
    intent.sl_trigger_price ? t`stop loss at ${words.price(intent.sl_trigger_price)}` : undefined,
  ]
    .filter((one) => one !== undefined)
    .join(", ");

  return (
    <OrderReview
      wish={
        intent.order_type === "limit" ? (
          isLong ? (
            <Trans>
              Long {size} at {limit} or less, {leverage}×
            </Trans>
          ) : (
            <Trans>
              Short {size} at {limit} or more, {leverage}×
            </Trans>
          )
        ) : isLong ? (
          <Trans>
            Long {size} at the market, {leverage}×
          </Trans>
        ) : (
          <Trans>
            Short {size} at the market, {leverage}×
          </Trans>
        )
      }
      becomes={
        <>
          {contracts}
          {triggers === "" ? "" : `, ${triggers}`}. {texts.fate(summary)}
        </>
      }
      figures={
        <OpeningRows
          market={market}
          columns={[{ key: "own", name: "", preview: frozen ? undefined : preview }]}
        />
      }
      warnings={warnings.map((warning) => ({ key: warning.kind, text: texts.warning(warning) }))}
      change={
        change && {
          kind: change,
          text:
            change === "price" ? (
              <Trans>
                The price moved from {before} to {after} since you opened this.
              </Trans>
            ) : (
              <>
                <Trans>
                  The market moved since you opened this, and something else would happen now.
                </Trans>{" "}
                {texts.fate(summary)}
              </>
            ),
          accept: () => setSeen(now),
        }
      }
      grave={graveOpening(warnings)}
      reason={stop ? stopText(stop) : problem && texts.problem(problem)}
      {...{ sending, busyElsewhere, onConfirm }}
      look={isLong ? "up" : "down"}
      words={isLong ? t`Open long, ${leverage}×` : t`Open short, ${leverage}×`}
    />
  );
}
