import { Trans, useLingui } from "@lingui/react/macro";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import type { ContractMarket } from "../figures/contract-figures.ts";
import type { OpeningSummary } from "./opening-form.ts";
import type { OpeningText } from "./opening-input.ts";
import { roiDecimals, type TriggerKind, type TriggerUnit } from "../figures/tpsl-convert.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import styles from "./opening-ticket.module.css";

export interface TriggerFieldsProps {
  market: ContractMarket;
  text: OpeningText;
  /** Both sides of what is typed. */
  long: OpeningSummary;
  short: OpeningSummary;
  onChange: (change: Partial<OpeningText>) => void;
}

/** Take profit and stop loss of an order to open: by price, by percent of the margin or by money; each says the others. */
export function TriggerFields({ market, text, long, short, onChange }: TriggerFieldsProps) {
  const { t } = useLingui();
  return (
    <div className={styles.triggers}>
      <TriggerField kind="tp" label={t`Take profit`} {...{ market, text, long, short, onChange }} />
      <TriggerField kind="sl" label={t`Stop loss`} {...{ market, text, long, short, onChange }} />
      <Segmented
        label={t`Triggered by`}
        size="small"
        value={text.triggerBy}
        options={[
          { value: "mark", label: t`Mark price` },
          { value: "last", label: t`Last price` },
        ]}
        onValue={(triggerBy) => onChange({ triggerBy })}
      />
      <p className={styles.hint}>
        <Trans>
          Once it is reached, the position closes at the best prices of that moment: the trigger is
          not the price you get. Where you hold a position on that side, it is set for the whole.
        </Trans>
      </p>
    </div>
  );
}

function TriggerField({
  kind,
  label,
  market,
  text,
  long,
  short,
  onChange,
}: TriggerFieldsProps & { kind: TriggerKind; label: string }) {
  const { t, i18n } = useLingui();
  const words = useContractWords(market);
  const unit = kind === "tp" ? text.tpUnit : text.slUnit;
  const typed = kind === "tp" ? text.tp : text.sl;
  const maxDecimals = unit === "price" ? market.terms.price : unit === "percent" ? roiDecimals : 2;
  const refusals = useNumberMessages(maxDecimals);
  const says = ({ numbers, preview, problem }: OpeningSummary): string | undefined => {
    const at = numbers[kind];
    const outcome = preview?.[kind];
    if (
      typed === "" ||
      at === null ||
      at === undefined ||
      !outcome ||
      (problem?.kind === "trigger-side" && problem.trigger === kind)
    )
      return undefined;
    const net = `${words.signed(outcome.net)} (${words.signedShare(outcome.roi)})`;
    return `${unit === "price" ? "" : `${words.ticks(at)}: `}${t`${net} after both fees`}`;
  };
  const [forLong, forShort] = [says(long), says(short)];
  return (
    <>
      <div className={styles.trigger}>
        <InsetNumberField
          label={
            unit === "price"
              ? t`${label}, price`
              : unit === "percent"
                ? t`${label}, % of margin`
                : t`${label}, ${market.quote}`
          }
          name={kind}
          locale={i18n.locale}
          rules={{ maxDecimals }}
          refusals={refusals}
          value={typed}
          onValue={(value) => onChange(kind === "tp" ? { tp: value } : { sl: value })}
        />
        <select
          className={styles.unitSelect}
          aria-label={t`${label} as`}
          value={unit}
          // A figure in one unit says nothing in another.
          onChange={(event) => {
            const next = units.find((one) => one === event.target.value) ?? "price";
            onChange(kind === "tp" ? { tpUnit: next, tp: "" } : { slUnit: next, sl: "" });
          }}
        >
          <option value="price">{t`Price`}</option>
          <option value="percent">%</option>
          <option value="money">{market.quote}</option>
        </select>
      </div>
      {forLong !== undefined && (
        <p className={styles.hint}>
          <Trans>Long: {forLong}</Trans>
        </p>
      )}
      {forShort !== undefined && (
        <p className={styles.hint}>
          <Trans>Short: {forShort}</Trans>
        </p>
      )}
    </>
  );
}

const units: readonly TriggerUnit[] = ["price", "percent", "money"];
