import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { currenciesAtom } from "../platform/platform-atoms.ts";
import { symbolsQuery } from "./queries.ts";
import { TickerListRow } from "./ticker-list-row.tsx";
import { rowOf } from "./use-ticker.ts";
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
  const [focused, setFocused] = useState<string | null>(null);
  const { first, end, rowHeight } = useVisibleRange(list, symbols.length);
  const rules = useQuery(symbolsQuery()).data;
  const currencies = useAtomValue(currenciesAtom);
  const icons = useMemo(() => new Map(currencies.map((currency) => [currency.symbol, currency.icon])), [currencies]);

  const drawn: number[] = [];
  for (let at = first; at < end; at++) drawn.push(at);
  const focusedAt = focused === null ? -1 : symbols.indexOf(focused);
  if (focusedAt >= 0 && focusedAt < first) drawn.unshift(focusedAt);
  if (focusedAt >= end) drawn.push(focusedAt);

  return (
    <ul
      ref={list}
      className={styles.list}
      aria-label={label ?? t`Markets`}
      style={{ height: symbols.length * rowHeight }}
      onFocus={(event) => setFocused(symbolOf(event.target))}
      onBlur={(event: FocusEvent<HTMLElement>) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      }}
      onKeyDown={moveFocus}
    >
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
            <TickerListRow symbol={symbol} decimals={rowOf(rules, symbol)?.["price-precision"]} icon={icons.get(symbol)} onOpen={onOpen} />
          </li>
        );
      })}
    </ul>
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

function moveFocus(event: KeyboardEvent<HTMLUListElement>): void {
  const step = steps[event.key];
  const row = event.target instanceof Element ? event.target.closest("li") : null;
  if (step === undefined || !row) return;
  const next = event.currentTarget.querySelector<HTMLElement>(`li[data-at="${Number(row.dataset["at"]) + step}"] button`);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function symbolOf(target: EventTarget): string | null {
  return target instanceof Element ? (target.closest("li")?.dataset["symbol"] ?? null) : null;
}
