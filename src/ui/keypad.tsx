import type { KeyboardEvent, MouseEvent } from "react";
import { Icon } from "./icon.tsx";
import styles from "./keypad.module.css";

export interface KeypadProps {
  /** The name of the group, for ears. */
  label: string;
  deleteLabel: string;
  onDigit: (digit: string) => void;
  onDelete: () => void;
}

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "0"] as const;

/** Digits under the thumb. A press leaves the focus where it is, so that a field keeps it. */
export function Keypad({ label, deleteLabel, onDigit, onDelete }: KeypadProps) {
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
