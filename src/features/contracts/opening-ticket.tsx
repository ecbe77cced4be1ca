import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue, useSetAtom } from "jotai";
import { useRef, useState, type ReactNode } from "react";
import { HIDDEN_AMOUNT, NO_NUMBER } from "../../lib/format.ts";
import { toInputText } from "../../lib/parse-number.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/checkbox.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { ChevronDownIcon } from "../../ui/action-icons.tsx";
import { SettingsIcon } from "../../ui/navigation-icons.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { WarningIcon } from "../../ui/status-icons.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { splitSymbol } from "../market/symbol-text.ts";
import { useFreshness } from "../market/use-ticker.ts";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { InsufficientLink } from "../trading/insufficient-link.tsx";
import { pricePicks } from "../trading/market-units.ts";
import { isUnderWay } from "../trading/order-flow.ts";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { OrderSettingsSheet } from "../trading/order-settings-sheet.tsx";
import { PaperFills } from "../trading/paper-fills.tsx";
import { PriceField } from "../trading/price-field.tsx";
import { useStopText } from "../trading/use-stop-text.ts";
import { useTradeStop } from "../trading/use-trade-stop.ts";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { LeverageSheet } from "./leverage-sheet.tsx";
import { priceNow } from "./leverage-room.ts";
import type { OpeningFlow } from "./opening-flow.ts";
import {
  largerOf,
  openingSummary,
  type OpeningDraft,
  type OpeningIntent,
  type OpeningSummary,
  problemField,
} from "./opening-form.ts";
import { OpeningRows } from "./opening-rows.tsx";
import type { OpeningText } from "./opening-text.ts";
import { sidedWarnings } from "./opening-warnings.ts";
import { TriggerFields } from "./trigger-fields.tsx";
import { SizeField } from "./size-field.tsx";
import type { ShownContractFacts } from "./use-contract-facts.ts";
import { useOpeningTexts } from "./use-opening-texts.ts";
import { WhatIfSheet } from "./what-if-sheet.tsx";
import ticket from "../trading/ticket.module.css";
import rows from "../trading/estimate-rows.module.css";
import styles from "./opening.module.css";

type Field = "price" | "size";

export interface OpeningTicketProps {
  symbol: string;
  facts: ShownContractFacts | undefined;
  text: OpeningText;
  draft: OpeningDraft;
  leverage: number;
  onLeverage: (leverage: number) => void;
  onChange: (change: Partial<OpeningText>) => void;
  flow: OpeningFlow;
  onConfirm: (intent: OpeningIntent) => void;
  /** Stands beside the fields, or last where there is no room: the order book. */
  aside: ReactNode;
  /** Above the buttons: what an order under way is doing. */
  progress: ReactNode;
}

/** An order to open a position: leverage, price, size, triggers, what either side would be, and two buttons that say what they will do. */
export function OpeningTicket(props: OpeningTicketProps) {
  const {
    symbol,
    facts,
    text,
    draft,
    leverage,
    onLeverage,
    onChange,
    flow,
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
  // A figure from a book that stands still would look like an offer.
  const frozen = useFreshness(symbol).state === "frozen";
  const stop = useTradeStop(symbol, facts, isUnderWay(flow));
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
  const available =
    market === undefined || facts?.available === null || facts === undefined
      ? NO_NUMBER
      : hidden
        ? HIDDEN_AMOUNT
        : texts.words.money(facts.available);
  const whatIf = long?.preview?.own ?? undefined;

  /** Told beside a field once the person has finished with it, and where it is missing only when they wanted to go on. */
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
    // What is missing or wrong in a field is told there.
    return own && problemField(own) === undefined ? texts.problem(own) : undefined;
  }

  const edits = (field: Field) => (now: boolean) => setEditing(now ? field : null);

  return (
    <div className={ticket.ticket}>
      <form
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
              decimals={market?.terms.price ?? 8}
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
            <span>{authorized && facts?.balancesDue ? <Skeleton width="half" /> : available}</span>
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
        </div>
        <div className={ticket.rest}>
          {text.withTriggers && market && long && short && (
            <TriggerFields
              {...{ market, text, long, short }}
              mark={picks?.last}
              onChange={change}
            />
          )}
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
          {progress}
          <AccountNotice />
          {authorized ? (
            <div className={styles.buttons}>
              <SideButton
                look="up"
                label={t`Open long`}
                summary={long}
                preview={shown(long)}
                {...{
                  words: texts.words,
                  busy: flow.step === "sending" && flow.attempt.intent.direction === "buy",
                  reason: reasonOf(long),
                }}
                onPress={() => press(long)}
              />
              <SideButton
                look="down"
                label={t`Open short`}
                summary={short}
                preview={shown(short)}
                {...{
                  words: texts.words,
                  busy: flow.step === "sending" && flow.attempt.intent.direction === "sell",
                  reason: reasonOf(short),
                }}
                onPress={() => press(short)}
              />
            </div>
          ) : (
            <Button
              look="primary"
              size="large"
              wide
              onClick={() => ask({ reason: "required", to: null })}
            >{t`Log in to trade`}</Button>
          )}
        </div>
        <div className={ticket.aside}>{aside}</div>
      </form>
      {market && (
        <section className={rows.estimate} aria-label={t`Estimate`}>
          <p className={rows.title}>
            <span>{t`Estimate`}</span>
            <PaperFills />
          </p>
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

interface SideButtonProps {
  look: "up" | "down";
  label: string;
  summary: OpeningSummary | undefined;
  preview: OpeningSummary["preview"];
  words: ReturnType<typeof useOpeningTexts>["words"];
  busy: boolean;
  reason: string | undefined;
  onPress: () => void;
}

/** Opens one side; below it, what it takes and where it would be liquidated. */
function SideButton({ look, label, preview, words, busy, reason, onPress }: SideButtonProps) {
  const margin = preview ? words.money(preview.margin) : NO_NUMBER;
  const liquidation = preview ? words.ticks(preview.liquidation) : NO_NUMBER;
  return (
    <div>
      <Button look={look} size="large" wide busy={busy} disabledReason={reason} onClick={onPress}>
        {label}
      </Button>
      <p>
        <Trans>Margin {margin}</Trans>
      </p>
      <p>
        {preview?.own && preview.liquidation === null ? (
          <Trans>Liquidation: none</Trans>
        ) : (
          <Trans>Liquidation {liquidation}</Trans>
        )}
      </p>
    </div>
  );
}
