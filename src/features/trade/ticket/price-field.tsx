import { useLingui } from "@lingui/react/macro";
import { toInputText } from "../../../lib/parse-number.ts";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { InsetNumberField } from "../../../ui/fields/inset-number-field.tsx";
import { useNumberMessages } from "../../platform/forms/use-number-messages.ts";
import styles from "./ticket.module.css";

/** The wire carries no price with more. */
const mostDecimals = 8;

export interface PriceFieldProps {
  name: string;
  label: string;
  /** Of the market's prices; undefined until its rules are known: any price can be typed then, none stepped. */
  decimals: number | undefined;
  value: string;
  problem: string | undefined;
  /** Plain decimals with a word each, to be taken over by a tap; the first of them that is known is where stepping begins. */
  picks: readonly { label: string; price: string | undefined }[];
  /** The picks stand as buttons below the field. */
  showPicks?: boolean | undefined;
  onValue: (text: string) => void;
  onEditing: (editing: boolean) => void;
}

/** A price in the market's ticks: typed, stepped, or taken over from the book. */
export function PriceField({
  name,
  label,
  decimals,
  value,
  problem,
  picks,
  showPicks = false,
  onValue,
  onEditing,
}: PriceFieldProps) {
  const { t, i18n } = useLingui();
  const maxDecimals = decimals ?? mostDecimals;
  const refusals = useNumberMessages(maxDecimals);
  return (
    <>
      <InsetNumberField
        label={label}
        name={name}
        locale={i18n.locale}
        rules={{ maxDecimals }}
        refusals={refusals}
        tick={decimals === undefined ? null : tickOf(decimals)}
        stepFrom={picks.find(({ price }) => price !== undefined)?.price}
        lessLabel={t`${label}: one tick less`}
        moreLabel={t`${label}: one tick more`}
        value={value}
        problem={problem}
        onValue={onValue}
        onFocus={() => onEditing(true)}
        onBlur={() => onEditing(false)}
      />
      {showPicks && (
        <div className={styles.chips}>
          <ChipRow label={t`Take over a price`} even>
            {picks.map((pick) => (
              <Chip
                key={pick.label}
                disabled={pick.price === undefined}
                onClick={() =>
                  pick.price !== undefined && onValue(toInputText(pick.price, i18n.locale))
                }
              >
                {pick.label}
              </Chip>
            ))}
          </ChipRow>
        </div>
      )}
    </>
  );
}

function tickOf(decimals: number): string {
  return decimals === 0 ? "1" : `0.${"1".padStart(decimals, "0")}`;
}
