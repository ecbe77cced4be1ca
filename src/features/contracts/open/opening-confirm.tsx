import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { WriteSheet } from "../../trade/confirm/confirm-sheet.tsx";
import { OrderReview } from "../../trade/confirm/order-review.tsx";
import { orderSettingsAtom } from "../../trade/ticket/order-settings-atom.ts";
import type { TradeStop } from "../../trade/ticket/trade-stop.ts";
import { useStopText } from "../../trade/ticket/use-trade-stop.ts";
import type { ContractFacts } from "../figures/contract-figures.ts";
import { type OpeningWrite, openingMayRest } from "./opening-orders.ts";
import { intentSummary } from "./opening-form.ts";
import type { OpeningIntent } from "./opening-numbers.ts";
import { graveOpening, lookOf, openingChange, type OpeningLook } from "./opening-check.ts";
import { OpeningRows } from "./opening-rows.tsx";
import { withFreed } from "./replaced-order.ts";
import { useOpeningTexts } from "./use-opening-messages.ts";
import { formatMoney, formatPrice } from "../../../lib/format.ts";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { OrderOutcome } from "../../trade/confirm/order-outcome.tsx";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { useContractRefusalText } from "../figures/contract-refusal-messages.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import { useOpeningOutcome } from "./use-opening-outcome-message.ts";
import { useContractOf } from "../figures/use-position-facts.ts";

export interface OpeningConfirmProps {
  write: OpeningWrite;
  facts: ContractFacts | undefined;
  /** Why no order can be placed now, except one under way. */
  stop: TradeStop | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  onConfirm: () => void;
  /** Closes the sheet, also while the outcome is being read. */
  onClose: () => void;
  /** Goes from an outcome to the position. */
  onPositions: () => void;
  open: boolean;
}

/** Confirms an opening order before it is sent; then shows its outcome. */
export function OpeningConfirm({
  write,
  facts,
  stop,
  sending,
  busyElsewhere,
  onConfirm,
  onClose,
  onPositions,
  open,
}: OpeningConfirmProps) {
  const { t } = useLingui();
  return (
    <WriteSheet
      {...{ write, sending, open, onClose, onConfirm }}
      confirmTitle={(intent) =>
        intent?.replaces !== undefined
          ? t`Confirm change`
          : intent?.direction === "sell"
            ? t`Confirm short`
            : t`Confirm long`
      }
      review={(intent, confirm) =>
        facts && (
          <Review
            key={JSON.stringify(intent)}
            {...{ intent, stop, sending, busyElsewhere }}
            facts={withFreed(facts, intent)}
            onConfirm={confirm}
          />
        )
      }
      outcome={(shown) => <OpeningProgress write={shown} />}
      onward={(shown) =>
        shown.step === "done" &&
        (shown.outcome === "filled" || shown.outcome === "partly") && (
          <Button wide onClick={onPositions}>{t`Show the position`}</Button>
        )
      }
    />
  );
}

interface ReviewProps {
  intent: OpeningIntent;
  facts: ContractFacts;
  stop: TradeStop | undefined;
  sending: boolean;
  busyElsewhere: boolean;
  onConfirm: (askAgain: boolean) => void;
}

