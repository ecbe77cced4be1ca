import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { orderTypes, timesInForce, type OrderType, type TimeInForce } from "#protocol/api/spot.ts";
import { orderTypeTexts, timeInForceTexts, type ChoiceText } from "../orders/order-messages.ts";
import { tifOf } from "./ticket-facts.ts";
import { ChevronDownIcon } from "../../../ui/icons/action-icons.tsx";
import { ChoiceList, type Choice } from "../../../ui/fields/choice-list.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import styles from "./order-type-field.module.css";

/** The type of an order, each with a sentence. */
export function OrderTypeField({
  value,
  onValue,
}: {
  value: OrderType;
  onValue: (type: OrderType) => void;
}) {
  const { t } = useLingui();
  return (
    <ChoiceField
      label={t`Order type`}
      value={value}
      choices={useChoices(orderTypes, orderTypeTexts)}
      onValue={onValue}
    />
  );
}

/** How long a limit order stands. */
export function TimeInForceField({
  type,
  value,
  onValue,
}: {
  type: OrderType;
  value: TimeInForce;
  onValue: (tif: TimeInForce) => void;
}) {
  const { t } = useLingui();
  const choices = useChoices(timesInForce, timeInForceTexts);
  const offered =
    type === "stop-limit" ? choices.filter((choice) => choice.value !== "post_only") : choices;
  return (
    <ChoiceField
      label={t`Time in force`}
      value={tifOf({ type, tif: value })}
      choices={offered}
      onValue={onValue}
      quiet
    />
  );
}

function useChoices<Value extends string>(
  values: readonly Value[],
  texts: Record<Value, ChoiceText>,
) {
  const { i18n } = useLingui();
  return values.map((value) => ({
    value,
    label: i18n._(texts[value].label),
    text: i18n._(texts[value].text),
  }));
}

interface ChoiceFieldProps<Value extends string> {
  /** What is chosen: the title of the sheet. */
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onValue: (value: Value) => void;
  /** A line of words instead of a box. */
  quiet?: boolean | undefined;
}

/** A button that says what is chosen, and opens a sheet with a sentence for each choice. */
function ChoiceField<Value extends string>({
  label,
  value,
  choices,
  onValue,
  quiet = false,
}: ChoiceFieldProps<Value>) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const chosen = choices.find((choice) => choice.value === value)?.label ?? value;
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-quiet={quiet || undefined}
        aria-haspopup="dialog"
        aria-label={t`${label}: ${chosen}`}
        onClick={() => setOpen(true)}
      >
        <span className={styles.chosen}>{chosen}</span>
        <ChevronDownIcon size={16} />
      </button>
      <Sheet open={open} onClose={() => setOpen(false)} title={label} closeLabel={t`Close`}>
        <ChoiceList
          label={label}
          value={value}
          choices={choices}
          onValue={(next) => {
            setOpen(false);
            onValue(next);
          }}
        />
      </Sheet>
    </>
  );
}
