import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from "react";
import { formatAmount as minorText } from "#protocol/wire/amount.ts";
import { classNames } from "../../../lib/class-names.ts";
import {
  formatMoney,
  formatPrice,
  HIDDEN_AMOUNT,
  NO_NUMBER,
  type SumForm,
} from "../../../lib/format.ts";
import { toInputText } from "../../../lib/parse-number.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { SettingsIcon } from "../../../ui/icons/navigation-icons.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import { splitSymbol } from "../../market/feed/symbol-name.ts";
import { useFreshnessState } from "../../market/feed/use-ticker.ts";
import { authorizedAtom, authPromptAtom } from "../../session/session-atoms.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { EstimateRows } from "./order-figure-rows.tsx";
import { InsufficientLink } from "../../trade/ticket/insufficient-link.tsx";
import { isUnderWay } from "../../../writes/write.ts";
import {
  type CoinOrderWrite,
  type OrderIntent,
  bySpending,
  hasLimit,
  hasStop,
  type TicketDraft,
} from "./ticket-facts.ts";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import { OrderSettingsSheet } from "../../trade/ticket/order-settings-sheet.tsx";
import { TimeInForceField, OrderTypeField } from "./order-type-field.tsx";
import { pricePicks } from "../../trade/ticket/market-units.ts";
import { PriceField } from "../../trade/ticket/price-field.tsx";
import { QuantityField } from "./quantity-field.tsx";
import { ReplaceNotice, type ReplacedOrder } from "./replace-notice.tsx";
import { SubmitWords } from "./submit-messages.tsx";
import { ticketSummary } from "./ticket-form.ts";
import { TicketOutlook } from "./ticket-outlook-lines.tsx";
import { fieldOf } from "./ticket-problems.ts";
import type { TicketText } from "./ticket-input.ts";
import { useProblemText } from "./use-ticket-messages.ts";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { orderId } from "../../trade/order-id.ts";
import { useKeyboardRoom } from "../../trade/ticket/use-keyboard-room.ts";
import { useStopText, useTradeStop } from "../../trade/ticket/use-trade-stop.ts";
import type { ShownFacts } from "./use-ticket-facts.ts";
import screen from "../../trade/trade-screen.module.css";
import styles from "../../trade/ticket/ticket.module.css";

type Field = "price" | "stopPrice" | "quantity";

export interface OrderTicketProps {
  symbol: string;
  facts: ShownFacts | undefined;
  text: TicketText;
  draft: TicketDraft;
  onChange: (change: Partial<TicketText>) => void;
  write: CoinOrderWrite;
  /** A tap is sending an order. */
  sending: boolean;
  onConfirm: (intent: OrderIntent) => void;
  /** The order that this one replaces. */
  replaced: ReplacedOrder | undefined;
  /** Counts how often another part of the screen has filled the ticket, which then scrolls into view and takes the focus. */
  taken: number;
  /** Reports the price field that a price tapped in the book goes to. */
  onPriceField: (field: "price" | "stopPrice") => void;
  /** The order book, beside the fields, or below them where there is no room. */
  aside: ReactNode;
  /** The progress of an order under way, above the button. */
  progress: ReactNode;
}

/** The form for an order of any type: side, prices, quantity, estimate, and a button that names the order. */
export function OrderTicket(props: OrderTicketProps) {
  const {
    symbol,
    facts,
    text,
    draft,
    onChange,
    write,
    sending,
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
  useKeyboardRoom(form);
  const [editing, setEditing] = useState<Field | null>(null);
  const [submits, setSubmits] = useState(0);
  const [settingsOpen, setSettingsOpen] = useState(false);

  const spending = bySpending(draft);
  const market = facts?.market;
  const guess = splitSymbol(symbol);
  const base = market?.base ?? guess.base.toUpperCase();
  const quote = market?.quote ?? guess.quote.toUpperCase();
  const summary = facts && ticketSummary(draft, facts, settings);
  const quantity = spending ? text.value : text.amount;
  // A figure from a frozen book would look like an offer.
  const frozen = useFreshnessState(symbol).state === "frozen";
  const shown = frozen ? undefined : summary;
  const stop = useTradeStop(symbol, facts, isUnderWay(write));
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

  /** The problem beside a field: a quantity that is too large is shown at once, all others when the user has left the field. */
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
  const free = (as?: SumForm) =>
    market === undefined || !available
      ? NO_NUMBER
      : amountsHidden
        ? HIDDEN_AMOUNT
        : draft.side === "buy"
          ? formatMoney(minorText(available.quote, market.scales.quote), quote, i18n.locale, as)
          : formatMoney(minorText(available.base, market.scales.base), base, i18n.locale, as);
  const stopPrice =
    market && draft.stopPrice !== null
      ? formatPrice(draft.stopPrice, market.scales.price, i18n.locale)
      : "";
  const edits = (field: Field) => (now: boolean) => {
    setEditing(now ? field : null);
    if (now && field !== "quantity") onPriceField(field);
  };

  return (
    <div id="desk-ticket" className={classNames(styles.ticket, screen.rail)}>
      <VisuallyHidden>
        <h2>{t`Order`}</h2>
      </VisuallyHidden>
      <form
        id={orderId}
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={submit}
        aria-label={t`Order`}
      >
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
              decimals={market?.scales.price}
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
              decimals={market?.scales.price}
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
              {authorized && facts?.balancesDue ? (
                <Skeleton width="half" />
              ) : (
                <Figure text={free()} whole={free({ whole: true })} label={t`Available`} />
              )}
            </span>
          </p>
          {problem?.kind === "insufficient" && <InsufficientLink />}
          {hasLimit(draft.type) && (
            <TimeInForceField
              type={draft.type}
              value={draft.tif}
              onValue={(tif) => change({ tif })}
            />
          )}
          {progress}
          <div className={styles.submit} data-sticky-bottom="">
            {authorized ? (
              <Button
                type="submit"
                look={draft.side === "buy" ? "up" : "down"}
                size="large"
                wide
                busy={sending}
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
        <div className={styles.rest}>
          <TicketOutlook draft={draft} market={market} summary={problem ? undefined : shown} />
          <AccountNotice />
        </div>
        <div className={styles.aside}>{aside}</div>
      </form>
      {facts && <EstimateRows draft={draft} facts={facts} summary={shown} />}
      <OrderSettingsSheet open={settingsOpen} onClose={() => setSettingsOpen(false)} />
    </div>
  );
}
