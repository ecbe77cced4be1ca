import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { secondsRiskVersion } from "#protocol/seconds-order.ts";
import { priceLockDelaySec, type Direction } from "#protocol/seconds-settlement.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SettingsIcon, ShieldIcon } from "../../ui/navigation-icons.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { InsufficientLink } from "../trading/insufficient-link.tsx";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { OrderSettingsSheet } from "../trading/order-settings-sheet.tsx";
import { CallButtons } from "./call-buttons.tsx";
import { DurationChips } from "./duration-chips.tsx";
import { LimitsSheet } from "./limits-sheet.tsx";
import { paceEndQuery } from "./pace-end.ts";
import { RiskSheet } from "./risk-sheet.tsx";
import type { SecondsFlow, SecondsIntent } from "./seconds-flow.ts";
import { StakeFactsRows } from "./stake-facts-rows.tsx";
import { StakeField } from "./stake-field.tsx";
import { intentOf, type StakeDraft, stakeSummary } from "./stake-form.ts";
import { useLimitTexts } from "./use-limit-texts.ts";
import type { SecondsStop } from "./use-seconds-stop.ts";
import type { StakeText } from "./use-stake-draft.ts";
import type { ShownStakeFacts, useStakeFacts } from "./use-stake-facts.ts";
import styles from "./seconds-ticket.module.css";

export interface SecondsTicketProps {
  facts: ShownStakeFacts;
  limits: ReturnType<typeof useStakeFacts>["limits"];
  text: StakeText;
  draft: StakeDraft;
  onChange: (change: Partial<StakeText>) => void;
  flow: SecondsFlow;
  stop: SecondsStop | undefined;
  onCall: (intent: SecondsIntent) => void;
  /** Counts how often something else has filled the ticket: it then comes into sight with the focus. */
  taken: number;
  /** Above the buttons: what a contract under way is doing. */
  progress: ReactNode;
}

/** A stake on up or down: duration with its odds, stake, what it means, and two buttons that say what they pay. */
export function SecondsTicket({
  facts,
  limits,
  text,
  draft,
  onChange,
  flow,
  stop,
  onCall,
  taken,
  progress,
}: SecondsTicketProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const settings = useAtomValue(orderSettingsAtom);
  const ask = useSetAtom(authPromptAtom);
  const texts = useLimitTexts();
  const form = useRef<HTMLFormElement>(null);
  const [editing, setEditing] = useState(false);
  const [asked, setAsked] = useState(false);
  const [sheet, setSheet] = useState<"limits" | "settings" | null>(null);
  /** The call that waits until the risk text is read. */
  const [unread, setUnread] = useState<SecondsIntent | null>(null);
  const summary = stakeSummary(draft, facts, settings.sharePercent);
  const { block, duration, problem } = summary;
  const paceEnd =
    useQuery({
      ...paceEndQuery(block?.kind === "pace" ? block.limit : 1),
      enabled: block?.kind === "pace",
    }).data ?? undefined;

  useEffect(() => {
    if (taken === 0) return;
    form.current?.scrollIntoView({ block: "start" });
    form.current?.querySelector<HTMLElement>("[name=stake]")?.focus({ preventScroll: true });
  }, [taken]);

  /** Too much is told at once, too little only when the person has finished, nothing only when they wanted to go on. */
  function problemText(): string | undefined {
    if (!problem || (problem.kind === "missing" && !asked)) return undefined;
    return problem.kind === "below-minimum" && editing && !asked
      ? undefined
      : texts.problem(problem);
  }

  function change(changed: Partial<StakeText>) {
    setAsked(false);
    onChange(changed);
  }

  function press(direction: Direction) {
    if (!authorized) return ask({ reason: "required", to: null });
    const intent = intentOf(direction, draft, facts, summary);
    if (!intent) {
      setAsked(true);
      form.current?.querySelector<HTMLElement>("[name=stake]")?.focus();
    } else if ((facts.limits?.risk_ack ?? 0) < secondsRiskVersion) setUnread(intent);
    else onCall(intent);
  }

  const blocked = block ? texts.block(block, paceEnd) : undefined;
  const reason = !authorized
    ? undefined
    : (stop?.word ??
      (block ? (block.kind === "cool-off" ? t`On a break` : t`Limit reached`) : undefined));
  return (
    <>
      <form
        ref={form}
        className={styles.ticket}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        aria-label={t`Contract`}
      >
        <div className={styles.head}>
          <span className={styles.label} aria-hidden="true">
            <Trans>Duration and odds</Trans>
          </span>
          {authorized && (
            <span className={styles.acts}>
              <Button
                look="quiet"
                size="small"
                icon={<ShieldIcon size={16} />}
                aria-haspopup="dialog"
                onClick={() => setSheet("limits")}
              >{t`My limits`}</Button>
              <IconButton
                label={t`Order settings`}
                icon={<SettingsIcon size={20} />}
                onClick={() => setSheet("settings")}
              />
            </span>
          )}
        </div>
        <DurationChips
          durations={facts.durations}
          chosen={duration?.time}
          onTime={(time) => change({ time })}
        />
        <StakeField
          {...{ facts, summary, draft }}
          text={text.stake}
          problem={problemText()}
          visitor={!authorized}
          onStake={(stake) => change({ stake })}
          onEditing={setEditing}
        />
        {authorized && problem?.kind === "insufficient" && <InsufficientLink />}
        <StakeFactsRows facts={facts} summary={summary} visitor={!authorized} />
        {progress}
        <AccountNotice />
        {authorized && stop?.sentence !== undefined && (
          <Banner
            tone={stop.kind === "offline" ? "offline" : "warning"}
            live
            action={
              stop.retry && (
                <Button
                  look="quiet"
                  size="small"
                  busy={limits.isFetching}
                  onClick={stop.retry}
                >{t`Try again`}</Button>
              )
            }
          >
            {stop.sentence}
          </Banner>
        )}
        {authorized && blocked !== undefined && (
          <Banner
            tone="info"
            live
            action={
              <Button
                look="quiet"
                size="small"
                onClick={() => setSheet("limits")}
              >{t`My limits`}</Button>
            }
          >
            {blocked}
          </Banner>
        )}
        <CallButtons
          summary={summary}
          sending={flow.step === "sending" ? flow.attempt.intent.direction : undefined}
          reason={reason}
          onCall={press}
        />
        <p className={styles.rule}>
          <Trans>
            Price locks in {priceLockDelaySec} s. Up wins if the exit is strictly above the entry,
            Down if it is strictly below; equal = stake back. The price may move before it locks.
          </Trans>
        </p>
        {!authorized && (
          <p className={styles.rule}>
            <Trans>Log in to stake paper money; looking is free.</Trans>
          </p>
        )}
      </form>
      <RiskSheet
        open={unread !== null}
        duration={facts.durations.find(({ time }) => time === unread?.time)}
        onClose={() => setUnread(null)}
        onRead={() => {
          setUnread(null);
          // Without the question in between, one more tap must say that it is meant.
          if (unread && settings.confirm) onCall(unread);
        }}
      />
      <LimitsSheet
        open={sheet === "limits"}
        onClose={() => setSheet(null)}
        facts={limits.data}
        failed={limits.isError}
        busy={limits.isFetching}
        onRetry={() => void limits.refetch()}
        now={facts.now}
      />
      <OrderSettingsSheet open={sheet === "settings"} onClose={() => setSheet(null)} />
    </>
  );
}
