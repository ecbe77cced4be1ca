import type { ReactNode } from "react";
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
}

/** The person's own as a table, where there is room for its columns. It is pushed sideways where there is not. */
export function OwnTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  row,
  total,
}: OwnTableProps<Row>) {
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
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
