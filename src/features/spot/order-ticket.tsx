import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import { formatAmount as minorText } from "#protocol/amount.ts";
import { formatMoney, formatPrice, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { toInputText } from "../../lib/parse-number.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { SettingsIcon } from "../../ui/navigation-icons.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { splitSymbol } from "../market/symbol-text.ts";
import { useFreshness } from "../market/use-ticker.ts";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { EstimateRows } from "./estimate-rows.tsx";
import { InsufficientLink } from "../trading/insufficient-link.tsx";
import { isUnderWay } from "../trading/order-flow.ts";
import type { OrderFlow, OrderIntent } from "./order-flow.ts";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { OrderSettingsSheet } from "../trading/order-settings-sheet.tsx";
import { TimeInForceField, OrderTypeField } from "./order-type-field.tsx";
import { pricePicks } from "../trading/market-units.ts";
import { PriceField } from "../trading/price-field.tsx";
import { QuantityField } from "./quantity-field.tsx";
import { ReplaceNotice } from "./replace-notice.tsx";
import { SubmitWords } from "./submit-words.tsx";
import { bySpending, hasLimit, hasStop, ticketSummary, type TicketDraft } from "./ticket-form.ts";
import { TicketOutlook } from "./ticket-outlook-lines.tsx";
import { fieldOf } from "./ticket-problems.ts";
import type { TicketText } from "./ticket-text.ts";
import { useProblemText } from "./use-problem-text.ts";
import type { ReplacedOrder } from "./use-replaced-order.ts";
import { useStopText } from "../trading/use-stop-text.ts";
import { useTradeStop } from "../trading/use-trade-stop.ts";
import type { ShownFacts } from "./use-ticket-facts.ts";
import styles from "../trading/ticket.module.css";

type Field = "price" | "stopPrice" | "quantity";

export interface OrderTicketProps {
  symbol: string;
  facts: ShownFacts | undefined;
  text: TicketText;
  draft: TicketDraft;
  onChange: (change: Partial<TicketText>) => void;
  flow: OrderFlow;
  onConfirm: (intent: OrderIntent) => void;
  /** The order whose place this one takes. */
  replaced: ReplacedOrder | undefined;
  /** Counts how often something else has filled the ticket: it then comes into sight with the focus. */
  taken: number;
  /** The price field that a tapped price is meant for. */
  onPriceField: (field: "price" | "stopPrice") => void;
  /** Stands beside the fields, or last where there is no room: the order book. */
  aside: ReactNode;
  /** Above the button: what an order under way is doing. */
  progress: ReactNode;
}

/** An order of any type: side, prices, quantity, what it would do now, and a button that says what it will do. */
export function OrderTicket(props: OrderTicketProps) {
  const {
    symbol,
    facts,
    text,
    draft,
    onChange,
    flow,
    onConfirm,
    replaced,
    taken,
    onPriceField,
    aside,
    progress,
  } = props;
  const { t, i18n } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const settings = useAtomValue(orderSettingsAtom);
  const ask = useSetAtom(authPromptAtom);
  const amountsHidden = useAtomValue(hideAmountsAtom);
  const problemText = useProblemText();
  const stopText = useStopText();
  const form = useRef<HTMLFormElement>(null);
  const [editing, setEditing] = useState<Field | null>(null);
  const [submits, setSubmits] = useState(0);
  const [settingsOpen, setSettingsOpen] = useState(false);

  const spending = bySpending(draft);
  const market = facts?.market;
  const priceDecimals = market?.scales.price ?? 8;
  const guess = splitSymbol(symbol);
  const base = market?.base ?? guess.base.toUpperCase();
  const quote = market?.quote ?? guess.quote.toUpperCase();
  const summary = facts && ticketSummary(draft, facts, settings);
  const quantity = spending ? text.value : text.amount;
  // A figure from a book that stands still would look like an offer.
  const frozen = useFreshness(symbol).state === "frozen";
  const shown = frozen ? undefined : summary;
  const stop = useTradeStop(symbol, facts, isUnderWay(flow));
  const problem = summary?.problem;
  const blocking =
    problem && market && fieldOf(problem) === undefined
      ? problemText(problem, market, spending)
      : undefined;
  const picks = facts && !frozen ? pricePicks(facts, facts.market.scales.price) : undefined;
  const lastPrice = picks?.last;

  useEffect(() => {
    if (submits > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [submits]);

  useEffect(() => {
    if (taken === 0) return;
    form.current?.scrollIntoView({ block: "start" });
    form.current
      ?.querySelector<HTMLElement>("[name=price], [name=value], [name=amount]")
      ?.focus({ preventScroll: true });
  }, [taken]);

  /** Too much of a quantity is told at once, all else only when the person has finished. */
  function problemAt(field: Field, typed: string): string | undefined {
    if (!problem || !market || fieldOf(problem) !== field) return undefined;
    if (problem.kind.startsWith("missing"))
      return submits > 0 && typed === "" ? problemText(problem, market, spending) : undefined;
    const atOnce = problem.kind === "insufficient" || problem.kind === "above-maximum";
    return atOnce || editing !== field || submits > 0
      ? problemText(problem, market, spending)
      : undefined;
  }

  function change(changed: Partial<TicketText>) {
    setSubmits(0);
    onChange(changed);
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (stop !== undefined || !authorized || replaced?.state === "over") return;
    if (summary?.intent) onConfirm(summary.intent);
    else setSubmits(submits + 1);
  }

  const available = facts?.available;
  const availableText =
    market === undefined || !available
      ? "–"
      : amountsHidden
        ? HIDDEN_AMOUNT
        : draft.side === "buy"
          ? formatMoney(minorText(available.quote, market.scales.quote), quote, i18n.locale)
          : formatMoney(minorText(available.base, market.scales.base), base, i18n.locale);
  const stopPrice =
    market && draft.stopPrice !== null
      ? formatPrice(draft.stopPrice, market.scales.price, i18n.locale)
      : "";
  const edits = (field: Field) => (now: boolean) => {
    setEditing(now ? field : null);
    if (now && field !== "quantity") onPriceField(field);
  };

  return (
    <div className={styles.ticket}>
      <form ref={form} className={styles.form} noValidate onSubmit={submit} aria-label={t`Order`}>
        {replaced && (
          <div className={styles.replaced}>
            <ReplaceNotice
              replaced={replaced}
              onPart={() =>
                change(
                  replaced.state === "over"
                    ? { replaces: null }
                    : { replaces: null, value: "", amount: "" },
                )
              }
            />
          </div>
        )}
        <div className={styles.fields}>
          <Segmented
            label={t`Side`}
            value={draft.side}
            options={[
              { value: "buy", label: t`Buy`, tone: "up" },
              { value: "sell", label: t`Sell`, tone: "down" },
            ]}
            onValue={(side) => change({ side })}
          />
          <div className={styles.type}>
            <OrderTypeField
              value={draft.type}
              onValue={(type) =>
                change({
                  type,
                  ...(type === "limit" &&
                    text.price === "" &&
                    lastPrice !== undefined && { price: toInputText(lastPrice, i18n.locale) }),
                })
              }
            />
            <IconButton
              label={t`Order settings`}
              icon={<SettingsIcon size={20} />}
              onClick={() => setSettingsOpen(true)}
            />
          </div>
          {hasStop(draft.type) && (
            <PriceField
              name="stopPrice"
              label={t`Stop price`}
              decimals={priceDecimals}
              value={text.stopPrice}
              problem={problemAt("stopPrice", text.stopPrice)}
              picks={[{ label: t`Last`, price: picks?.last }]}
              onValue={(typed) => change({ stopPrice: typed })}
              onEditing={edits("stopPrice")}
            />
          )}
          {hasStop(draft.type) && (
            <p className={styles.trigger}>
              {summary?.operator === "gte"
                ? t`When the last price rises to ${stopPrice}`
                : summary?.operator === "lte"
                  ? t`When the last price falls to ${stopPrice}`
                  : t`Reached by the last price`}
            </p>
          )}
          {hasLimit(draft.type) && (
            <PriceField
              name="price"
              label={t`Price`}
              decimals={priceDecimals}
              showPicks
              value={text.price}
              problem={problemAt("price", text.price)}
              picks={[
                { label: t`Last`, price: picks?.last },
                { label: t`Bid`, price: picks?.bid },
                { label: t`Ask`, price: picks?.ask },
              ]}
              onValue={(typed) => change({ price: typed })}
              onEditing={edits("price")}
            />
          )}
          <QuantityField
            {...{ facts, base, quote, text, draft }}
            problem={problemAt("quantity", quantity)}
            onChange={change}
            onEditing={edits("quantity")}
          />
          <p className={styles.available}>
            <span>
              <Trans>Available</Trans>
            </span>
            <span>
              {authorized && facts?.balancesDue ? <Skeleton width="half" /> : availableText}
            </span>
          </p>
          {problem?.kind === "insufficient" && <InsufficientLink />}
        </div>
        <div className={styles.rest}>
          {hasLimit(draft.type) && (
            <TimeInForceField
              type={draft.type}
              value={draft.tif}
              onValue={(tif) => change({ tif })}
            />
          )}
          <TicketOutlook draft={draft} market={market} summary={problem ? undefined : shown} />
          {progress}
          <AccountNotice />
          <div className={styles.submit}>
            {authorized ? (
              <Button
                type="submit"
                look={draft.side === "buy" ? "up" : "down"}
                size="large"
                wide
                busy={flow.step === "sending"}
                disabledReason={
                  stop
                    ? stopText(stop)
                    : replaced?.state === "over"
                      ? t`The order to be changed has ended.`
                      : blocking
                }
              >
                <SubmitWords
                  {...{
                    draft,
                    market,
                    base,
                    summary: shown,
                    empty: quantity === "",
                    replacing: replaced !== undefined,
                  }}
                />
              </Button>
            ) : (
              <Button
                look="primary"
                size="large"
                wide
                onClick={() => ask({ reason: "required", to: null })}
              >{t`Log in to trade`}</Button>
            )}
          </div>
        </div>
        <div className={styles.aside}>{aside}</div>
      </form>
      {facts && <EstimateRows draft={draft} facts={facts} summary={shown} />}
      <OrderSettingsSheet open={settingsOpen} onClose={() => setSettingsOpen(false)} />
    </div>
  );
}
