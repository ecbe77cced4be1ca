import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { ChevronDownIcon, MoreIcon, ShareIcon, SwapIcon } from "../../../ui/icons/action-icons.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Change } from "../../../ui/figures/change.tsx";
import { Menu } from "../../../ui/actions/menu.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { StatGrid } from "../../../ui/lists/key-values.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { Term } from "../../../ui/text/term.tsx";
import { AgeMark } from "../../market/feed/age-mark.tsx";
import { shareOrCopy } from "../../../lib/share.ts";
import { moneyText, percentOf } from "../figures/contract-figures.ts";
import { barShare, healthOf } from "../figures/position-health.ts";
import { negated } from "../figures/position-size.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import { usePositionFacts } from "../figures/use-position-facts.ts";
import styles from "./position-card.module.css";

export type PositionAct = "close" | "tpsl" | "margin" | "reverse" | "what-if";

export interface PositionCardProps {
  position: ContractPosition;
  /** Why nothing can be done at present, in words; undefined where it can. */
  stop: string | undefined;
  onAct: (act: PositionAct) => void;
}

const healthTones = { safe: "accent", watch: "warning", near: "danger" } as const;

/** One open position in a line, which a tap opens: what it is, what it wins or loses at the mark price, how near liquidation is, and what can be done. */
export function PositionCard({ position, stop, onAct }: PositionCardProps) {
  const { t, i18n } = useLingui();
  const { market, figures, mark, age } = usePositionFacts(position);
  const words = useContractWords(market);
  const [shareResult, setShareResult] = useState("");
  const marked = figures?.marked ?? null;
  const isFrozen = age.state === "frozen";
  const health = marked && healthOf(marked.ratio);
  const side = words.side(position.direction);
  const name = t`${side} ${position.lever_rate}× ${position.contract_code}`;
  const liquidation = figures?.liquidation ?? null;
  const distance = marked && words.share(marked.distance);
  const locked = position.is_lock === 1;
  const [open, setOpen] = useState(false);
  const profitChange = words.hidden ? (
    HIDDEN_AMOUNT
  ) : (
    <Change
      value={marked ? moneyText(marked.profit) : undefined}
      currency={words.quote}
      locale={i18n.locale}
      arrow
      frozen={isFrozen}
    />
  );
  const roiChange = (
    <Change
      value={marked && marked.roi !== null ? percentOf(marked.roi) : undefined}
      locale={i18n.locale}
      frozen={isFrozen}
    />
  );

  /** Shares how the position goes in percent, without any amount of money, and always as paper trading. */
  async function share() {
    const roi = marked ? words.signedShare(marked.roi) : "–";
    const entry = words.average(figures?.entry);
    const markText = mark ? words.mark(mark) : "–";
    const lines = [
      name,
      t`Floating profit ${roi}`,
      t`Entry ${entry}, mark ${markText}`,
      t`Paper trading: simulated funds, no real money.`,
    ];
    const shared = await shareOrCopy(lines.join("\n"));
    setShareResult(
      shared === "copied" ? t`Copied` : shared === "refused" ? t`It could not be shared here.` : "",
    );
  }

  return (
    <article className={styles.card} aria-label={name}>
      <div className={styles.head}>
        <h3 className={styles.heading}>
          <button
            type="button"
            className={styles.fold}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <span className={styles.title}>
              <Tag tone={position.direction === "buy" ? "up" : "down"}>
                {side} {position.lever_rate}×
              </Tag>
              <span>{position.contract_code}</span>
              <span className={styles.size}>{words.size(position.volume)}</span>
            </span>
            {!open && (
              <span className={styles.result}>
                {profitChange}
                {roiChange}
              </span>
            )}
            <ChevronDownIcon size={16} />
          </button>
        </h3>
        <span className={styles.aside}>
          <AgeMark fact={age} short dotOnly={!open} />
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
      {marked && health && (
        <div className={styles.near}>
          <Progress
            bare
            label={t`Margin ratio`}
            value={barShare(marked.ratio)}
            tone={healthTones[health]}
          />
          {!open && liquidation !== null && (
            <p className={styles.label}>
              <Trans>{distance} to liquidation</Trans>
            </p>
          )}
        </div>
      )}
      {open && (
        <>
          <div className={styles.profit} data-frozen={isFrozen || undefined}>
            <span>
              <span className={styles.label}>
                <Term term={t`Floating profit`}>
                  <Trans>
                    What closing at the mark price would win or lose, before the fee. The percentage
                    is of the margin it was opened with.
                  </Trans>
                </Term>
              </span>{" "}
              <span className={styles.money}>{profitChange}</span>
            </span>
            {roiChange}
          </div>
          <StatGrid
            stats={[
              { label: t`Entry price`, value: words.average(figures?.entry) },
              {
                label: t`Mark price`,
                value: <span className={isFrozen ? styles.pale : undefined}>{markPrice()}</span>,
              },
              { label: t`Margin`, value: figures ? words.money(figures.exposure.margin) : "–" },
              {
                label: t`Liquidation`,
                value: liquidation === null ? t`None` : words.ticks(liquidation),
              },
              {
                label: t`Distance to it`,
                value: liquidation === null ? t`None` : (distance ?? "–"),
              },
            ]}
          />
          <div className={styles.ratio}>
            <p className={styles.words}>
              <Term term={t`Margin ratio`}>
                <Trans>
                  What must remain behind the position, as a share of what is left of its margin. At
                  100 % it is liquidated.
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
          </div>
        </>
      )}
      <p role="status" className={styles.label}>
        {shareResult}
      </p>
    </article>
  );

  function markPrice(): string {
    return mark ? words.mark(mark) : words.price(null);
  }

  function triggerText(price: string | null): string {
    return price === null ? t`none` : words.price(price);
  }
}

/** Why a position may not be closed or changed at present. */
function PositionLockNotice({ reason }: { reason: string | null }) {
  return (
    <div className={styles.notice}>
      <Banner tone="warning" live>
        {reason === "liquidating" || reason === "liquidation" ? (
          <Trans>Locked: it is being liquidated.</Trans>
        ) : reason === "operator" ? (
          <Trans>Locked by the venue. Ask the customer service for the reason.</Trans>
        ) : reason === null || reason === "" ? (
          <Trans>Locked: it cannot be closed or changed at present.</Trans>
        ) : (
          <Trans>Locked by the venue: {reason}</Trans>
        )}
      </Banner>
    </div>
  );
}
