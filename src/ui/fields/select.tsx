import { useId, type ComponentProps } from "react";
import { ChevronDownIcon } from "../icons/action-icons.tsx";
import { FieldFrame, type FieldLabels, controlProps } from "./field.tsx";
import styles from "./select.module.css";

export interface Option<Value extends string> {
  value: Value;
  label: string;
  disabled?: boolean | undefined;
}

export interface SelectProps<Value extends string>
  extends
    Omit<ComponentProps<"select">, "value" | "className" | "onChange" | "children">,
    FieldLabels {
  value: Value | "";
  options: readonly Option<Value>[];
  /** Shown, and not choosable, while nothing is chosen. */
  placeholder?: string | undefined;
  onValue: (value: Value) => void;
}

/** The system's own picker: the best one a phone has. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, aside, hint, problem, value, options, placeholder, onValue, id, ...select } =
    props;
  const ownId = useId();
  const controlId = id ?? ownId;

  function choose(chosen: string) {
    const option = options.find((candidate) => candidate.value === chosen);
    if (option) onValue(option.value);
  }

  return (
    <FieldFrame {...{ controlId, label, aside, hint, problem }}>
      <span className={styles.picker} data-empty={value === "" || undefined}>
        <select
          {...select}
          {...controlProps(controlId, { hint, problem })}
          value={value}
          onChange={(event) => choose(event.target.value)}
        >
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.mark}>
          <ChevronDownIcon size={20} />
        </span>
      </span>
    </FieldFrame>
  );
}
