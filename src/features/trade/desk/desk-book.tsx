import { useLingui } from "@lingui/react/macro";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { rootPx } from "../../../lib/root-px.ts";
import { Tabs } from "../../../ui/actions/tabs.tsx";
import { OrderBook } from "../../market/book/order-book.tsx";
import { TradeTape } from "../../market/book/trade-tape.tsx";
import styles from "./desk.module.css";

/** From this width on, rem, book and trades stand beside each other. */
const bothRem = 26.25;
/** Of one level on both sides, rem, and of what stands around them. */
const levelRem = 3.5;
const aroundRem = 8.25;
const [leastLevels, mostLevels] = [4, 24];

/** The book with as many levels as fit, and the trades: beside each other or in tabs. */
export function DeskBook({
  symbol,
  onPickPrice,
}: {
  symbol: string;
  onPickPrice: (price: string) => void;
}) {
  const { t } = useLingui();
  const room = useRef<HTMLDivElement>(null);
  const { width, height } = useRoom(room);
  const [shown, setShown] = useState<"book" | "trades">("book");
  const isBoth = width >= bothRem;
  const levels = Math.floor((height - aroundRem) / levelRem);
  const book = (
    <OrderBook
      symbol={symbol}
      rows={Math.min(mostLevels, Math.max(leastLevels, levels))}
      onPickPrice={onPickPrice}
    />
  );
  return (
    <div ref={room} className={styles.room} data-both={isBoth || undefined}>
      {isBoth ? (
        <>
          {book}
          <div className={styles.trades}>
            <TradeTape symbol={symbol} />
          </div>
        </>
      ) : (
        <Tabs
          label={t`Order book and trades`}
          tabs={[
            { id: "book", label: t`Order book` },
            { id: "trades", label: t`Trades` },
          ]}
          selected={shown}
          onSelect={setShown}
        >
          {shown === "book" ? (
            book
          ) : (
            <div className={styles.trades}>
              <TradeTape symbol={symbol} />
            </div>
          )}
        </Tabs>
      )}
    </div>
  );
}

/** How large an element is, rem; it changes with the window and with the panes beside it. */
function useRoom(element: RefObject<HTMLElement | null>): { width: number; height: number } {
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => {
      if (!entry) return;
      const [width, height] = [
        entry.contentRect.width / rootPx(),
        entry.contentRect.height / rootPx(),
      ];
      setRoom((last) =>
        last.width === width && last.height === height ? last : { width, height },
      );
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return room;
}
