import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import type { Scope } from "#protocol/api/market.ts";
import { rootPx } from "../../../lib/root-px.ts";
import { manyCharts, useMedia } from "../../../lib/use-media.ts";
import { useContractColumns } from "../../market/list/desk-columns.tsx";
import { MarketList } from "../../market/list/market-list.tsx";
import { chartSlotsAtom } from "./chart-slots.ts";
import { DeskCharts, DeskTools, type SharedChartProps } from "./desk-charts.tsx";
import { orderId } from "../order-id.ts";
import { DeskBook } from "./desk-book.tsx";
import { paneNames, panesAtom } from "./pane-sizes.ts";
import { Splitter } from "./splitter.tsx";
import styles from "./desk.module.css";

/** From this width on the list of contracts has further columns. */
const columnsFromRem = 27;

export interface DeskPanesProps {
  symbol: string;
  scope: Scope;
  onSymbol: (symbol: string) => void;
  /** A level of the book was tapped; `price` is a plain decimal. Without it there is no book. */
  onPickPrice?: ((price: string) => void) | undefined;
  /** What the screen's own chart shows and takes; further charts of its market have it, too. */
  chart?: SharedChartProps | undefined;
}

/**
 * What a screen of trading has beside chart and ticket where there is room for it: the list of markets, book and trades,
 * and the edges by which all parts are made larger, smaller or folded. Its code is loaded there alone.
 */
export function DeskPanes({ symbol, scope, onSymbol, onPickPrice, chart }: DeskPanesProps) {
  const { t } = useLingui();
  usePaneSizes();
  const { count } = useAtomValue(chartSlotsAtom);
  const hasMore = useMedia(manyCharts) && count > 1;
  const list = useRef<HTMLElement>(null);
  const columns = useContractColumns(useIsWide(list) && scope === "contract");
  const names = {
    list: t`Markets`,
    book: t`Order book and trades`,
    ticket: t`Order`,
    lower: t`Orders and positions`,
  };
  return (
    <>
      <section ref={list} id="desk-list" className={styles.list} aria-label={names.list}>
        <MarketList
          place="sheet"
          product={scope}
          more={columns}
          onOpen={(picked) => picked !== symbol && onSymbol(picked)}
        />
      </section>
      {onPickPrice && (
        <section id="desk-book" className={styles.book} aria-label={names.book}>
          <DeskBook symbol={symbol} onPickPrice={onPickPrice} />
        </section>
      )}
      <DeskTools />
      {hasMore && <DeskCharts symbol={symbol} scope={scope} chart={chart} />}
      {/* The form of a seconds contract is its own pane. */}
      {paneNames
        .filter((pane) => pane !== "book" || onPickPrice)
        .map((pane) => (
          <Splitter
            key={pane}
            pane={pane}
            name={names[pane]}
            id={pane === "ticket" && !onPickPrice ? orderId : `desk-${pane}`}
          />
        ))}
    </>
  );
}

/** Whether the list has room for further columns. */
function useIsWide(list: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    if (!list.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWide(entry.contentRect.width >= columnsFromRem * rootPx());
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, [list]);
  return isWide;
}

/** Gives the style sheet the sizes that a person has chosen, and which panes are folded. */
function usePaneSizes(): void {
  const panes = useAtomValue(panesAtom);
  useLayoutEffect(() => {
    const { style, dataset } = document.documentElement;
    for (const name of paneNames) {
      const { px } = panes[name];
      if (px === null) style.removeProperty(`--desk-${name}`);
      else style.setProperty(`--desk-${name}`, `${px}px`);
    }
    dataset["folded"] = paneNames.filter((name) => panes[name].isFolded).join(" ");
  }, [panes]);
}
