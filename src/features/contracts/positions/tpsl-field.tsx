import { Trans, useLingui } from "@lingui/react/macro";
import type { Exposure } from "#protocol/rules/contracts/contract-risk.ts";
import type { Price } from "#protocol/rules/contracts/contract-worth.ts";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import type { ContractMarket } from "../figures/contract-figures.ts";
import { roiDecimals, type TriggerKind, type TriggerUnit } from "../figures/tpsl-convert.ts";
import { typedTrigger, type TriggerText } from "./tpsl-form.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import styles from "../figures/contract-sheet.module.css";

export interface TpslFieldProps {
  kind: TriggerKind;
  text: TriggerText;
  exposure: Exposure;
  leverage: number;
  market: ContractMarket;
  /** The price that will be watched; null where there is none now. */
  watched: Price | null;
  /** Ticks; null where no price liquidates it. */
  liquidation: bigint | null;
  onText: (text: TriggerText) => void;
}

/** Take profit or stop loss by price, by percent of the margin or by money; says the price it triggers at and what that brings. */
export function TpslField({
  kind,
  text,
  exposure,
  leverage,
  market,
  watched,
  liquidation,
  onText,
}: TpslFieldProps) {
  const { t, i18n } = useLingui();
  const words = useContractWords(market);
  const trigger = typedTrigger(kind, text, i18n.locale, {
    exposure,
    leverage,
    terms: market.terms,
    watched,
    liquidation,
  });
  const maxDecimals =
    text.unit === "price" ? market.terms.price : text.unit === "percent" ? roiDecimals : 8;
  const refusals = useNumberMessages(maxDecimals);
  const label = kind === "tp" ? t`Take profit` : t`Stop loss`;
  const tick =
    text.unit !== "price"
      ? undefined
      : maxDecimals === 0
        ? "1"
        : `0.${"1".padStart(maxDecimals, "0")}`;
  const isLong = exposure.direction === "buy";
  const at = words.ticks(trigger.ticks);
  const [profit, roi] = trigger.outcome
    ? [words.signed(trigger.outcome.net), words.signedShare(trigger.outcome.roi)]
    : ["", ""];
  const first = words.ticks(liquidation);
  const problem =
    trigger.problem === "wrong-side"
      ? (kind === "tp") === isLong
        ? t`It must lie above the price now, or it would trigger at once.`
        : t`It must lie below the price now, or it would trigger at once.`
      : trigger.problem === "unreachable"
        ? t`No price does that.`
        : undefined;
  return (
    <div className={styles.group}>
      <div className={styles.heading}>
        <span>{label}</span>
        <Segmented
          label={t`${label}: given as`}
          size="small"
          value={text.unit}
          options={
            [
              { value: "price", label: t`Price` },
              { value: "percent", label: "%" },
              { value: "money", label: market.quote },
            ] satisfies { value: TriggerUnit; label: string }[]
          }
          onValue={(unit) => onText({ unit, value: "" })}
        />
      </div>
      <InsetNumberField
        label={
          text.unit === "price"
            ? t`Trigger price`
            : text.unit === "percent"
              ? kind === "tp"
                ? t`Gain, % of the margin`
                : t`Loss, % of the margin`
              : kind === "tp"
                ? t`Gain`
                : t`Loss`
        }
        name={`${kind}-${text.unit}`}
        locale={i18n.locale}
        rules={{ maxDecimals }}
        refusals={refusals}
        suffix={text.unit === "percent" ? "%" : market.quote}
        value={text.value}
        problem={problem}
        tick={tick}
        stepFrom={trigger.start}
        lessLabel={t`${label}: one tick less`}
        moreLabel={t`${label}: one tick more`}
        placeholder={t`none`}
        onValue={(value) => onText({ ...text, value })}
      />
      {trigger.outcome && problem === undefined && (
        <p className={styles.note}>
          <Trans>
            Triggers at {at}: ≈ {profit} ({roi}) after both fees, if it fills at that price.
          </Trans>
        </p>
      )}
      {trigger.problem === "liquidated-first" && (
        <p className={styles.problem}>
          <Trans>It would be liquidated first, at {first}.</Trans>
        </p>
      )}
    </div>
  );
}
