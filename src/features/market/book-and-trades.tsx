import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Tabs } from "../../ui/tabs.tsx";
import { BookDepthChart } from "./book-depth-chart.tsx";
import { BookLadder } from "./book-ladder.tsx";
import { TradeTape } from "./trade-tape.tsx";
import styles from "./book-and-trades.module.css";

export interface BookAndTradesProps {
  symbol: string;
  /** A level of the book was tapped: its price as a plain decimal. */
  onPickPrice?: ((price: string) => void) | undefined;
}

/** What others offer, as figures and as a picture, and what was just traded. */
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
