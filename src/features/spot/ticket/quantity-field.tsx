import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatAmount as minorText, trimZeros } from "#protocol/wire/amount.ts";
import { formatAmount, formatRate } from "../../../lib/format.ts";
import { toInputText } from "../../../lib/parse-number.ts";
import { SwapIcon } from "../../../ui/icons/action-icons.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { bySpending, hasLimit, type TicketDraft, type TicketFacts } from "./ticket-facts.ts";
import { otherQuantity, shareText } from "./ticket-quantity.ts";
import type { TicketText } from "./ticket-input.ts";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import styles from "../../trade/ticket/ticket.module.css";

const shares = [25, 50, 75, 100] as const;

export interface QuantityFieldProps {
  facts: TicketFacts | undefined;
  base: string;
  quote: string;
  text: TicketText;
  draft: TicketDraft;
  problem: string | undefined;
  onChange: (change: Partial<TicketText>) => void;
  onEditing: (editing: boolean) => void;
}

/** How much: as a quantity or as a total, typed or as a share of what is available. */
export function QuantityField({
  facts,
  base,
  quote,
  text,
  draft,
  problem,
  onChange,
  onEditing,
}: QuantityFieldProps) {
  const { t, i18n } = useLingui();
  const market = facts?.market;
  const spending = bySpending(draft);
  const field = spending ? "value" : "amount";
  const maxDecimals = spending ? (market?.valueDecimals ?? 8) : (market?.scales.amount ?? 8);
  const refusals = useNumberMessages(maxDecimals);
  const [unit, otherUnit] = spending ? [quote, base] : [base, quote];
  const hasBoth = draft.side === "buy" || hasLimit(draft.type);
  /** What the last change of the unit made: as long as it stands, the way back leads to what was typed. */
  const [converted, setConverted] = useState<{ field: "value" | "amount"; text: string } | null>(
    null,
  );
  const label = spending ? (draft.side === "buy" ? t`Spend` : t`Total`) : t`Quantity`;
  const least =
    market && formatAmount(trimZeros(minorText(market.minValue, market.scales.quote)), i18n.locale);

  function swap() {
    const by = spending ? "amount" : "value";
    const untouched =
      converted !== null &&
      converted.field === field &&
      converted.text === text[field] &&
      text[by] !== "";
    const plain = untouched || !facts ? undefined : otherQuantity(draft, facts);
    const other = untouched ? text[by] : plain === undefined ? "" : toInputText(plain, i18n.locale);
    setConverted(other === "" ? null : { field: by, text: other });
    onChange({ by, [by]: other });
  }

  function share(percent: number) {
    const plain = facts && shareText(percent, draft, facts);
    if (plain !== undefined) onChange({ [field]: toInputText(plain, i18n.locale) });
  }

  return (
    <>
      <InsetNumberField
        label={label}
        name={field}
        locale={i18n.locale}
        rules={{ maxDecimals }}
        refusals={refusals}
        placeholder={spending && least !== undefined ? t`from ${least}` : undefined}
        suffix={
          hasBoth ? (
            <button
              type="button"
              className={styles.unit}
              aria-label={
                spending
                  ? t`In ${unit}. Give the quantity in ${otherUnit} instead`
                  : t`In ${unit}. Give the total in ${otherUnit} instead`
              }
              onClick={swap}
            >
              {unit}
              <SwapIcon size={16} />
            </button>
          ) : (
            unit
          )
        }
        value={text[field]}
        problem={problem}
        onValue={(typed) => onChange({ [field]: typed })}
        onFocus={() => onEditing(true)}
        onBlur={() => onEditing(false)}
      />
      <div className={`${styles.chips} ${styles.shares}`}>
        <ChipRow label={t`Share of what is available`} even>
          {shares.map((percent) => (
            <Chip key={percent} disabled={!facts?.available} onClick={() => share(percent)}>
              {formatRate(percent, i18n.locale)}
            </Chip>
          ))}
        </ChipRow>
      </div>
    </>
  );
}
