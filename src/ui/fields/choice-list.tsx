import { CheckIcon } from "../icons/status-icons.tsx";
import styles from "./choice-list.module.css";

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** What choosing it means, in a sentence. */
  text: string;
}

export interface ChoiceListProps<Value extends string> {
  /** The name of the choice, for screen readers. */
  label: string;
  value: Value;
  choices: readonly Choice<Value>[];
  /** Also for the one that is chosen already: pressing it is an answer, too. */
  onValue: (value: Value) => void;
}

/** A choice of a few things that need a sentence each. */
export function ChoiceList<Value extends string>({
  label,
  value,
  choices,
  onValue,
}: ChoiceListProps<Value>) {
  return (
    <ul className={styles.list} aria-label={label}>
      {choices.map((choice) => (
        <li key={choice.value}>
          <button
            type="button"
            className={styles.choice}
            aria-pressed={choice.value === value}
            onClick={() => onValue(choice.value)}
          >
            <span className={styles.words}>
              <span className={styles.label}>{choice.label}</span>
              <span className={styles.text}>{choice.text}</span>
            </span>
            {choice.value === value && <CheckIcon size={20} />}
          </button>
        </li>
      ))}
    </ul>
  );
}
