import { useLingui } from "@lingui/react/macro";
import { ArrowDownIcon, ArrowUpIcon, RefreshIcon } from "../../../ui/icons/action-icons.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { nextSort, type Sort, type SortKey } from "./market-order.ts";
import { askRefresh } from "./refresh-event.ts";
import styles from "./sort-bar.module.css";

export interface SortBarProps {
  /** The sort the user chose; null for the list's default order. */
  own: Sort | null;
  /** The list's default order. */
  usual: Sort;
  onSort: (sort: Sort | null) => void;
}

/**
 * The column heads of the list, a row of its table: a tap sorts by a column, a second reverses it, a third
 * restores the default order. A button at the end refreshes, for users who cannot pull.
 */
export function SortBar({ own, usual, onSort }: SortBarProps) {
  const { t } = useLingui();
  const shown = own ?? usual;
  const head = (key: SortKey, label: string) => {
    const active = shown.key === key;
    return (
      <span
        role="columnheader"
        aria-sort={active ? (shown.descending ? "descending" : "ascending") : "none"}
      >
        <button
          type="button"
          className={styles.head}
          data-active={active}
          onClick={() => onSort(nextSort(own, usual, key))}
        >
          {label}
          {active && (shown.descending ? <ArrowDownIcon size={16} /> : <ArrowUpIcon size={16} />)}
        </button>
      </span>
    );
  };
  return (
    <div className={styles.bar} role="row" aria-rowindex={1}>
      <span className={styles.group}>
        {head("symbol", t`Name`)}
        {head("vol", t`Volume`)}
      </span>
      <span className={styles.group}>
        {head("close", t`Price`)}
        {head("change", t`24 h change`)}
      </span>
      <span role="columnheader" className={styles.last}>
        <IconButton
          label={t`Refresh prices and order`}
          icon={<RefreshIcon size={16} />}
          onClick={askRefresh}
        />
      </span>
    </div>
  );
}
