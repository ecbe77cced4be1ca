import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import { formatAmount as minorText } from "#protocol/amount.ts";
import { formatAmount, formatMoney, formatRate, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { toInputText } from "../../lib/parse-number.ts";
import { Button } from "../../ui/button.tsx";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { standingAtom } from "../account/standing-atom.ts";
import { splitSymbol } from "../market/symbol-text.ts";
import { useFreshness } from "../market/use-ticker.ts";
import { useOnline } from "../platform/use-online.ts";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { EstimateRows } from "./estimate-rows.tsx";
import { lotsText } from "./estimate-texts.ts";
import { fillsAny } from "./estimate.ts";
import { isUnderWay, type OrderFlow, type OrderIntent } from "./order-flow.ts";
import { bySpending, ticketSummary, type TicketDraft, type TicketMarket } from "./ticket-form.ts";
import { shareText } from "./ticket-quantity.ts";
import { tradeStop } from "./trade-stop.ts";
import { useNumberRefusals } from "./use-number-refusals.ts";
import { useProblemText } from "./use-problem-text.ts";
import { useStopText } from "./use-stop-text.ts";
import type { ShownFacts } from "./use-ticket-facts.ts";
import type { TicketText } from "./ticket-text.ts";
import styles from "./order-ticket.module.css";

const shares = [25, 50, 75, 100] as const;

export interface OrderTicketProps {
  symbol: string;
  facts: ShownFacts | undefined;
  text: TicketText;
  draft: TicketDraft;
  onChange: (change: Partial<TicketText>) => void;
  flow: OrderFlow;
  onConfirm: (intent: OrderIntent) => void;
  /** Stands beside the fields: the order book. */
  aside: ReactNode;
  /** Above the button: what an order under way is doing. */
  progress: ReactNode;
}

/** A market order: side, quantity, what it would give now, and a button that says what it will do. */
export function OrderTicket({ symbol, facts, text, draft, onChange, flow, onConfirm, aside, progress }: OrderTicketProps) {
  const { t, i18n } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const standing = useAtomValue(standingAtom);
  const ask = useSetAtom(authPromptAtom);
  const amountsHidden = useAtomValue(hideAmountsAtom);
  const online = useOnline();
  const freshness = useFreshness(symbol);
  const problemText = useProblemText();
  const stopText = useStopText();
  const form = useRef<HTMLFormElement>(null);
  const [left, setLeft] = useState(false);
  const [submits, setSubmits] = useState(0);

  const spending = bySpending(draft);
  const market = facts?.market;
  const guess = splitSymbol(symbol);
  const base = market?.base ?? guess.base.toUpperCase();
  const quote = market?.quote ?? guess.quote.toUpperCase();
  const maxDecimals = spending ? (market?.valueDecimals ?? 8) : (market?.scales.amount ?? 8);
  const refusals = useNumberRefusals(maxDecimals);
  const summary = facts && ticketSummary(draft, facts);
  const value = spending ? text.value : text.amount;
  // A figure from a book that stands still would look like an offer.
  const frozen = freshness.state === "frozen";
  const field = spending ? "value" : "amount";
  const stop = tradeStop({
    known: facts !== undefined, open: market?.online ?? false, online, freshness: freshness.state, bookKnown: facts?.bookKnown ?? false,
    standing, underWay: isUnderWay(flow),
  });

  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submits]);

  /** Too much is told at once, too little and nothing only when the person has finished. */
  function problem(): string | undefined {
    const found = summary?.problem;
    if (!found || !market || found.kind === "no-book") return undefined;
    if (found.kind === "missing" && (submits === 0 || value !== "")) return undefined;
    if (found.kind.startsWith("below") && !left && submits === 0) return undefined;
    return problemText(found, market, spending);
  }

  function change(changed: Partial<TicketText>) {
    setSubmits(0);
    onChange(changed);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (stop !== undefined || !authorized) return;
    if (summary?.intent) onConfirm(summary.intent);
    else if (value === "") form.current?.querySelector<HTMLElement>(`[name=${field}]`)?.focus();
    else setSubmits(submits + 1);
  }

  function share(percent: number) {
    const plain = facts && shareText(percent, draft, facts);
    if (plain !== undefined) change({ [field]: toInputText(plain, i18n.locale) });
  }

  const available = facts?.available;
  const availableText =
    market === undefined || !available ? "–"
    : amountsHidden ? HIDDEN_AMOUNT
    : draft.side === "buy" ? formatMoney(minorText(available.quote, market.scales.quote), quote, i18n.locale)
    : formatMoney(minorText(available.base, market.scales.base), base, i18n.locale);

  const noBook = summary?.problem?.kind === "no-book" && market ? problemText(summary.problem, market, spending) : undefined;

  return (
    <div className={styles.ticket}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit} aria-label={t`Order`}>
        <div className={styles.columns}>
          <div className={styles.fields}>
            <Segmented
              label={t`Side`}
              value={draft.side}
              options={[{ value: "buy", label: t`Buy`, tone: "up" }, { value: "sell", label: t`Sell`, tone: "down" }]}
              onValue={(side) => change({ side })}
            />
            {draft.side === "buy" && (
              <Segmented
                label={t`Quantity by`}
                size="small"
                value={draft.by}
                options={[{ value: "value", label: t`Total` }, { value: "amount", label: t`Quantity` }]}
                onValue={(by) => change({ by })}
              />
            )}
            <NumberField
              label={spending ? t`Spend` : t`Quantity`}
              name={field}
              locale={i18n.locale}
              rules={{ maxDecimals }}
              refusals={refusals}
              suffix={spending ? quote : base}
              value={value}
              problem={problem()}
              hint={market ? t`At least ${formatAmount(minorText(market.minValue, market.scales.quote), i18n.locale)} ${quote}` : undefined}
              onValue={(typed) => {
                setLeft(false);
                change({ [field]: typed });
              }}
              onBlur={() => setLeft(true)}
            />
            <ChipRow label={t`Share of what is available`} even>
              {shares.map((percent) => (
                <Chip key={percent} disabled={!available} onClick={() => share(percent)}>{formatRate(percent, i18n.locale)}</Chip>
              ))}
            </ChipRow>
            <p className={styles.available}>
              <span><Trans>Available</Trans></span>
              <span>{authorized && facts?.balancesDue ? <Skeleton width="half" /> : availableText}</span>
            </p>
          </div>
          <div className={styles.aside}>{aside}</div>
        </div>
        {progress}
        <AccountNotice />
        <div className={styles.submit}>
          {authorized ? (
            <Button type="submit" look={draft.side === "buy" ? "up" : "down"} size="large" wide busy={flow.step === "sending"} disabledReason={stop ? stopText(stop) : noBook}>
              {value === "" ? t`Enter an amount` : <SubmitWords side={draft.side} summary={frozen ? undefined : summary} draft={draft} market={market} base={base} />}
            </Button>
          ) : (
            <Button look="primary" size="large" wide onClick={() => ask({ reason: "required", to: null })}>{t`Log in to trade`}</Button>
          )}
        </div>
      </form>
      {market && <EstimateRows market={market} side={draft.side} estimate={frozen ? undefined : summary?.estimate} reserve={frozen ? undefined : summary?.reserve} spending={spending} />}
    </div>
  );
}

function SubmitWords({ side, summary, draft, market, base }: {
  side: "buy" | "sell"; summary: ReturnType<typeof ticketSummary> | undefined; draft: TicketDraft; market: TicketMarket | undefined; base: string;
}) {
  const { t, i18n } = useLingui();
  const estimate = summary?.estimate;
  if (!market || !fillsAny(estimate) || !summary?.intent) return <>{side === "buy" ? t`Buy ${base}` : t`Sell ${base}`}</>;
  if (bySpending(draft)) {
    const about = lotsText(estimate.filledAmount, market, i18n.locale);
    return <>{t`Buy ≈ ${about} ${base}`}</>;
  }
  const exact = formatAmount(draft.amount ?? "0", i18n.locale);
  return <>{side === "buy" ? t`Buy ${exact} ${base}` : t`Sell ${exact} ${base}`}</>;
}
