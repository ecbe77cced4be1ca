import { useId, type ReactNode } from "react";
import styles from "./checkbox.module.css";

export interface CheckboxProps {
  /** May hold a link: pressing that does not tick. */
  children: ReactNode;
  checked: boolean;
  onChecked: (checked: boolean) => void;
  problem?: string | undefined;
  required?: boolean | undefined;
}

/** A tick that takes effect when its form is sent. */
export function Checkbox({ children, checked, onChecked, problem, required }: CheckboxProps) {
  const noteId = useId();
  return (
    <div>
      <label className={styles.row}>
        <input
          type="checkbox"
          className={styles.box}
          checked={checked}
          required={required}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem === undefined ? undefined : noteId}
          onChange={(event) => onChecked(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {problem !== undefined && (
        <p id={noteId} className={styles.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
