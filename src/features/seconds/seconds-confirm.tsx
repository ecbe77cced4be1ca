import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { priceLockDelaySec } from "#protocol/seconds-settlement.ts";
import { secondsEndpoints } from "#protocol/seconds.ts";
import { invalidate } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { symbolText } from "../market/symbol-text.ts";
import { FlowOutcome } from "../trading/flow-outcome.tsx";
import { FlowSheet } from "../trading/flow-sheet.tsx";
import { OrderReview } from "../trading/order-review.tsx";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import type { SecondsFlow, SecondsIntent } from "./seconds-flow.ts";
import { newOddsOf, secondsRefusalText } from "./seconds-refusal-text.ts";
import { stakeSummary, type StakeFacts } from "./stake-form.ts";
import { useLimitTexts } from "./use-limit-texts.ts";
import { useSecondsOutcome } from "./use-seconds-outcome.ts";
import { useSecondsWords } from "./use-seconds-words.ts";

export interface SecondsConfirmProps {
  flow: SecondsFlow;
  facts: StakeFacts | undefined;
  /** What forbids staking now, in words; a contract under way aside. */
  stop: string | undefined;
  busyElsewhere: boolean;
  open: boolean;
  onConfirm: () => void;
  /** The same contract at other odds, to be looked at. */
  onOdds: (intent: SecondsIntent) => void;
  /** Back to the form, or out of sight while the venue is asked. */
  onClose: () => void;
}

/** The contract once more before it is sent; then what became of it, where the list of running ones does not say it. */
export function SecondsConfirm({
  flow,
  facts,
  stop,
  busyElsewhere,
  open,
  onConfirm,
  onOdds,
  onClose,
}: SecondsConfirmProps) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const hidden = useAtomValue(hideAmountsAtom);
  const outcomeText = useSecondsOutcome();
  const words = useSecondsWords();
  const refused = flow.step === "refused";
  useEffect(() => {
    // What was refused was typed by odds and ranges that hold no more.
    if (refused) void invalidate(client, secondsEndpoints.secondConf);
  }, [refused, client]);

  return (
    <FlowSheet
      {...{ flow, open, onClose, onConfirm }}
      confirmTitle={() => t`Confirm contract`}
      review={(intent, sending, confirm) =>
        facts && (
          <Review
            key={JSON.stringify(intent)}
            {...{ intent, facts, stop, sending, busyElsewhere, onOdds }}
            onConfirm={confirm}
          />
        )
      }
      outcome={(shown) => (
        <FlowOutcome
          flow={shown}
          mayRest={() => false}
          refusalText={({ status, data }) =>
            i18n._(secondsRefusalText(status, data, { locale: i18n.locale, hidden }))
          }
          unchanged={() => <Trans>Nothing was staked. The form still holds what you typed.</Trans>}
          absent={() => (
            <Trans>
              The venue did not get your contract: nothing was staked. The form still holds what you
              typed.
            </Trans>
          )}
          outcomeText={outcomeText}
          receipt={() => null}
        />
      )}
      onward={(shown) => {
        const odds =
          shown.step === "refused"
            ? newOddsOf(shown.refusal.status, shown.refusal.data)
            : undefined;
        if (shown.step !== "refused" || odds === undefined) return null;
        const { intent } = shown.attempt;
        const shownOdds = words.odds(odds);
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

/** Computed anew while it is looked at; odds that changed have to be accepted first. */
function Review({ intent, facts, stop, sending, busyElsewhere, onOdds, onConfirm }: ReviewProps) {
  const { t } = useLingui();
  const words = useSecondsWords(facts.currency);
  const texts = useLimitTexts();
  const settings = useAtomValue(orderSettingsAtom);
  const { direction, time, amount, odds = "" } = intent;
  const offered = facts.durations.find((row) => row.time === time);
  // By the odds it was made at, until others are accepted.
  const summary = stakeSummary(
    { time, stake: amount },
    { ...facts, durations: offered ? [{ ...offered, odds }] : [] },
    settings.sharePercent,
  );
  const moved = offered && offered.odds !== odds ? offered.odds : undefined;
  const [market, duration, stake, side] = [
    symbolText(facts.symbol),
    words.seconds(time),
    words.money(amount),
    words.side(direction),
  ];
  const [before, after] = [words.odds(odds), words.odds(moved ?? odds)];
  const { largeShare, problem } = summary;
  const share = largeShare === undefined ? "" : words.points(Number(largeShare), 1);

  return (
    <OrderReview
      wish={
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
            {summary.payout === undefined ? "–" : words.money(summary.payout)}
          </KeyValue>
          <KeyValue label={t`Profit if right`} tone="up">
            {summary.profit === undefined ? "–" : `${words.signed(summary.profit)} (${before})`}
          </KeyValue>
          <KeyValue label={t`If wrong`} tone="down">
            {words.signed(`-${amount}`)}
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
