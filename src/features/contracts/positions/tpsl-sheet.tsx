import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import type { Price } from "#protocol/rules/contracts/contract-worth.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { useWrite } from "../../../writes/use-write.ts";
import { PositionOutcome } from "./position-outcome.tsx";
import { TpslField } from "./tpsl-field.tsx";
import { maySend, triggerText, typedTrigger } from "./tpsl-form.ts";
import { liquidationOf, targetExposure, triggersOf, type TpslTarget } from "./tpsl-target.ts";
import type { TriggerKind } from "../figures/tpsl-convert.ts";
import { useContractFacts } from "../figures/use-contract-facts.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import { settingTpsl } from "./position-writes.ts";
import { priceFrom, type ContractFacts } from "../figures/contract-figures.ts";
import styles from "../figures/contract-sheet.module.css";

/** A trigger that was chosen elsewhere, such as on the chart; it is not set yet. */
export interface ProposedTrigger {
  kind: TriggerKind;
  /** Plain decimal; null to remove it. */
  price: string | null;
}

export interface TpslSheetProps {
  target: TpslTarget;
  proposed?: ProposedTrigger | undefined;
  symbol: string;
  open: boolean;
  /** Why nothing can be sent at present. */
  stop: string | undefined;
  onClose: () => void;
}

/** Sets, changes or clears take profit and stop loss of a position, or of an order to open that waits. */
export function TpslSheet({ target, proposed, symbol, open, stop, onClose }: TpslSheetProps) {
  const { t, i18n } = useLingui();
  const facts = useContractFacts(symbol);
  const words = useContractWords(facts?.market);
  const now = triggersOf(target);
  const [tp, setTp] = useState(() =>
    triggerText(proposed?.kind === "tp" ? proposed.price : now.tp_trigger_price, i18n.locale),
  );
  const [sl, setSl] = useState(() =>
    triggerText(proposed?.kind === "sl" ? proposed.price : now.sl_trigger_price, i18n.locale),
  );
  const [by, setBy] = useState<"mark" | "last">(now.trigger_by === "last" ? "last" : "mark");
  const {
    write,
    send: sendWrite,
    isBusy: busy,
    isAwaited,
    dismiss: reset,
  } = useWrite(settingTpsl(now.id));

  const market = facts?.market;
  const exposure = market && targetExposure(target, market.terms, facts.mark);
  const liquidation = market && exposure ? liquidationOf(exposure, market.terms) : null;
  const watched = facts ? comparedPrice(target, by, facts) : null;
  const given = market &&
    exposure && { exposure, leverage: now.lever_rate, terms: market.terms, watched, liquidation };
  const typed = given && {
    tp: typedTrigger("tp", tp, i18n.locale, given),
    sl: typedTrigger("sl", sl, i18n.locale, given),
  };
  const isChanged =
    typed !== undefined &&
    (typed.tp.price !== now.tp_trigger_price ||
      typed.sl.price !== now.sl_trigger_price ||
      by !== now.trigger_by);
  const isClearing = typed !== undefined && typed.tp.price === null && typed.sl.price === null;

  function leave() {
    onClose();
    if (!busy) reset();
  }

  function send() {
    if (!typed) return;
    const of =
      target.kind === "position"
        ? { position_id: target.position.id }
        : { order_id: target.order.id };
    void sendWrite({
      ...of,
      tp_trigger_price: typed.tp.price,
      sl_trigger_price: typed.sl.price,
      trigger_by: by,
    });
  }

  const reason =
    stop ??
    (typed === undefined
      ? t`The price is still loading.`
      : !maySend(typed.tp) || !maySend(typed.sl)
        ? t`Correct what is marked above.`
        : !isChanged
          ? t`Nothing has changed yet.`
          : undefined);
  const side = words.side(now.direction);
  return (
    <Sheet
      open={open}
      onClose={leave}
      title={t`Take profit and stop loss: ${side} ${now.contract_code}`}
      closeLabel={t`Close`}
      dismissible={!isAwaited}
    >
      <div className={styles.body}>
        <KeyValues dense>
          {target.kind === "position" && (
            <KeyValue label={t`Entry price`}>{words.price(target.position.cost_open)}</KeyValue>
          )}
          {target.kind === "order" && (
            <KeyValue label={t`Order price`}>{words.price(target.order.price)}</KeyValue>
          )}
          <KeyValue label={t`Mark price`}>{facts?.mark ? words.mark(facts.mark) : "–"}</KeyValue>
          <KeyValue label={t`Liquidation`}>
            {liquidation === null ? t`None` : words.ticks(liquidation)}
          </KeyValue>
        </KeyValues>
        {market && given && (
          <>
            <TpslField kind="tp" text={tp} market={market} {...given} onText={setTp} />
            <TpslField kind="sl" text={sl} market={market} {...given} onText={setSl} />
          </>
        )}
        <Segmented
          label={t`Which price triggers`}
          value={by}
          options={[
            { value: "mark", label: t`By mark price` },
            { value: "last", label: t`By last price` },
          ]}
          onValue={setBy}
        />
        <p className={styles.note}>
          <Trans>
            The trigger is not the price you get: once it is reached, the position closes at the
            best prices of the book at that moment, which may lie beyond. The first of the two that
            is reached cancels the other.
          </Trans>
        </p>
        <PositionOutcome
          write={write}
          doing={t`Setting them`}
          done={() => <Trans>Take profit and stop loss are set as you see them here.</Trans>}
        />
        <div className={styles.actions}>
          {write.step === "done" ? (
            <Button look="primary" wide onClick={leave}>{t`Done`}</Button>
          ) : busy ? (
            <Button wide onClick={leave}>{t`Go on without waiting`}</Button>
          ) : (
            <Button look="primary" wide disabledReason={reason} onClick={send}>
              {isClearing && isChanged ? t`Remove both` : t`Set them`}
            </Button>
          )}
        </div>
      </div>
    </Sheet>
  );
}

/** What triggers must lie above or below: the price that triggers, or the limit at which the position is yet to come about. */
function comparedPrice(
  target: TpslTarget,
  by: "mark" | "last",
  facts: ContractFacts,
): Price | null {
  const limit = target.kind === "order" ? priceFrom(target.order.price) : null;
  return limit ?? (by === "last" ? lastPrice(facts) : facts.mark);
}

/** The last price as triggers by it are compared. */
function lastPrice({ last, market }: ContractFacts): Price | null {
  return last === null ? null : { value: last, scale: market.terms.price };
}
