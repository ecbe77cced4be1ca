import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import {
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { followLongPress } from "../../../lib/long-press.ts";
import { useAlertSheet } from "../alerts/use-alert-sheet.tsx";
import { symbolsQuery } from "../feed/market-queries.ts";
import { rowOf } from "../feed/use-ticker.ts";
import { rowHeightPx, usualRowPx, visibleRange } from "./visible-range.ts";
import { TickerListRow } from "./ticker-list-row.tsx";
import styles from "./ticker-list.module.css";

interface TickerListProps {
  /** In the order to show. */
  symbols: readonly string[];
  onOpen: (symbol: string) => void;
  /** The name of the list for screen readers. */
  label?: string | undefined;
  /** The column heads, as row 1 of the table. */
  head?: ReactNode;
  /** Cells of further columns in the row of a market. */
  cells?: ((symbol: string) => ReactNode) | undefined;
}

/**
 * A virtual list of markets: only rows near the screen exist, and each subscribes to its own symbol. Arrow keys
 * move between rows; the focused row and its neighbours stay in the page while they are out of sight.
 */
export function TickerList({ symbols, onOpen, label, head, cells }: TickerListProps) {
  const { t } = useLingui();
  const list = useRef<HTMLDivElement>(null);
  const focused = useRowFocus(list);
  const { first, end, rowHeight } = useVisibleRange(list, symbols.length);
  const rules = useQuery(symbolsQuery()).data;
  const headRows = head === undefined ? 0 : 1;
  const alerts = useAlertsByPress(list);

  const drawn: number[] = [];
  for (let at = first; at < end; at++) drawn.push(at);
  const focusedAt = focused === null ? -1 : symbols.indexOf(focused);
  // With its neighbours: a key that is held goes on faster than the page is drawn.
  if (focusedAt >= 0)
    for (const at of [focusedAt - 1, focusedAt, focusedAt + 1])
      if (at >= 0 && at < symbols.length && (at < first || at >= end)) drawn.push(at);
  drawn.sort((a, b) => a - b);

  return (
    <>
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
                  cells={cells}
                />
              </div>
            );
          })}
        </div>
      </div>
      {alerts}
    </>
  );
}

/** A press that lasts on a market opens its price alerts, as does a right click or the context-menu key. */
function useAlertsByPress(list: RefObject<HTMLElement | null>): ReactNode {
  const { openAlerts, alerts } = useAlertSheet();
  const show = useEffectEvent((target: Element) => {
    const symbol = target.closest<HTMLElement>("[data-symbol]")?.dataset["symbol"];
    if (symbol === undefined) return false;
    openAlerts({ symbol, market: "spot" });
    return true;
  });
  useEffect(() => (list.current ? followLongPress(list.current, show) : undefined), [list]);
  return alerts;
}

const overscan = 6;
/** Rows drawn before the list is measured, in the height for the default text size: so many a phone shows below a head. */
const firstRows = 9;
/** A narrower window belongs to a phone, whose lists are as wide as it. */
const phoneBelowPx = 600;

/**
 * The rows to draw, updated at most once a frame while the page or a scrolling ancestor moves. The first frame
 * has only rows that are seen, so that it is there sooner; the others follow in the next.
 */
function useVisibleRange(
  list: RefObject<HTMLElement | null>,
  count: number,
): { first: number; end: number; rowHeight: number } {
  const [range, setRange] = useState({ first: 0, end: firstRows, rowHeight: usualRowPx });
  const [beginsAsUsual] = useState(areFirstRowsUsual);
  const isFirst = useRef(true);

  useLayoutEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const element = list.current;
      if (!element) return;
      const rowHeight = rowHeightPx(element.clientWidth);
      const { top } = element.getBoundingClientRect();
      const { first, end } = visibleRange({
        count,
        rowHeight,
        top,
        viewportHeight: window.innerHeight,
        overscan,
      });
      setRange((last) =>
        last.first === first && last.end === end && last.rowHeight === rowHeight
          ? last
          : { first, end, rowHeight },
      );
    };
    const later = () => {
      frame ||= requestAnimationFrame(measure);
    };
    // To measure here lays the page out before its frame does: only where the first rows may have another height.
    if (isFirst.current && beginsAsUsual)
      // The frame after the next one, which draws the first rows.
      frame = requestAnimationFrame(() => (frame = requestAnimationFrame(measure)));
    else measure();
    isFirst.current = false;
    // In the capture phase, because scroll events of a sheet do not bubble.
    document.addEventListener("scroll", later, { capture: true, passive: true });
    window.addEventListener("resize", later);
    const observer = new ResizeObserver(later);
    observer.observe(document.body);
    return () => {
      cancelAnimationFrame(frame);
      document.removeEventListener("scroll", later, { capture: true });
      window.removeEventListener("resize", later);
      observer.disconnect();
    };
  }, [list, count, beginsAsUsual]);

  return { ...range, end: Math.min(count, range.end) };
}

/**
 * Whether rows have the usual height in this window. On a phone the browser lays the page out to say how wide a window
 * is, so it is asked while the page is as it was drawn.
 */
function areFirstRowsUsual(): boolean {
  return (
    typeof window !== "undefined" &&
    window.innerWidth < phoneBelowPx &&
    rowHeightPx(window.innerWidth) === usualRowPx
  );
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };

/**
 * Keyboard focus in a virtual list: arrow keys move from row to row (`[data-at]`). Returns the `data-symbol` of
 * the focused row, so that the row stays in the page while it is out of sight.
 */
function useRowFocus(list: RefObject<HTMLElement | null>): string | null {
  const [focused, setFocused] = useState<string | null>(null);

  useEffect(() => {
    const element = list.current;
    if (!element) return;
    const onFocus = (event: FocusEvent) =>
      setFocused(rowOfTarget(event.target)?.dataset["symbol"] ?? null);
    const onBlur = (event: FocusEvent) => {
      if (!(event.relatedTarget instanceof Node && element.contains(event.relatedTarget)))
        setFocused(null);
    };
    const onKey = (event: KeyboardEvent) => {
      const step = steps[event.key];
      const row = rowOfTarget(event.target);
      if (step === undefined || !row) return;
      const next = element.querySelector<HTMLElement>(
        `[data-at="${Number(row.dataset["at"]) + step}"] button`,
      );
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element.addEventListener("focusin", onFocus);
    element.addEventListener("focusout", onBlur);
    element.addEventListener("keydown", onKey);
    return () => {
      element.removeEventListener("focusin", onFocus);
      element.removeEventListener("focusout", onBlur);
      element.removeEventListener("keydown", onKey);
    };
  }, [list]);

  return focused;
}

function rowOfTarget(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>("[data-at]") : null;
}
