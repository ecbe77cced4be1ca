import styles from "./checkbox.module.css";

export interface BareCheckboxProps {
  /** For screen readers. */
  label: string;
  checked: boolean;
  /** Some of what it stands for are chosen. */
  isMixed?: boolean | undefined;
  onChecked: (checked: boolean) => void;
}

/** A tick without words beside it, as the rows of a table have. */
export function BareCheckbox({ label, checked, isMixed = false, onChecked }: BareCheckboxProps) {
  return (
    <input
      type="checkbox"
      className={styles.box}
      aria-label={label}
      checked={checked}
      ref={(box) => {
        if (box) box.indeterminate = isMixed;
      }}
      onChange={(event) => onChecked(event.target.checked)}
    />
  );
}
