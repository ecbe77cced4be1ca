import { useLingui } from "@lingui/react/macro";
import { Sheet } from "../../ui/sheet.tsx";
import { BookAndTrades } from "./book-and-trades.tsx";
import { symbolText } from "./symbol-text.ts";
import { useTicker } from "./use-ticker.ts";
import styles from "./book-and-trades.module.css";

export interface BookSheetProps {
  symbol: string;
  open: boolean;
  onClose: () => void;
  /** A level was tapped; the sheet makes way for where its price went. */
  onPickPrice?: ((price: string) => void) | undefined;
}

/** The whole book, the depth and the trades of a market, over the ticket they were opened from. */
export function BookSheet({ symbol, open, onClose, onPickPrice }: BookSheetProps) {
  const { t } = useLingui();
  const name = symbolText(symbol, useTicker(symbol));
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
