import { useLingui } from "@lingui/react/macro";
import { Fragment, memo, type ReactNode, useRef } from "react";
import { BareCheckbox } from "../../../ui/fields/bare-checkbox.tsx";
import type { Selection } from "../own-orders/use-selection.ts";
import { useFocusedRow, useRowWindow } from "./use-row-window.ts";
import styles from "./own-table.module.css";

/** Where a row stands; only rows near the pane are in the page, if there are many. */
export interface RowPlace {
  "aria-rowindex": number;
  "data-row": string;
}

export interface OwnTableProps<Row extends { id: string }> {
  /** What the table holds, for screen readers. */
  label: string;
  /** The names of the columns; the first names the row, the last holds what can be done with it. */
  columns: readonly string[];
  rows: readonly Row[];
  /** A row's `tr`, which gets its place in the table. */
  row: (row: Row, place: RowPlace) => ReactNode;
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
  const body = useRef<HTMLTableSectionElement>(null);
  const { first, end, rowPx } = useRowWindow(body, rows.length);
  const focused = useFocusedRow(body);
  const drawn = rows
    .map((one, at) => ({ one, at }))
    .filter(({ one, at }) => (at >= first && at < end) || one.id === focused);
  const chosen = rows.filter(({ id }) => selection?.ids.has(id)).length;
  return (
    <div className={styles.frame}>
      <table className={styles.table} aria-label={label} aria-rowcount={rows.length + 1}>
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
        <tbody ref={body}>
          {drawn.map(({ one, at }, place) => {
            const absent = at - ((drawn[place - 1]?.at ?? -1) + 1);
            return (
              <Fragment key={one.id}>
                {absent > 0 && <Absent px={absent * rowPx} />}
                {row(one, { "aria-rowindex": at + 2, "data-row": one.id })}
              </Fragment>
            );
          })}
          {end < rows.length && <Absent px={(rows.length - 1 - (drawn.at(-1)?.at ?? 0)) * rowPx} />}
        </tbody>
        {total && <tfoot>{total}</tfoot>}
      </table>
    </div>
  );
}

/** The room of rows that are not drawn. */
function Absent({ px }: { px: number }) {
  return px > 0 && <tr aria-hidden="true" className={styles.absent} style={{ height: px }} />;
}

export interface ChoiceCellProps {
  selection: Selection | undefined;
  /** The row's id. */
  id: string;
  /** What is chosen, for screen readers. */
  name: string;
}

/** The first cell of a row that can be chosen; nothing where none can. */
export const ChoiceCell = memo(function ChoiceCell({ selection, id, name }: ChoiceCellProps) {
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
});
