import { useLingui } from "@lingui/react/macro";
import { ArrowDownIcon, ArrowUpIcon } from "../../ui/action-icons.tsx";
import { nextSort, type Sort, type SortKey } from "./market-order.ts";
import styles from "./sort-bar.module.css";

/** The heads of the list's columns; a tap sorts by one, a second tap turns it round. */
export function SortBar({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const { t } = useLingui();
  const head = (key: SortKey, label: string) => {
    const active = sort.key === key;
    const direction = sort.descending ? t`highest first` : t`lowest first`;
    const said = key === "symbol" ? (sort.descending ? t`Z to A` : t`A to Z`) : direction;
    return (
      <button
        type="button"
        className={styles.head}
        aria-pressed={active}
        aria-label={active ? `${label}, ${said}` : label}
        onClick={() => onSort(nextSort(sort, key))}
      >
        {label}
        {active && (sort.descending ? <ArrowDownIcon size={16} /> : <ArrowUpIcon size={16} />)}
      </button>
    );
  };
  return (
    <div className={styles.bar} role="group" aria-label={t`Sort markets by`}>
      <span>
        {head("symbol", t`Name`)}
        {head("vol", t`Volume`)}
      </span>
      <span>
        {head("close", t`Price`)}
        {head("change", t`24 h change`)}
      </span>
    </div>
  );
}
