import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { useRef, useState, type ReactNode } from "react";
import { HIDDEN_AMOUNT, NO_NUMBER } from "../../../lib/format.ts";
import { classNames } from "../../../lib/class-names.ts";
import { toInputText } from "../../../lib/parse-number.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { ChevronDownIcon } from "../../../ui/icons/action-icons.tsx";
import { SettingsIcon } from "../../../ui/icons/navigation-icons.tsx";
import { Figure } from "../../../ui/figures/figure.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { WarningIcon } from "../../../ui/icons/status-icons.tsx";
import { Fold } from "../../../ui/lists/fold.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import { splitSymbol } from "../../market/feed/symbol-name.ts";
import { useFreshnessState } from "../../market/feed/use-ticker.ts";
import { authorizedAtom, authPromptAtom } from "../../session/session-atoms.ts";
import { InsufficientLink } from "../../trade/ticket/insufficient-link.tsx";
import { pricePicks } from "../../trade/ticket/market-units.ts";
import { isUnderWay } from "../../../writes/write.ts";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import { OrderSettingsSheet } from "../../trade/ticket/order-settings-sheet.tsx";
import { PaperFills } from "../../trade/ticket/paper-fills.tsx";
import { PriceField } from "../../trade/ticket/price-field.tsx";
import { orderId } from "../../trade/order-id.ts";
import { useKeyboardRoom } from "../../trade/ticket/use-keyboard-room.ts";
import { useStopText, useTradeStop } from "../../trade/ticket/use-trade-stop.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { LeverageSheet } from "./leverage-sheet.tsx";
import { priceNow } from "./leverage-room.ts";
import type { OpeningWrite } from "./opening-orders.ts";
import { largerOf, openingSummary, type OpeningSummary, problemField } from "./opening-form.ts";
import type { OpeningDraft, OpeningIntent } from "./opening-numbers.ts";
import { OpeningLine, OpeningRows } from "./opening-rows.tsx";
import type { OpeningText } from "./opening-input.ts";
import { sidedWarnings } from "./opening-warnings.ts";
import { TriggerFields } from "./trigger-fields.tsx";
import { SideButtons } from "./side-buttons.tsx";
import { SizeField } from "./size-field.tsx";
import type { ShownContractFacts } from "../figures/use-contract-facts.ts";
import { useOpeningTexts } from "./use-opening-messages.ts";
import { WhatIfSheet } from "../what-if/what-if-sheet.tsx";
import screen from "../../trade/trade-screen.module.css";
import ticket from "../../trade/ticket/ticket.module.css";
import rows from "../../trade/ticket/estimate-rows.module.css";
import styles from "./opening-ticket.module.css";

type Field = "price" | "size";

export interface OpeningTicketProps {
  symbol: string;
  facts: ShownContractFacts | undefined;
  text: OpeningText;
  draft: OpeningDraft;
  leverage: number;
  onLeverage: (leverage: number) => void;
  onChange: (change: Partial<OpeningText>) => void;
  write: OpeningWrite;
  /** What a tap is sending. */
  sending: OpeningIntent | undefined;
  onConfirm: (intent: OpeningIntent) => void;
  /** The order book, beside the fields, or below them where there is no room. */
  aside: ReactNode;
  /** The progress of an order under way, above the buttons. */
  progress: ReactNode;
}

