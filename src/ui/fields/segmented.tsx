import { useId, type ReactNode } from "react";
import styles from "./segmented.module.css";

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
  /** For a choice of direction. */
  tone?: "up" | "down" | undefined;
  disabled?: boolean | undefined;
}

export interface SegmentedProps<Value extends string> {
  /** The name of the choice, for screen readers. */
  label: string;
  value: Value | undefined;
  options: readonly Segment<Value>[];
  onValue: (value: Value) => void;
  size?: "small" | "medium" | undefined;
}

/** A choice of two to five short words, all in sight: radio buttons in one track. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  onValue,
  size = "medium",
}: SegmentedProps<Value>) {
  const name = useId();
  return (
    <div className={styles.track} role="radiogroup" aria-label={label} data-size={size}>
      {options.map((option) => (
        <label key={option.value} className={styles.segment} data-tone={option.tone}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onValue(option.value)}
          />
          <span>{option.label}</span>
        </label>
      ))}
    </div>
  );
}
