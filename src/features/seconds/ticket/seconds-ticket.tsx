import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { secondsRiskVersion } from "#protocol/api/seconds-order.ts";
import { priceLockDelaySec, type Direction } from "#protocol/rules/seconds-settlement.ts";
import { classNames } from "../../../lib/class-names.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { SettingsIcon, ShieldIcon } from "../../../ui/icons/navigation-icons.tsx";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import { authorizedAtom, authPromptAtom } from "../../session/session-atoms.ts";
import { InsufficientLink } from "../../trade/ticket/insufficient-link.tsx";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import { OrderSettingsSheet } from "../../trade/ticket/order-settings-sheet.tsx";
import { CallButtons, DurationChips, QuickStakes, StakeField } from "./stake-controls.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { orderId } from "../../trade/order-id.ts";
import { LimitsSheet } from "../limits/limits-sheet.tsx";
import { paceEndQuery } from "../figures/seconds-queries.ts";
import { RiskSheet } from "./seconds-rules.tsx";
import type { SecondsIntent } from "../figures/seconds-write.ts";
import { StakeFactsRows } from "./stake-facts-rows.tsx";
import { intentOf, type StakeDraft, stakeSummary } from "./stake-form.ts";
import { useLimitTexts } from "./use-stake-messages.ts";
import type { SecondsStop } from "./use-seconds-stop.ts";
import type { StakeInput } from "./use-stake-draft.ts";
import type { ShownStakeFacts, useStakeFacts } from "./use-stake-facts.ts";
import screen from "../../trade/trade-screen.module.css";
import styles from "../figures/seconds-parts.module.css";

export interface SecondsTicketProps {
  facts: ShownStakeFacts;
  limits: ReturnType<typeof useStakeFacts>["limits"];
  text: StakeInput;
  draft: StakeDraft;
  onChange: (change: Partial<StakeInput>) => void;
  /** What a tap is sending. */
  sending: SecondsIntent | undefined;
  stop: SecondsStop | undefined;
  onCall: (intent: SecondsIntent) => void;
  /** Counts prefills from outside; each scrolls the ticket into view and focuses it. */
  taken: number;
  /** Shown above the buttons: the progress of a contract being sent. */
  progress: ReactNode;
}

/** The ticket: duration with odds, stake, explanations, and two buttons with their payout. */
export function SecondsTicket({
  facts,
  limits,
  text,
  draft,
  onChange,
  sending,
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
  /** The call that waits until the risk text is acknowledged. */
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
    form.current?.firstElementChild?.scrollIntoView({ block: "start" });
    form.current?.querySelector<HTMLElement>("[name=stake]")?.focus({ preventScroll: true });
  }, [taken]);

  /** A too large stake is shown at once, a too small one after the input is left, a missing one after an attempt. */
  function problemText(): string | undefined {
    if (!problem || (problem.kind === "missing" && !asked)) return undefined;
    return problem.kind === "below-minimum" && editing && !asked
      ? undefined
      : texts.problem(problem);
  }

  function change(changed: Partial<StakeInput>) {
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
    : (stop?.label ??
      (block ? (block.kind === "cool-off" ? t`On a break` : t`Limit reached`) : undefined));
  return (
    <>
      <VisuallyHidden>
        <h2>{t`Contract`}</h2>
      </VisuallyHidden>
      <form
        id={orderId}
        ref={form}
        className={classNames(styles.form, screen.rail)}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        aria-label={t`Contract`}
      >
        <div className={styles.ticket}>
          <DurationChips
            durations={facts.durations}
            chosen={duration?.time}
            onTime={(time) => change({ time })}
          />
          <QuickStakes
            {...{ facts, summary, draft }}
            visitor={!authorized}
            onStake={(stake) => change({ stake })}
          />
          {authorized && problem?.kind === "insufficient" && <InsufficientLink />}
          {authorized && (
            <div className={styles.head}>
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
            </div>
          )}
          <StakeFactsRows facts={facts} summary={summary} visitor={!authorized} />
          <AccountNotice />
          {authorized && stop?.message !== undefined && (
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
              {stop.message}
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
        </div>
        <div className={styles.dock} data-sticky-bottom="">
          {progress}
          <StakeField
            currency={facts.currency}
            time={duration?.time}
            text={text.stake}
            problem={problemText()}
            onStake={(stake) => change({ stake })}
            onEditing={setEditing}
          />
          <CallButtons
            summary={summary}
            sending={sending?.direction}
            reason={reason}
            onCall={press}
          />
        </div>
      </form>
      <RiskSheet
        open={unread !== null}
        duration={facts.durations.find(({ time }) => time === unread?.time)}
        onClose={() => setUnread(null)}
        onRead={() => {
          setUnread(null);
          // Where the confirmation is switched off, a second tap confirms.
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
