import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { priceLockDelaySec } from "#protocol/rules/seconds-settlement.ts";
import { secondsEndpoints } from "#protocol/api/seconds.ts";
import { invalidate } from "../../../api/query.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { symbolName } from "../../market/feed/symbol-name.ts";
import { OrderOutcome } from "../../trade/confirm/order-outcome.tsx";
import { WriteSheet } from "../../trade/confirm/confirm-sheet.tsx";
import { OrderReview } from "../../trade/confirm/order-review.tsx";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import type { SecondsWrite, SecondsIntent } from "../figures/seconds-write.ts";
import { newOddsOf, useSecondsRefusalText } from "./seconds-refusal-messages.ts";
import { stakeSummary, type StakeFacts } from "./stake-form.ts";
import { useLimitTexts } from "./use-stake-messages.ts";
import { useSecondsOutcomeMessage, useSecondsMessages } from "../figures/use-seconds-messages.ts";

export interface SecondsConfirmProps {
  write: SecondsWrite;
  facts: StakeFacts | undefined;
  /** Why no contract can be placed now, except one under way. */
  stop: string | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  open: boolean;
  onConfirm: () => void;
  /** Requests the same contract at other odds, to be confirmed. */
  onOdds: (intent: SecondsIntent) => void;
  /** Closes the sheet, also while the outcome is being read. */
  onClose: () => void;
}

/** Confirms a contract before it is sent, and shows its outcome where the list of running ones does not. */
export function SecondsConfirm({
  write,
  facts,
  stop,
  sending,
  busyElsewhere,
  open,
  onConfirm,
  onOdds,
  onClose,
}: SecondsConfirmProps) {
  const { t } = useLingui();
  const client = useQueryClient();
  const refusalText = useSecondsRefusalText();
  const outcomeText = useSecondsOutcomeMessage();
  const messages = useSecondsMessages();
  const refused = write.step === "refused";
  useEffect(() => {
    // A refusal means that odds or ranges are outdated.
    if (refused) void invalidate(client, secondsEndpoints.secondConf);
  }, [refused, client]);

  return (
    <WriteSheet
      {...{ write, sending, open, onClose, onConfirm }}
      confirmTitle={() => t`Confirm contract`}
      review={(intent, confirm) =>
        facts && (
          <Review
            key={JSON.stringify(intent)}
            {...{ intent, facts, stop, sending, busyElsewhere, onOdds }}
            onConfirm={confirm}
          />
        )
      }
      outcome={(shown) => (
        <OrderOutcome
          write={shown}
          mayRest={() => false}
          refusalMessage={refusalText}
          unchanged={() => <Trans>Nothing was staked. The form still holds what you typed.</Trans>}
          absent={() => (
            <Trans>
              The venue did not get your contract: nothing was staked. The form still holds what you
              typed.
            </Trans>
          )}
          outcomeMessage={outcomeText}
          summary={() => null}
        />
      )}
      onward={(shown) => {
        const odds =
          shown.step === "refused"
            ? newOddsOf(shown.refusal.status, shown.refusal.data)
            : undefined;
        if (shown.step !== "refused" || odds === undefined) return null;
        const { intent } = shown.attempt;
        const shownOdds = messages.odds(odds);
        return (
          <Button
            wide
            look="primary"
            onClick={() => onOdds({ ...intent, odds })}
          >{t`Look at it at ${shownOdds}`}</Button>
        );
      }}
    />
  );
}

interface ReviewProps {
  intent: SecondsIntent;
  facts: StakeFacts;
  stop: string | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  onOdds: (intent: SecondsIntent) => void;
  onConfirm: (askAgain: boolean) => void;
}

/** Calculated again while it is shown; changed odds have to be accepted first. */
function Review({ intent, facts, stop, sending, busyElsewhere, onOdds, onConfirm }: ReviewProps) {
  const { t } = useLingui();
  const messages = useSecondsMessages(facts.currency);
  const texts = useLimitTexts();
  const settings = useAtomValue(orderSettingsAtom);
  const { direction, time, amount, odds = "" } = intent;
  const offered = facts.durations.find((row) => row.time === time);
  // Uses the odds of the call until others are accepted.
  const summary = stakeSummary(
    { time, stake: amount },
    { ...facts, durations: offered ? [{ ...offered, odds }] : [] },
    settings.sharePercent,
  );
  const moved = offered && offered.odds !== odds ? offered.odds : undefined;
  const [market, duration, stake, side] = [
    symbolName(facts.symbol),
    messages.seconds(time),
    messages.money(amount),
    messages.side(direction),
  ];
  const [before, after] = [messages.odds(odds), messages.odds(moved ?? odds)];
  const { largeShare, problem } = summary;
  const share = largeShare === undefined ? "" : messages.points(Number(largeShare), 1);

  return (
    <OrderReview
      order={
        <Trans>
          {side} on {market} for {duration}: {stake}
        </Trans>
      }
      becomes={
        <Trans>
          The entry price locks {priceLockDelaySec} seconds after the venue accepts; it is not the
          price you see now. It cannot be sold, stopped or cancelled.
        </Trans>
      }
      figures={
        <KeyValues>
          <KeyValue label={t`If right, you get`} tone="up">
            {summary.payout === undefined ? "–" : messages.money(summary.payout)}
          </KeyValue>
          <KeyValue label={t`Profit if right`} tone="up">
            {summary.profit === undefined ? "–" : `${messages.signed(summary.profit)} (${before})`}
          </KeyValue>
          <KeyValue label={t`If wrong`} tone="down">
            {messages.signed(`-${amount}`)}
          </KeyValue>
          <KeyValue label={t`If entry and exit are equal`}>
            <Trans>The stake comes back</Trans>
          </KeyValue>
        </KeyValues>
      }
      warnings={
        largeShare === undefined
          ? []
          : [
              {
                key: "large-share",
                text: t`This stakes ${share} of your whole account on one call.`,
              },
            ]
      }
      change={
        !sending && moved !== undefined
          ? {
              kind: "fate",
              text: (
                <Trans>
                  The odds changed from {before} to {after} since you opened this.
                </Trans>
              ),
              accept: () => onOdds({ ...intent, odds: moved }),
            }
          : undefined
      }
      grave={largeShare === undefined ? "" : "large-share"}
      reason={
        stop ??
        (offered
          ? problem && texts.problem(problem)
          : t`This duration is not offered any more. Choose another one.`)
      }
      {...{ sending, busyElsewhere, onConfirm }}
      look={direction}
      words={t`${side}: stake ${stake}`}
    />
  );
}
