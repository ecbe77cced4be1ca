import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ContractPosition } from "#protocol/perpetual.ts";
import { HIDDEN_AMOUNT } from "../../lib/format.ts";
import { MoreIcon, ShareIcon, SwapIcon } from "../../ui/action-icons.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Change } from "../../ui/change.tsx";
import { Menu } from "../../ui/menu.tsx";
import { Progress } from "../../ui/progress.tsx";
import { StatGrid } from "../../ui/stat-grid.tsx";
import { Tag } from "../../ui/tag.tsx";
import { Term } from "../../ui/term.tsx";
import { AgeMark } from "../market/age-mark.tsx";
import { shareWords } from "../../lib/share-words.ts";
import { moneyText, percentOf } from "./contract-figures.ts";
import { barShare, healthOf } from "./position-health.ts";
import { PositionLockNotice } from "./position-lock-notice.tsx";
import { shareText } from "./position-share.ts";
import { negated } from "./position-size.ts";
import { useContractWords } from "./use-contract-words.ts";
import { usePositionFacts } from "./use-position-facts.ts";
import styles from "./position-card.module.css";

export type PositionAct = "close" | "tpsl" | "margin" | "reverse" | "what-if";

export interface PositionCardProps {
  position: ContractPosition;
  /** Why nothing can be done at present, in words; undefined where it can. */
  stop: string | undefined;
  onAct: (act: PositionAct) => void;
}

const healthTones = { safe: "accent", watch: "warning", near: "danger" } as const;

