import { type ComponentProps, type KeyboardEvent, type MouseEvent, useId } from "react";
import { Icon } from "../icons/icon.tsx";
import { FieldFrame, type FieldLabels, controlProps } from "./field.tsx";
import styles from "./pin-field.module.css";

interface KeypadProps {
  /** The name of the group, for screen readers. */
  label: string;
  deleteLabel: string;
  onDigit: (digit: string) => void;
  onDelete: () => void;
}

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"] as const;

/** Digits under the thumb. A press leaves the focus where it is, so that a field keeps it. */
function Keypad({ label, deleteLabel, onDigit, onDelete }: KeypadProps) {
  /** Digits typed count wherever the focus is on the pad. */
  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^\d$/.test(event.key)) onDigit(event.key);
    else if (event.key === "Backspace") onDelete();
  }

  return (
    <div className={styles.keypad} role="group" aria-label={label}>
      {digits.map((digit) => (
        <button
          key={digit}
          type="button"
          className={styles.key}
          data-digit={digit}
          onMouseDown={keepFocus}
          onClick={() => onDigit(digit)}
          onKeyDown={press}
        >
          {digit}
        </button>
      ))}
      <button
        type="button"
        className={styles.key}
        data-quiet=""
        aria-label={deleteLabel}
        onMouseDown={keepFocus}
        onClick={onDelete}
        onKeyDown={press}
      >
        <Icon>
          <path d="M9 6h10a1.5 1.5 0 0 1 1.5 1.5v9A1.5 1.5 0 0 1 19 18H9l-5.5-6z" />
          <path d="m11.5 9.75 4.5 4.5M16 9.75l-4.5 4.5" />
        </Icon>
      </button>
    </div>
  );
}

function keepFocus(event: MouseEvent) {
  event.preventDefault();
}

interface PinFieldProps extends FieldLabels, Pick<ComponentProps<"input">, "ref" | "name"> {
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
    const typed = digitsOf(text);
    if (typed !== undefined && typed.length <= max) onValue(typed);
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
