import { useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { BareCheckbox } from "../../../ui/fields/bare-checkbox.tsx";
import type { Selection } from "../own-orders/use-selection.ts";
import styles from "./own-table.module.css";

export interface OwnTableProps<Row extends { id: string }> {
  /** What the table holds, for screen readers. */
  label: string;
  /** The names of the columns; the first names the row, the last holds what can be done with it. */
  columns: readonly string[];
  rows: readonly Row[];
  row: (row: Row) => ReactNode;
  /** Sums below the rows. */
  total?: ReactNode;
  /** Rows can be chosen: each begins with a {@link ChoiceCell}. */
  selection?: Selection | undefined;
}

/** The person's own as a table, where there is room for its columns. It is pushed sideways where there is not. */
export function OwnTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  row,
  total,
  selection,
}: OwnTableProps<Row>) {
  const { t } = useLingui();
  const chosen = rows.filter(({ id }) => selection?.ids.has(id)).length;
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <td>
                <BareCheckbox
                  label={t`Choose all rows`}
                  checked={chosen > 0 && chosen === rows.length}
                  isMixed={chosen > 0 && chosen < rows.length}
                  onChecked={(all) => selection.onIds(new Set(all ? rows.map(({ id }) => id) : []))}
                />
              </td>
            )}
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{rows.map((one) => row(one))}</tbody>
        {total && <tfoot>{total}</tfoot>}
      </table>
    </div>
  );
}

export interface ChoiceCellProps {
  selection: Selection | undefined;
  /** The row's id. */
  id: string;
  /** What is chosen, for screen readers. */
  name: string;
}

/** The first cell of a row that can be chosen; nothing where none can. */
export function ChoiceCell({ selection, id, name }: ChoiceCellProps) {
  const { t } = useLingui();
  if (!selection) return null;
  return (
    <td>
      <BareCheckbox
        label={t`Choose: ${name}`}
        checked={selection.ids.has(id)}
        onChecked={(isChosen) => {
          const ids = new Set(selection.ids);
          if (isChosen) ids.add(id);
          else ids.delete(id);
          selection.onIds(ids);
        }}
      />
    </td>
  );
}