/** One open position: what it is, what it wins or loses at the mark price, how near liquidation is, and what can be done. */
export function PositionCard({ position, stop, onAct }: PositionCardProps) {
  const { t, i18n } = useLingui();
  const { market, figures, mark, age } = usePositionFacts(position);
  const words = useContractWords(market);
  const [told, setTold] = useState("");
  const marked = figures?.marked ?? null;
  const isFrozen = age.state === "frozen";
  const health = marked && healthOf(marked.ratio);
  const side = words.side(position.direction);
  const name = t`${side} ${position.lever_rate}× ${position.contract_code}`;
  const liquidation = figures?.liquidation ?? null;
  const distance = marked && words.share(marked.distance);
  const locked = position.is_lock === 1;

  async function share() {
    const shared = await shareWords(
      shareText({
        position,
        figures,
        mark: mark && words.mark(mark),
        words,
        name,
        paper: t`Paper trading: simulated funds, no real money.`,
      }),
    );
    setTold(
      shared === "copied" ? t`Copied` : shared === "refused" ? t`It could not be shared here.` : "",
    );
  }

  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <span className={styles.title}>
          <Tag tone={position.direction === "buy" ? "up" : "down"}>
            {side} {position.lever_rate}×
          </Tag>
          <span>{position.contract_code}</span>
        </span>
        <span className={styles.aside}>
          <AgeMark fact={age} short />
          <Menu
            label={t`More about ${name}`}
            icon={<MoreIcon size={20} />}
            groups={[
              [
                {
                  id: "reverse",
                  label: t`Reverse`,
                  icon: <SwapIcon size={20} />,
                  onSelect: () => onAct("reverse"),
                },
                {
                  id: "share",
                  label: t`Share`,
                  icon: <ShareIcon size={20} />,
                  onSelect: () => void share(),
                },
              ],
            ]}
          />
        </span>
      </div>
      {locked && <PositionLockNotice reason={position.lock_reason} />}
      {!locked && health === "near" && (
        <div className={styles.notice}>
          <Banner tone="danger" live>
            {liquidation === null ? (
              <Trans>The margin is nearly used up.</Trans>
            ) : (
              <Trans>
                Close to liquidation at {words.ticks(liquidation)}: add margin or close part of it.
              </Trans>
            )}
          </Banner>
        </div>
      )}
      <div className={styles.profit} data-frozen={isFrozen || undefined}>
        <span>
          <span className={styles.label}>
            <Term term={t`Floating profit`}>
              <Trans>
                What closing at the mark price would win or lose, before the fee. The percentage is
                of the margin it was opened with.
              </Trans>
            </Term>
          </span>{" "}
          <span className={styles.money}>
            {words.hidden ? (
              HIDDEN_AMOUNT
            ) : (
              <Change
                value={marked ? moneyText(marked.profit) : undefined}
                unit="amount"
                decimals={2}
                suffix={words.quote}
                locale={i18n.locale}
                arrow
                frozen={isFrozen}
              />
            )}
          </span>
        </span>
        <Change
          value={marked && marked.roi !== null ? percentOf(marked.roi) : undefined}
          locale={i18n.locale}
          frozen={isFrozen}
        />
      </div>
      <StatGrid
        stats={[
          { label: t`Size`, value: words.size(position.volume) },
          { label: t`Entry price`, value: words.average(figures?.entry) },
          {
            label: t`Mark price`,
            value: <span className={isFrozen ? styles.pale : undefined}>{markText()}</span>,
          },
          { label: t`Margin`, value: figures ? words.money(figures.exposure.margin) : "–" },
          {
            label: t`Liquidation`,
            value: liquidation === null ? t`None` : words.ticks(liquidation),
          },
          { label: t`Distance to it`, value: liquidation === null ? t`None` : (distance ?? "–") },
        ]}
      />
      <div className={styles.ratio}>
        <p className={styles.words}>
          <Term term={t`Margin ratio`}>
            <Trans>
              What must remain behind the position, as a share of what is left of its margin. At 100
              % it is liquidated.
            </Trans>
          </Term>
          <strong data-health={health ?? undefined}>
            {marked ? (marked.ratio === null ? t`Used up` : words.share(marked.ratio)) : "–"}
            {health === "safe"
              ? ` · ${t`far from liquidation`}`
              : health === "watch"
                ? ` · ${t`watch it`}`
                : health === "near"
                  ? ` · ${t`close to liquidation`}`
                  : ""}
          </strong>
        </p>
        {marked && health && (
          <Progress
            bare
            label={t`Margin ratio`}
            value={barShare(marked.ratio)}
            tone={healthTones[health]}
          />
        )}
      </div>
      <p className={styles.lines}>
        <span>
          <Trans>
            Take profit {triggerText(position.tp_trigger_price)}, stop loss{" "}
            {triggerText(position.sl_trigger_price)}
          </Trans>
          {(position.tp_trigger_price !== null || position.sl_trigger_price !== null) &&
            ` (${position.trigger_by === "last" ? t`by the last price` : t`by the mark price`})`}
        </span>
        <span>
          <Trans>
            Fees {words.signedText(negated(position.fee))}, funding{" "}
            {words.signedText(position.funding)} so far
          </Trans>
        </span>
        {position.frozen > 0 && (
          <span>
            <Trans>
              {words.contracts(position.frozen)} wait to close,{" "}
              {words.contracts(position.available)} free
            </Trans>
          </span>
        )}
      </p>
      <div className={styles.acts}>
        <Button
          look="primary"
          size="small"
          disabledReason={stop ?? (locked ? t`Locked.` : undefined)}
          onClick={() => onAct("close")}
        >
          {t({ context: "a position", message: "Close" })}
        </Button>
        <Button size="small" onClick={() => onAct("tpsl")}>{t`TP/SL`}</Button>
        <Button size="small" onClick={() => onAct("margin")}>{t`Margin`}</Button>
        <Button size="small" onClick={() => onAct("what-if")}>{t`What if?`}</Button>
        <span role="status" className={styles.label}>
          {told}
        </span>
      </div>
    </article>
  );

  function markText(): string {
    return mark ? words.mark(mark) : words.price(null);
  }

  function triggerText(price: string | null): string {
    return price === null ? t`none` : words.price(price);
  }
}
