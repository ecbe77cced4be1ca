import { useLingui } from "@lingui/react/macro";
import { ArrowDownIcon, ArrowUpIcon, RefreshIcon } from "../../../ui/icons/action-icons.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import type { MoreColumns } from "./more-columns.ts";
import { nextSort, type Sort, type SortKey } from "./market-order.ts";
import { askRefresh } from "./refresh-event.ts";
import styles from "./sort-bar.module.css";

export interface SortBarProps {
  /** The sort the user chose; null for the list's default order. */
  own: Sort | null;
  /** The list's default order. */
  usual: Sort;
  onSort: (sort: Sort | null) => void;
  /** Heads beside the usual ones. */
  more?: MoreColumns | undefined;
}

/**
 * The column heads of the list, a row of its table: a tap sorts by a column, a second reverses it, a third
 * restores the default order. A button at the end refreshes, for users who cannot pull.
 */
export function SortBar({ own, usual, onSort, more }: SortBarProps) {
  const { t } = useLingui();
  const shown = own ?? usual;
  const head = (key: SortKey, label: string) => (
    <SortHead
      label={label}
      descending={!more?.isSorting && shown.key === key ? shown.descending : undefined}
      onPress={() => {
        more?.onUsualSort();
        // The column that the list had before has it again, and is not turned round.
        onSort(more?.isSorting && shown.key === key ? own : nextSort(own, usual, key));
      }}
    />
  );
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
      {more?.heads}
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

export interface SortHeadProps {
  label: string;
  /** Its direction; undefined where the list is in another column's order. */
  descending: boolean | undefined;
  onPress: () => void;
  /** What the column holds, where its name does not say it to everybody. */
  hint?: string | undefined;
}

/** The head of a column, pressed to sort by it. */
export function SortHead({ label, descending, onPress, hint }: SortHeadProps) {
  const active = descending !== undefined;
  return (
    <span
      role="columnheader"
      aria-sort={active ? (descending ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className={styles.head}
        data-active={active}
        title={hint}
        onClick={onPress}
      >
        {label}
        {active && (descending ? <ArrowDownIcon size={16} /> : <ArrowUpIcon size={16} />)}
      </button>
    </span>
  );
}