/** The form to open a position: leverage, price, size, triggers, the figures of both sides, and a button for each. */
export function OpeningTicket(props: OpeningTicketProps) {
  const {
    symbol,
    facts,
    text,
    draft,
    leverage,
    onLeverage,
    onChange,
    write,
    sending,
    onConfirm,
    aside,
    progress,
  } = props;
  const { t, i18n } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const settings = useAtomValue(orderSettingsAtom);
  const hidden = useAtomValue(hideAmountsAtom);
  const ask = useSetAtom(authPromptAtom);
  const stopText = useStopText();
  const form = useRef<HTMLFormElement>(null);
  useKeyboardRoom(form);
  const [editing, setEditing] = useState<Field | null>(null);
  const [asked, setAsked] = useState(false);
  const [sheet, setSheet] = useState<"leverage" | "settings" | "what-if" | null>(null);
  const market = facts?.market;
  const texts = useOpeningTexts(market);
  const guess = splitSymbol(symbol);
  const [base, quote] = [
    market?.base ?? guess.base.toUpperCase(),
    market?.quote ?? guess.quote.toUpperCase(),
  ];
  const long = facts && openingSummary(draft, "buy", leverage, facts, settings);
  const short = facts && openingSummary(draft, "sell", leverage, facts, settings);
  // A figure from a frozen book would look like an offer.
  const frozen = useFreshnessState(symbol).state === "frozen";
  const stop = useTradeStop(symbol, facts, isUnderWay(write));
  const picks = facts && !frozen ? pricePicks(facts, facts.market.terms.price) : undefined;
  const shown = (summary: OpeningSummary | undefined) => (frozen ? undefined : summary?.preview);
  const problem = long?.problem;
  const at =
    facts && long && long.numbers.limit !== undefined
      ? priceNow({ direction: "buy", limit: long.numbers.limit }, facts)
      : undefined;
  const most = largerOf(long?.most?.volume, short?.most?.volume);
  const insufficient =
    long?.problem?.kind === "insufficient" && short?.problem?.kind === "insufficient";
  const fateOf = (summary: OpeningSummary | undefined) =>
    summary && !frozen ? texts.fate(summary) : undefined;
  const [longFate, shortFate] = [fateOf(long), fateOf(short)];
  const isOneFate = long?.fate === short?.fate;
  const warnings = sidedWarnings(long?.warnings ?? [], short?.warnings ?? []);
  const free = (as: (minor: bigint) => string) =>
    market === undefined || facts?.available === null || facts === undefined
      ? NO_NUMBER
      : hidden
        ? HIDDEN_AMOUNT
        : as(facts.available);
  const whatIf = long?.preview?.own ?? undefined;

  /** The problem beside a field: shown once the user has left the field, and for a missing value only after a tap on a button. */
  function problemAt(field: Field, typed: string): string | undefined {
    if (!problem || problemField(problem) !== field) return undefined;
    if (typed === "" ? !asked : editing === field && !asked) return undefined;
    return texts.problem(problem);
  }

  function change(changed: Partial<OpeningText>) {
    setAsked(false);
    onChange(changed);
  }

  function press(summary: OpeningSummary | undefined) {
    if (summary?.intent) return onConfirm(summary.intent);
    setAsked(true);
    form.current
      ?.querySelector<HTMLElement>(
        text.type === "limit" && text.price === "" ? "[name=price]" : "[name=size]",
      )
      ?.focus();
  }

  function reasonOf(summary: OpeningSummary | undefined): string | undefined {
    if (stop) return stopText(stop);
    const own = summary?.problem;
    // The problem of a field is shown beside it.
    return own && problemField(own) === undefined ? texts.problem(own) : undefined;
  }

  const edits = (field: Field) => (now: boolean) => setEditing(now ? field : null);

  return (
    <div id="desk-ticket" className={classNames(ticket.ticket, screen.rail)}>
      <VisuallyHidden>
        <h2>{t`Order`}</h2>
      </VisuallyHidden>
      <form
        id={orderId}
        ref={form}
        className={ticket.form}
        noValidate
        onSubmit={(event) => event.preventDefault()}
        aria-label={t`Order`}
      >
        <div className={ticket.fields}>
          <div className={styles.top}>
            <button
              type="button"
              className={styles.leverage}
              aria-haspopup="dialog"
              disabled={!facts}
              onClick={() => setSheet("leverage")}
            >
              <span>
                <VisuallyHidden>{t`Leverage`} </VisuallyHidden>
                <Trans>Isolated</Trans> {leverage}×
              </span>
              <ChevronDownIcon size={16} />
            </button>
            <IconButton
              label={t`Order settings`}
              icon={<SettingsIcon size={20} />}
              onClick={() => setSheet("settings")}
            />
          </div>
          <Segmented
            label={t`Order type`}
            value={text.type}
            options={[
              { value: "market", label: t({ context: "type of an order", message: "Market" }) },
              { value: "limit", label: t`Limit` },
            ]}
            onValue={(type) =>
              change({
                type,
                ...(type === "limit" &&
                  text.price === "" &&
                  picks?.last !== undefined && { price: toInputText(picks.last, i18n.locale) }),
              })
            }
          />
          {text.type === "limit" && (
            <PriceField
              name="price"
              label={t`Price`}
              decimals={market?.terms.price}
              showPicks
              value={text.price}
              problem={problemAt("price", text.price)}
              picks={[
                { label: t`Last`, price: picks?.last },
                { label: t`Bid`, price: picks?.bid },
                { label: t`Ask`, price: picks?.ask },
              ]}
              onValue={(price) => change({ price })}
              onEditing={edits("price")}
            />
          )}
          <SizeField
            {...{ market, base, quote, text, at, most }}
            volume={long?.numbers.volume}
            problem={problemAt("size", text.size)}
            onChange={change}
            onEditing={edits("size")}
          />
          <p className={ticket.available}>
            <span>
              <Trans>Available</Trans>
            </span>
            <span>
              {authorized && facts?.balancesDue ? (
                <Skeleton width="half" />
              ) : (
                <Figure
                  text={free(texts.words.money)}
                  whole={free(texts.words.exact)}
                  label={t`Available`}
                />
              )}
            </span>
          </p>
          {insufficient && <InsufficientLink />}
          <div className={styles.tick}>
            <Checkbox
              checked={text.withTriggers}
              onChecked={(withTriggers) =>
                change({ withTriggers, ...(!withTriggers && { tp: "", sl: "" }) })
              }
            >
              <Trans>TP / SL</Trans>
            </Checkbox>
          </div>
          {text.withTriggers && market && long && short && (
            <TriggerFields {...{ market, text, long, short }} onChange={change} />
          )}
          {progress}
          <div className={ticket.submit} data-sticky-bottom="">
            {authorized ? (
              <SideButtons
                long={{
                  busy: sending?.direction === "buy",
                  reason: reasonOf(long),
                  onPress: () => press(long),
                }}
                short={{
                  busy: sending?.direction === "sell",
                  reason: reasonOf(short),
                  onPress: () => press(short),
                }}
              />
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
        <div className={ticket.rest}>
          {isOneFate && longFate !== undefined && <p className={styles.hint}>{longFate}</p>}
          {!isOneFate && longFate !== undefined && (
            <p className={styles.hint}>
              <Trans>Long: {longFate}</Trans>
            </p>
          )}
          {!isOneFate && shortFate !== undefined && (
            <p className={styles.hint}>
              <Trans>Short: {shortFate}</Trans>
            </p>
          )}
          <div aria-live="polite">
            {!frozen &&
              warnings.map(({ of, warning }) => {
                const said = texts.warning(warning);
                return (
                  <p key={`${of} ${warning.kind}`} className={styles.warning}>
                    <WarningIcon size={16} />
                    <span>
                      {of === "both" ? (
                        said
                      ) : of === "buy" ? (
                        <Trans>Long: {said}</Trans>
                      ) : (
                        <Trans>Short: {said}</Trans>
                      )}
                    </span>
                  </p>
                );
              })}
          </div>
          <AccountNotice />
        </div>
        <div className={ticket.aside}>{aside}</div>
      </form>
      {market && (shown(long) ?? shown(short)) && (
        <section className={rows.estimate} aria-label={t`Estimate`}>
          <Fold summary={<OpeningLine market={market} long={shown(long)} short={shown(short)} />}>
            <div className={rows.title}>
              <span>{t`Estimate`}</span>
              <PaperFills />
            </div>
            <OpeningRows
              market={market}
              columns={[
                { key: "long", name: t`Long`, preview: shown(long), most: long?.most?.volume },
                { key: "short", name: t`Short`, preview: shown(short), most: short?.most?.volume },
              ]}
            />
            {whatIf && (
              <Button
                look="quiet"
                wide
                onClick={() => setSheet("what-if")}
              >{t`What if the price moves?`}</Button>
            )}
          </Fold>
        </section>
      )}
      {facts && (
        <LeverageSheet
          open={sheet === "leverage"}
          onClose={() => setSheet(null)}
          {...{ facts, draft, leverage }}
          visitor={!authorized}
          onChosen={onLeverage}
        />
      )}
      {market && whatIf && (
        <WhatIfSheet
          open={sheet === "what-if"}
          onClose={() => setSheet(null)}
          exposure={whatIf}
          leverage={leverage}
          code={market.code}
        />
      )}
      <OrderSettingsSheet open={sheet === "settings"} onClose={() => setSheet(null)} />
    </div>
  );
}
