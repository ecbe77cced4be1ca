import { useId, type ComponentProps } from "react";
import { controlProps, FieldFrame, type FieldTexts } from "./field-frame.tsx";
import { Keypad } from "./keypad.tsx";
import styles from "./pin-field.module.css";

export interface PinFieldProps extends FieldTexts, Pick<ComponentProps<"input">, "ref" | "name"> {
  value: string;
  onValue: (digits: string) => void;
  /** Places shown from the start. */
  min: number;
  max: number;
  keypadLabel: string;
  deleteLabel: string;
}

/**
 * Secret digits: dots, and a keypad below. It is a real input all the same, so a keyboard, a paste and a
 * screen reader find what they expect; nothing says the digits aloud, and no password manager keeps them.
 */
export function PinField({
  label,
  hint,
  problem,
  aside,
  value,
  onValue,
  min,
  max,
  keypadLabel,
  deleteLabel,
  ref,
  name,
}: PinFieldProps) {
  const controlId = useId();
  const places = Math.max(min, value.length);

  function type(text: string) {
    const digits = digitsOf(text);
    if (digits !== undefined && digits.length <= max) onValue(digits);
  }

  return (
    <div className={styles.pin}>
      <FieldFrame {...{ controlId, label, hint, problem, aside }}>
        <span className={styles.places}>
          <input
            {...controlProps(controlId, { hint, problem })}
            ref={ref}
            className={styles.input}
            type="password"
            name={name}
            inputMode="numeric"
            autoComplete="off"
            data-keypad=""
            data-1p-ignore=""
            data-lpignore="true"
            data-bwignore=""
            value={value}
            onChange={(event) => type(event.target.value)}
          />
          <span className={styles.dots} aria-hidden="true">
            {Array.from({ length: places }, (_, place) => (
              <span key={place} data-filled={place < value.length || undefined} />
            ))}
          </span>
        </span>
      </FieldFrame>
      <Keypad
        label={keypadLabel}
        deleteLabel={deleteLabel}
        onDigit={(digit) => type(value + digit)}
        onDelete={() => onValue(value.slice(0, -1))}
      />
    </div>
  );
}

/** The digits of a typed or pasted text, grouped or not; undefined where it is something else. */
export function digitsOf(text: string): string | undefined {
  const plain = text.replace(/[\s-]/g, "");
  return /^\d*$/.test(plain) ? plain : undefined;
}
