import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatRate } from "../../../lib/format.ts";
import { toInputText } from "../../../lib/parse-number.ts";
import { SwapIcon } from "../../../ui/icons/action-icons.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import type { ContractMarket } from "../figures/contract-figures.ts";
import { quoteDecimals, shareVolume, sizeIn } from "./opening-form.ts";
import type { SizeUnit } from "./opening-numbers.ts";
import type { OpeningText } from "./opening-input.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import ticket from "../../trade/ticket/ticket.module.css";
import styles from "./opening-ticket.module.css";

const shares = [25, 50, 75, 100] as const;
const nextUnit: Record<SizeUnit, SizeUnit> = {
  base: "quote",
  quote: "contracts",
  contracts: "base",
};

export interface SizeFieldProps {
  market: ContractMarket | undefined;
  base: string;
  quote: string;
  text: OpeningText;
  /** Whole contracts of what is typed; undefined where it says none. */
  volume: bigint | undefined;
  /** Ticks at which a worth is counted. */
  at: bigint | undefined;
  /** The most that either side can open. */
  most: bigint | undefined;
  problem: string | undefined;
  onChange: (change: Partial<OpeningText>) => void;
  onEditing: (editing: boolean) => void;
}

/** How much: in coins, as a worth or in contracts, typed or as a share of the most that can be opened. */
export function SizeField({
  market,
  base,
  quote,
  text,
  volume,
  at,
  most,
  problem,
  onChange,
  onEditing,
}: SizeFieldProps) {
  const { t, i18n } = useLingui();
  const words = useContractWords(market);
  const { unit } = text;
  const nameOf = (of: SizeUnit) => (of === "base" ? base : of === "quote" ? quote : t`contracts`);
  const maxDecimals =
    unit === "contracts" ? 0 : unit === "quote" ? quoteDecimals : (market?.terms.size.scale ?? 8);
  const refusals = useNumberMessages(maxDecimals);
  /** What was typed before the unit changed: as long as its translation stands, the way back leads to it. */
  const [typed, setTyped] = useState<{ unit: SizeUnit; text: string; shown: string } | null>(null);

  function write(contracts: bigint | undefined, as: SizeUnit): string {
    const plain =
      contracts === undefined || !market ? undefined : sizeIn(contracts, as, at, market.terms);
    return plain === undefined ? "" : toInputText(plain, i18n.locale);
  }

  function swap() {
    const next = nextUnit[unit];
    const untouched = typed !== null && typed.shown === text.size;
    const shown = untouched && typed.unit === next ? typed.text : write(volume, next);
    setTyped({
      unit: untouched ? typed.unit : unit,
      text: untouched ? typed.text : text.size,
      shown,
    });
    onChange({ unit: next, size: shown });
  }

  const [unitName, nextName] = [nameOf(unit), nameOf(nextUnit[unit])];
  const whole = volume === undefined ? undefined : words.contracts(Number(volume));
  return (
    <>
      <InsetNumberField
        label={t`Size`}
        name="size"
        locale={i18n.locale}
        rules={{ maxDecimals }}
        refusals={refusals}
        suffix={
          <button
            type="button"
            className={ticket.unit}
            aria-label={t`In ${unitName}. Give it in ${nextName} instead`}
            onClick={swap}
          >
            {unitName}
            <SwapIcon size={16} />
          </button>
        }
        value={text.size}
        problem={problem}
        onValue={(size) => onChange({ size })}
        onFocus={() => onEditing(true)}
        onBlur={() => onEditing(false)}
      />
      {market && unit !== "contracts" && whole !== undefined && problem === undefined && (
        <p className={styles.hint}>{`= ${whole}`}</p>
      )}
      <div className={`${ticket.chips} ${ticket.shares}`}>
        <ChipRow label={t`Share of what you can open`} even>
          {shares.map((percent) => (
            <Chip
              key={percent}
              disabled={most === undefined}
              onClick={() =>
                most !== undefined && onChange({ size: write(shareVolume(percent, most), unit) })
              }
            >
              {formatRate(percent, i18n.locale)}
            </Chip>
          ))}
        </ChipRow>
      </div>
    </>
  );
}