/** Calculated again while the book moves; a change has to be accepted first. */
function Review({ intent, facts, stop, sending, busyElsewhere, onConfirm }: ReviewProps) {
  const { t } = useLingui();
  const stopText = useStopText();
  const settings = useAtomValue(orderSettingsAtom);
  const { market } = facts;
  const texts = useOpeningTexts(market);
  const { words } = texts;
  const summary = intentSummary(intent, facts, settings);
  const { problem, warnings, preview } = summary;
  const now = lookOf(summary);
  const [seen, setSeen] = useState<OpeningLook>(now);
  if (seen.fate === undefined && now.fate !== undefined) setSeen(now);
  const change = sending || problem ? undefined : openingChange(seen, now);
  const isLong = intent.direction === "buy";
  const [size, contracts, leverage] = [
    words.size(intent.volume),
    words.contracts(intent.volume),
    intent.lever_rate,
  ];
  const limit = words.price(intent.price ?? null);
  const frozen = stop === "frozen-price";
  const [before, after] = [words.average(seen.average), words.average(now.average)];
  const triggers = [
    intent.tp_trigger_price ? t`take profit at ${words.price(intent.tp_trigger_price)}` : undefined,
    intent.sl_trigger_price ? t`stop loss at ${words.price(intent.sl_trigger_price)}` : undefined,
  ]
    .filter((one) => one !== undefined)
    .join(", ");

  return (
    <OrderReview
      order={
        intent.order_type === "limit" ? (
          isLong ? (
            <Trans>
              Long {size} at {limit} or less, {leverage}×
            </Trans>
          ) : (
            <Trans>
              Short {size} at {limit} or more, {leverage}×
            </Trans>
          )
        ) : isLong ? (
          <Trans>
            Long {size} at the market, {leverage}×
          </Trans>
        ) : (
          <Trans>
            Short {size} at the market, {leverage}×
          </Trans>
        )
      }
      becomes={
        <>
          {contracts}
          {triggers === "" ? "" : `, ${triggers}`}. {texts.fate(summary)}
        </>
      }
      figures={
        <OpeningRows
          market={market}
          columns={[{ key: "own", name: "", preview: frozen ? undefined : preview }]}
        />
      }
      warnings={warnings.map((warning) => ({ key: warning.kind, text: texts.warning(warning) }))}
      change={
        change && {
          kind: change,
          text:
            change === "price" ? (
              <Trans>
                The price moved from {before} to {after} since you opened this.
              </Trans>
            ) : (
              <>
                <Trans>
                  The market moved since you opened this, and something else would happen now.
                </Trans>{" "}
                {texts.fate(summary)}
              </>
            ),
          accept: () => setSeen(now),
        }
      }
      grave={graveOpening(warnings)}
      reason={stop ? stopText(stop) : problem && texts.problem(problem)}
      {...{ sending, busyElsewhere, onConfirm }}
      look={isLong ? "up" : "down"}
      words={
        intent.replaces !== undefined
          ? t`Change the order`
          : isLong
            ? t`Open long, ${leverage}×`
            : t`Open short, ${leverage}×`
      }
    />
  );
}

/** The progress of an opening order, or its outcome. */
function OpeningProgress({ write }: { write: OpeningWrite }) {
  const refusalText = useContractRefusalText();
  const outcomeText = useOpeningOutcome();
  return (
    <OrderOutcome
      write={write}
      mayRest={openingMayRest}
      refusalMessage={refusalText}
      unchanged={({ replaces }) =>
        replaces === undefined ? (
          <Trans>
            Nothing was opened and nothing set aside. The form still holds what you typed.
          </Trans>
        ) : (
          <Trans>The order you wanted to change is as it was.</Trans>
        )
      }
      absent={({ intent: { replaces } }) =>
        replaces === undefined ? (
          <Trans>
            The venue did not get your order: nothing was opened. The form still holds what you
            typed.
          </Trans>
        ) : (
          <Trans>The venue did not get your change: the order is as it was.</Trans>
        )
      }
      outcomeMessage={outcomeText}
      summary={(order) => <Receipt order={order} />}
    />
  );
}

/** The costs of the opening. */
function Receipt({ order }: { order: ContractOrder }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const market = useContractOf(order.contract_code);
  const words = useContractWords(market);
  if (order.trade_volume === 0 || order.trade_avg_price === null) return null;
  const decimals = order.trade_avg_price.split(".")[1]?.length ?? 2;
  return (
    <KeyValues>
      <KeyValue label={t`Entry price`}>
        {formatPrice(order.trade_avg_price, decimals, i18n.locale)} {words.quote}
      </KeyValue>
      <KeyValue
        label={t`Size`}
      >{`${words.size(order.trade_volume)} (${words.contracts(order.trade_volume)})`}</KeyValue>
      <KeyValue label={t`Leverage`}>{order.lever_rate}×</KeyValue>
      <KeyValue label={t`Fee`}>
        {formatMoney(order.fee, words.quote, i18n.locale, { hidden })}
      </KeyValue>
    </KeyValues>
  );
}
