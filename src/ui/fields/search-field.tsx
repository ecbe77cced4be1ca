import type { ComponentProps } from "react";
import { CloseIcon, SearchIcon } from "../icons/action-icons.tsx";
import { IconButton } from "../actions/icon-button.tsx";
import styles from "./search-field.module.css";

export interface SearchFieldProps extends Omit<
  ComponentProps<"input">,
  "type" | "value" | "className" | "onChange"
> {
  /** Its name for screen readers; others see the icon. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  clearLabel: string;
}

/** A field that narrows a list while one types. */
export function SearchField({ label, value, onValue, clearLabel, ...input }: SearchFieldProps) {
  return (
    <search className={styles.box}>
      <SearchIcon size={20} />
      <input
        autoComplete="off"
        autoCorrect="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="search"
        placeholder={label}
        {...input}
        type="search"
        aria-label={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      {value !== "" && (
        <IconButton label={clearLabel} icon={<CloseIcon size={16} />} onClick={() => onValue("")} />
      )}
    </search>
  );
}
