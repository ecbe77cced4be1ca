import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
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
}

/**
 * Markets, one row each. Only rows near the screen exist, whatever the number of symbols; each hears its
 * own symbol alone. Arrow keys move between rows; the row in focus stays while others come and go.
 */
export function TickerList({ symbols, onOpen, label }: TickerListProps) {
  const { t } = useLingui();
  const list = useRef<HTMLUListElement>(null);
  const focused = useRowFocus(list);
  const { first, end, rowHeight } = useVisibleRange(list, symbols.length);
  const rules = useQuery(symbolsQuery()).data;

  const drawn: number[] = [];
  for (let at = first; at < end; at++) drawn.push(at);
  const focusedAt = focused === null ? -1 : symbols.indexOf(focused);
  if (focusedAt >= 0 && focusedAt < first) drawn.unshift(focusedAt);
  if (focusedAt >= end) drawn.push(focusedAt);

  return (
    <ul ref={list} className={styles.list} aria-label={label ?? t`Markets`} style={{ height: symbols.length * rowHeight }}>
      {drawn.map((at) => {
        const symbol = symbols[at] ?? "";
        return (
          <li
            key={symbol}
            data-symbol={symbol}
            data-at={at}
            aria-setsize={symbols.length}
            aria-posinset={at + 1}
            style={{ height: rowHeight, transform: `translateY(${at * rowHeight}px)` }}
          >
            <TickerListRow symbol={symbol} decimals={rowOf(rules, symbol)?.["price-precision"]} onOpen={onOpen} />
          </li>
        );
      })}
    </ul>
  );
}
