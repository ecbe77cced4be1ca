import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatPrice } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LatePart } from "../../ui/late-part.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { AgeMark } from "./age-mark.tsx";
import { BookLine } from "./book-line.tsx";
import { BookNote } from "./book-note.tsx";
import { bookMiddle, bookRows } from "./book-rows.ts";
import { symbolText } from "./symbol-text.ts";
import { useBookAge, useDepth } from "./use-depth.ts";
import { usePriceDecimals, useSymbolRow, useTicker } from "./use-ticker.ts";
import styles from "./order-book.module.css";

export interface OrderBookProps {
  symbol: string;
  /** Levels on each side. */
  rows?: number | undefined;
  /** A level was tapped: its price as a plain decimal with the symbol's decimals. */
  onPickPrice?: ((price: string) => void) | undefined;
}

/** The nearest of who would sell above and buy below, to stand beside a ticket; the whole book opens from it. */
export function OrderBook({ symbol, rows = 5, onPickPrice }: OrderBookProps) {
  const { t, i18n } = useLingui();
  const { book, error, retry, retrying } = useDepth(symbol);
  const age = useBookAge(symbol);
  const ticker = useTicker(symbol);
  const symbolRow = useSymbolRow(symbol);
  const decimals = usePriceDecimals(symbol);
  const [open, setOpen] = useState(false);
  const [missing, setMissing] = useState(false);
  const name = symbolText(symbol, ticker);
  const [base = "", quote = ""] = name.split("/");

  if (error) {
    return (
      <ErrorState
        compact
        title={t`The order book did not arrive`}
        retryLabel={t`Try again`}
        onRetry={retry}
        busy={retrying}
      >
        <Trans>Prices and the chart above are not affected.</Trans>
      </ErrorState>
    );
  }

  const sides = book && bookRows(book, rows, decimals);
  const middle = book && bookMiddle(book, decimals);
  const spreadText = middle ? formatPrice(middle.spread, decimals, i18n.locale) : "–";
  const places = Array.from({ length: rows }, (_, at) => at);
  const line = (side: "ask" | "bid", at: number) => (
    <BookLine
      key={at}
      side={side}
      row={side === "ask" ? sides?.asks[at] : sides?.bids[at]}
      awaited={!book}
      priceDecimals={decimals}
      amountDecimals={symbolRow?.["amount-precision"] ?? 6}
      barFrom="right"
      onPick={onPickPrice}
    />
  );

  return (
    <div className={styles.book} data-frozen={age.state === "frozen" || undefined}>
      <table aria-label={t`Order book of ${name}`}>
        <thead>
          <tr>
            <th scope="col">
              <Trans>Price ({quote})</Trans>
            </th>
            <th scope="col">
              <Trans>Size ({base})</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          <SideName>{t`Asks, the best last`}</SideName>
          {places.toReversed().map((at) => line("ask", at))}
        </tbody>
        <tbody>
          <tr>
            <td colSpan={2} className={styles.spread}>
              <span>
                {t`Spread ${spreadText}`}
                {book && <AgeMark fact={age} dotOnly />}
              </span>
            </td>
          </tr>
          <SideName>{t`Bids, the best first`}</SideName>
          {places.map((at) => line("bid", at))}
        </tbody>
      </table>
      <BookNote symbol={symbol} />
      <Button
        look="quiet"
        size="small"
        wide
        onClick={() => {
          setMissing(false);
          setOpen(true);
        }}
      >{t`Full book`}</Button>
      {missing && (
        <p
          className={styles.note}
          role="alert"
        >{t`It could not be loaded. Try again with a connection.`}</p>
      )}
      <LatePart
        load={() => import("./book-sheet.tsx").then((module) => module.BookSheet)}
        wanted={open}
        onMissing={() => {
          setOpen(false);
          setMissing(true);
        }}
        props={{ symbol, open, onClose: () => setOpen(false), onPickPrice }}
      />
    </div>
  );
}

/** For ears: eyes see the colour and the place. */
function SideName({ children }: { children: string }) {
  return (
    <tr className={styles.sideName}>
      <th scope="rowgroup" colSpan={2}>
        <VisuallyHidden>{children}</VisuallyHidden>
      </th>
    </tr>
  );
}
