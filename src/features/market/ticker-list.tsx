import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import { symbolsQuery } from "./queries.ts";
import { TickerListRow } from "./ticker-list-row.tsx";
import { rowOf } from "./use-ticker.ts";
import { useRowFocus } from "./use-row-focus.ts";
import { useVisibleRange } from "./use-visible-range.ts";
import styles from "./ticker-list.module.css";

export interface TickerListProps {
  /** In the order to show. */
  symbols: readonly string[];
  onOpen: (symbol: string) => void;
  /** The name of the list, for ears. */
  label?: string | undefined;
  /** The heads of the columns, as row 1 of the table. */
  head?: ReactNode;
}

/**
 * Markets, one row each. Only rows near the screen exist, whatever the number of symbols; each hears its
 * own symbol alone. Arrow keys move between rows; the row in focus stays while others come and go.
 */
export function TickerList({ symbols, onOpen, label, head }: TickerListProps) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const focused = useRowFocus(list);
  const { first, end, rowHeight } = useVisibleRange(list, symbols.length);
  const rules = useQuery(symbolsQuery()).data;
  const headRows = head === undefined ? 0 : 1;

  const drawn: number[] = [];
  for (let at = first; at < end; at++) drawn.push(at);
  const focusedAt = focused === null ? -1 : symbols.indexOf(focused);
  if (focusedAt >= 0 && focusedAt < first) drawn.unshift(focusedAt);
  if (focusedAt >= end) drawn.push(focusedAt);

  return (
    <div
      role="table"
      aria-label={label ?? t`Markets`}
      aria-rowcount={symbols.length + headRows}
      data-markets
    >
      {head !== undefined && <div role="rowgroup">{head}</div>}
      <div
        ref={list}
        role="rowgroup"
        className={styles.list}
        style={{ height: symbols.length * rowHeight }}
      >
        {drawn.map((at) => {
          const symbol = symbols[at] ?? "";
          return (
            <div
              key={symbol}
              role="row"
              aria-rowindex={at + 1 + headRows}
              data-symbol={symbol}
              data-at={at}
              style={{ height: rowHeight, transform: `translateY(${at * rowHeight}px)` }}
            >
              <TickerListRow
                symbol={symbol}
                decimals={rowOf(rules, symbol)?.["price-precision"]}
                onOpen={onOpen}
              />
            </div>
          );
        })}
      </div>
    </div>
  );
}
