import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { ChevronDownIcon } from "../../ui/action-icons.tsx";
import { ChoiceList, type Choice } from "../../ui/choice-list.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import styles from "./choice-field.module.css";

export interface ChoiceFieldProps<Value extends string> {
  /** What is chosen: the title of the sheet. */
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  onValue: (value: Value) => void;
  /** A line of words instead of a box. */
  quiet?: boolean | undefined;
}

/** A button that says what is chosen, and opens a sheet with a sentence for each choice. */
export function ChoiceField<Value extends string>({
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
