import { useLingui, Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { CoinOrder } from "#protocol/api/spot.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { WriteSheet } from "../../trade/confirm/confirm-sheet.tsx";
import type { TradeStop } from "../../trade/ticket/trade-stop.ts";
import type { CoinOrderWrite, OrderIntent, TicketFacts } from "../ticket/ticket-facts.ts";
import { formatPrice, formatMoney } from "../../../lib/format.ts";
import { OrderReview } from "../../trade/confirm/order-review.tsx";
import { changeOf, graveOf, type Look } from "../ticket/ticket-check.ts";
import { ConfirmRows } from "../ticket/order-figure-rows.tsx";
import { averageText } from "../ticket/estimate.ts";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import { draftOf, ticketSummary } from "../ticket/ticket-form.ts";
import { useOrderMessage } from "./use-order-message.ts";
import { useProblemText, useWarningText } from "../ticket/use-ticket-messages.ts";
import { useStopText } from "../../trade/ticket/use-trade-stop.ts";
import { OrderOutcome } from "../../trade/confirm/order-outcome.tsx";
import { mayRest } from "./coin-orders.ts";
import { useOutcomeText } from "../orders/use-outcome-message.ts";
import { useRefusalText } from "./refusal-messages.ts";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { usePriceDecimals } from "../../market/feed/use-ticker.ts";
import { splitSymbol } from "../../market/feed/symbol-name.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { filledAny, receiptOf } from "../orders/order-summary.ts";

export interface ConfirmSheetProps {
  write: CoinOrderWrite;
  facts: TicketFacts | undefined;
  /** Why no order can be placed now, except one under way. */
  stop: TradeStop | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  onConfirm: () => void;
  /** Closes the sheet, also while the outcome is being read. */
  onClose: () => void;
  /** Goes from an outcome to the order itself. */
  onOrder: (orderId: string) => void;
  open: boolean;
}

/** Confirms a coin order before it is sent; then shows its outcome. */
export function ConfirmSheet({
  write,
  facts,
  stop,
  sending,
  busyElsewhere,
  onConfirm,
  onClose,
  onOrder,
  open,
}: ConfirmSheetProps) {
  const { t } = useLingui();
  return (
    <WriteSheet
      {...{ write, sending, open, onClose, onConfirm }}
      confirmTitle={(intent) =>
        intent?.replaces !== undefined
          ? t`Confirm change`
          : intent?.side === "sell"
            ? t`Confirm sell`
            : t`Confirm buy`
      }
      review={(intent, confirm) =>
        facts && (
          <ConfirmReview
            key={JSON.stringify(intent)}
            {...{ intent, facts, stop, sending, busyElsewhere }}
            onConfirm={confirm}
          />
        )
      }
      outcome={(shown) => <OrderProgress write={shown} />}
      onward={(shown) =>
        shown.step === "done" && (
          <Button wide onClick={() => onOrder(shown.answer.id)}>{t`Show the order`}</Button>
        )
      }
    />
  );
}

interface ConfirmReviewProps {
  intent: OrderIntent;
  facts: TicketFacts;
  stop: TradeStop | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  onConfirm: (askAgain: boolean) => void;
}

/** Calculated again while the book moves; a change has to be accepted first. */
function ConfirmReview({
  intent,
  facts,
  stop,
  sending,
  busyElsewhere,
  onConfirm,
}: ConfirmReviewProps) {
  const problemText = useProblemText();
  const stopText = useStopText();
  const warningText = useWarningText();
  const messageOf = useOrderMessage();
  const settings = useAtomValue(orderSettingsAtom);
  const { market } = facts;
  const summary = ticketSummary(draftOf(intent), facts, settings);
  const { estimate, fate, problem, warnings } = summary;
  const [seen, setSeen] = useState<Look>({ estimate, fate });
  if (seen.fate === undefined && fate !== undefined) setSeen({ estimate, fate });
  const change = sending || problem ? undefined : changeOf(seen, { estimate, fate });
  const spending = typeof intent.value === "string";
  const { order, fate: becomes } = messageOf(intent, summary, market);
  // A figure from a frozen book would look like an offer.
  const isFrozen = stop === "frozen-price";

  return (
    <OrderReview
      order={order}
      becomes={becomes}
      figures={
        <ConfirmRows
          intent={intent}
          summary={isFrozen ? { ...summary, estimate: undefined, rest: undefined } : summary}
          facts={facts}
        />
      }
      warnings={warnings.map((warning) => ({
        key: warning.kind,
        text: warningText(warning, market, intent.type),
      }))}
      change={
        change && {
          kind: change,
          text:
            change === "price" ? (
              <Moved then={seen} now={{ estimate, fate }} facts={facts} />
            ) : (
              <>
                <Trans>
                  The market moved since you opened this, and something else would happen now.
                </Trans>{" "}
                {becomes}
              </>
            ),
          accept: () => setSeen({ estimate, fate }),
        }
      }
      grave={graveOf(warnings)}
      reason={stop ? stopText(stop) : problem && problemText(problem, market, spending)}
      {...{ sending, busyElsewhere, onConfirm }}
      look={intent.side === "buy" ? "up" : "down"}
      words={<Words intent={intent} base={market.base} />}
    />
  );
}

/** What the tap does. */
function Words({ intent: { side, type, replaces }, base }: { intent: OrderIntent; base: string }) {
  const { t } = useLingui();
  if (replaces !== undefined) return <>{t`Change the order`}</>;
  if (type === "market") return <>{side === "buy" ? t`Buy ${base} now` : t`Sell ${base} now`}</>;
  return <>{side === "buy" ? t`Place buy order` : t`Place sell order`}</>;
}

function Moved({ then, now, facts }: { then: Look; now: Look; facts: TicketFacts }) {
  const { i18n } = useLingui();
  const { scales } = facts.market;
  const text = ({ estimate }: Look) =>
    estimate ? formatPrice(averageText(estimate, scales), scales.price, i18n.locale) : "–";
  const [before, after] = [text(then), text(now)];
  return (
    <Trans>
      The price moved from {before} to {after} since you opened this.
    </Trans>
  );
}

/** The progress of a coin order, or its outcome. */
function OrderProgress({ write }: { write: CoinOrderWrite }) {
  const outcomeText = useOutcomeText();
  const refusalText = useRefusalText();
  return (
    <OrderOutcome
      write={write}
      mayRest={mayRest}
      refusalMessage={(refusal, intent) => refusalText(refusal, intent.symbol)}
      unchanged={({ replaces }) =>
        replaces === undefined ? (
          <Trans>Nothing was bought or sold. The form still holds what you typed.</Trans>
        ) : (
          <Trans>
            The order you wanted to change is as it was. The form still holds what you typed.
          </Trans>
        )
      }
      absent={({ intent: { replaces } }) =>
        replaces === undefined ? (
          <Trans>
            The venue did not get your order: nothing was bought or sold. The form still holds what
            you typed.
          </Trans>
        ) : (
          <Trans>
            The venue did not get your change: the order is as it was. The form still holds what you
            typed.
          </Trans>
        )
      }
      outcomeMessage={outcomeText}
      summary={(order) => <OrderReceiptRows order={order} />}
    />
  );
}

/** The result of an ended order: average price, fee, received amount and released amount. */
function OrderReceiptRows({ order }: { order: CoinOrder }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const decimals = usePriceDecimals(order.symbol);
  if (!filledAny(order)) return null;
  const { base, quote } = splitSymbol(order.symbol);
  const [baseFlag, quoteFlag] = [base.toUpperCase(), quote.toUpperCase()];
  const { received, returned } = receiptOf(order);
  const money = (text: string, flag: string) => formatMoney(text, flag, i18n.locale, { hidden });
  return (
    <KeyValues>
      {order.avg_price !== null && (
        <KeyValue label={t`Average price`}>
          {formatPrice(order.avg_price, decimals, i18n.locale)} {quoteFlag}
        </KeyValue>
      )}
      <KeyValue label={t`Fee`} explanation={<Trans>Taken from what you receive.</Trans>}>
        {money(order.fee, order.fee_currency)}
      </KeyValue>
      {returned !== null && <KeyValue label={t`Came back`}>{money(returned, quoteFlag)}</KeyValue>}
      <KeyValue label={t`You received`} strong>
        {money(received, order.side === "buy" ? baseFlag : quoteFlag)}
      </KeyValue>
    </KeyValues>
  );
}
