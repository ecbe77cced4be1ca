import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Tabs } from "../../../ui/actions/tabs.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { useSymbolName } from "../feed/use-ticker.ts";
import { BookDepthChart } from "./book-depth-chart.tsx";
import { BookLadder } from "./book-ladder.tsx";
import styles from "./book-sheet.module.css";
import { TradeTape } from "./trade-tape.tsx";

export interface BookSheetProps {
  symbol: string;
  open: boolean;
  onClose: () => void;
  /** A level was tapped; the sheet then closes, so that the ticket with its price is seen. */
  onPickPrice?: ((price: string) => void) | undefined;
}

/** A sheet with the whole book, the depth and the trades of a market, over the ticket that opened it. */
export function BookSheet({ symbol, open, onClose, onPickPrice }: BookSheetProps) {
  const { t } = useLingui();
  const name = useSymbolName(symbol);
  function pick(price: string) {
    onPickPrice?.(price);
    onClose();
  }
  return (
    <Sheet open={open} onClose={onClose} title={t`Order book of ${name}`} closeLabel={t`Close`}>
      <div className={styles.sheet}>
        <BookAndTrades symbol={symbol} onPickPrice={onPickPrice && pick} />
      </div>
    </Sheet>
  );
}

export interface BookAndTradesProps {
  symbol: string;
  /** A level of the book was tapped; `price` is a plain decimal. */
  onPickPrice?: ((price: string) => void) | undefined;
}

/** The order book as figures and as a depth chart, and the latest trades, in tabs. */
export function BookAndTrades({ symbol, onPickPrice }: BookAndTradesProps) {
  const { t } = useLingui();
  const [shown, setShown] = useState<"book" | "depth" | "trades">("book");
  const [group, setGroup] = useState(0);
  return (
    <div className={styles.views}>
      <Tabs
        label={t`Order book and trades`}
        tabs={[
          { id: "book", label: t`Order book` },
          { id: "depth", label: t`Depth` },
          { id: "trades", label: t`Trades` },
        ]}
        selected={shown}
        onSelect={setShown}
      >
        <div className={styles.view}>
          {shown === "book" && (
            <BookLadder
              symbol={symbol}
              group={group}
              onGroup={setGroup}
              onPickPrice={onPickPrice}
            />
          )}
          {shown === "depth" && <BookDepthChart symbol={symbol} />}
          {shown === "trades" && <TradeTape symbol={symbol} />}
        </div>
      </Tabs>
    </div>
  );
}
