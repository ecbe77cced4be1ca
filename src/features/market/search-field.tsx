import { useLingui } from "@lingui/react/macro";
import { CloseIcon, SearchIcon } from "../../ui/action-icons.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./search-field.module.css";

/** Looks for a market by symbol or name. */
export function SearchField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const { t } = useLingui();
  return (
    <div role="search" className={styles.search}>
      <SearchIcon size={20} />
      <input
        type="search"
        enterKeyHint="search"
        autoCapitalize="none"
        autoCorrect="off"
        autoComplete="off"
        spellCheck={false}
        aria-label={t`Search markets`}
        placeholder={t`BTC, Bitcoin…`}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
      {value !== "" && <IconButton label={t`Clear search`} icon={<CloseIcon size={16} />} onClick={() => onValue("")} />}
    </div>
  );
}
