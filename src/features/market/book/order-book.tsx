import { Trans, useLingui } from "@lingui/react/macro";
import { memo, useState } from "react";
import { formatPrice } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { LatePart } from "../../../ui/states/late-part.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { AgeMark } from "../feed/age-mark.tsx";
import { BookLine, BookNote } from "./book-line.tsx";
import { bookMiddle, bookRows } from "./book-rows.ts";
import { PressedPriceLabel } from "./pressed-price-label.tsx";
import { useBookAge, useDepth } from "./use-depth.ts";
import { usePricePress } from "./use-price-press.ts";
import { usePriceDecimals, useSymbolRow, useSymbolName } from "../feed/use-ticker.ts";
import styles from "./order-book.module.css";

export interface OrderBookProps {
  symbol: string;
  /** Levels on each side. */
  rows?: number | undefined;
  /** A level was tapped; `price` is a plain decimal with the symbol's decimals. */
  onPickPrice?: ((price: string) => void) | undefined;
}

/** The best levels of both sides, shown beside a ticket. A button opens the whole book. */
export const OrderBook = memo(function OrderBook({
  symbol,
  rows = 5,
  onPickPrice,
}: OrderBookProps) {
  const { t, i18n } = useLingui();
  const { book, error, retry, retrying } = useDepth(symbol);
  const age = useBookAge(symbol);
  const symbolRow = useSymbolRow(symbol);
  const decimals = usePriceDecimals(symbol);
  const [open, setOpen] = useState(false);
  const [failed, setFailed] = useState(false);
  const press = usePricePress(onPickPrice);
  const name = useSymbolName(symbol);
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
        <Trans>Orders can be placed once it is here.</Trans>
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
      onPick={onPickPrice && press.pickByClick}
      pressed={press.pressed?.price}
    />
  );

  return (
    <div className={styles.book} data-frozen={age.state === "frozen" || undefined}>
      <VisuallyHidden>
        <h2>{t`Order book`}</h2>
      </VisuallyHidden>
      <div className={styles.rows} {...press.props}>
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
        <PressedPriceLabel pressed={press.pressed} decimals={decimals} />
      </div>
      <BookNote symbol={symbol} />
      <Button
        look="quiet"
        size="small"
        wide
        onClick={() => {
          setFailed(false);
          setOpen(true);
        }}
      >{t`Full book`}</Button>
      {failed && (
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
          setFailed(true);
        }}
        props={{ symbol, open, onClose: () => setOpen(false), onPickPrice }}
      />
    </div>
  );
});

/** The name of a side for screen readers; the colour and the position show it to others. */
function SideName({ children }: { children: string }) {
  return (
    <tr className={styles.sideName}>
      <th scope="rowgroup" colSpan={2}>
        <VisuallyHidden>{children}</VisuallyHidden>
      </th>
    </tr>
  );
}
