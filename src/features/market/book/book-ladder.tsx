import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { formatPrice, formatRate } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { AgeMark } from "../feed/age-mark.tsx";
import { BookLine, BookNote } from "./book-line.tsx";
import { bookMiddle, bookRows, groupsFor, groupStep, type BookRow } from "./book-rows.ts";
import { PressedPriceLabel } from "./pressed-price-label.tsx";
import { usePricePress } from "./use-price-press.ts";
import { symbolName } from "../feed/symbol-name.ts";
import { useBookAge, useDepth } from "./use-depth.ts";
import { usePriceDecimals, useSymbolRow, useTicker } from "../feed/use-ticker.ts";
import styles from "./order-book.module.css";

/** Numbers of levels per side to choose from: few enough to render all, so the browser's find in page works. */
const counts = [20, 50, 150] as const;

/** A smaller spread is shown as “<” this percentage. */
const minPercent = 0.0001;

export interface BookLadderProps {
  symbol: string;
  /** Levels are merged into groups of 10^`group` ticks. */
  group: number;
  onGroup: (group: number) => void;
  onPickPrice?: ((price: string) => void) | undefined;
}

/** The whole book: bids and asks side by side, the best on top, merged into price groups of the user's choice. */
export function BookLadder({ symbol, group, onGroup, onPickPrice }: BookLadderProps) {
  const { t, i18n } = useLingui();
  const { book, error, retry, retrying } = useDepth(symbol);
  const age = useBookAge(symbol);
  const ticker = useTicker(symbol);
  const decimals = usePriceDecimals(symbol);
  const amountDecimals = useSymbolRow(symbol)?.["amount-precision"] ?? 6;
  const [count, setCount] = useState<number>(counts[0]);
  const [shows, setShows] = useState<"size" | "sum">("size");
  const press = usePricePress(onPickPrice);
  const name = symbolName(symbol, ticker);
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

  const groups = groupsFor(ticker?.close, decimals);
  const chosen = groups.includes(group) ? group : 0;
  const sides = book && bookRows(book, count, decimals, chosen);
  const deepest = sides ? Math.max(sides.asks.length, sides.bids.length) : 0;
  const next = counts.find((each) => each > count);
  const side = (of: "ask" | "bid", rows: BookRow[] | undefined) => (
    <LadderSide
      {...{
        side: of,
        rows,
        decimals: Math.max(0, decimals - chosen),
        amountDecimals,
        base,
        quote,
        onPickPrice: onPickPrice && press.pickByClick,
        pressed: press.pressed?.price,
      }}
      length={book ? Math.max(1, deepest) : counts[0]}
      sum={shows === "sum"}
    />
  );

  return (
    <section
      className={styles.book}
      data-frozen={age.state === "frozen" || undefined}
      aria-label={t`Order book of ${name}`}
    >
      <div className={styles.choices}>
        <ChipRow label={t`Group prices by`}>
          {groups.map((each) => (
            <Chip key={each} selected={each === chosen} onClick={() => onGroup(each)}>
              {formatPrice(groupStep(each, decimals), Math.max(0, decimals - each), i18n.locale)}
            </Chip>
          ))}
        </ChipRow>
        <Segmented
          label={t`Show per level`}
          size="small"
          value={shows}
          options={[
            { value: "size", label: t`Size` },
            { value: "sum", label: t`Sum` },
          ]}
          onValue={setShows}
        />
      </div>
      <div className={styles.between}>
        <Between {...{ book, decimals }} />
        {book && <AgeMark fact={age} tight />}
      </div>
      <div className={styles.sides} {...press.props}>
        {side("bid", sides?.bids)}
        {side("ask", sides?.asks)}
        <PressedPriceLabel pressed={press.pressed} decimals={Math.max(0, decimals - chosen)} />
      </div>
      <BookNote symbol={symbol} />
      {next !== undefined && deepest >= count ? (
        <Button
          look="quiet"
          wide
          onClick={() => setCount(next)}
        >{t`Show up to ${next} levels`}</Button>
      ) : (
        deepest > counts[0] && (
          <Button
            look="quiet"
            wide
            onClick={() => setCount(counts[0])}
          >{t`Show ${counts[0]} levels`}</Button>
        )
      )}
    </section>
  );
}

function LadderSide(props: {
  side: "ask" | "bid";
  rows: BookRow[] | undefined;
  length: number;
  decimals: number;
  amountDecimals: number;
  sum: boolean;
  base: string;
  quote: string;
  onPickPrice: ((price: string) => void) | undefined;
  pressed: string | undefined;
}) {
  const { side, rows, length, decimals, amountDecimals, sum, base, quote, onPickPrice, pressed } =
    props;
  const { t } = useLingui();
  const price = (
    <th key="price" scope="col">
      {side === "bid" ? t`Bid (${quote})` : t`Ask (${quote})`}
    </th>
  );
  const size = (
    <th key="size" scope="col">
      {sum ? t`Sum (${base})` : t`Size (${base})`}
    </th>
  );
  return (
    <div className={styles.side}>
      <table aria-label={side === "bid" ? t`Bids` : t`Asks`}>
        <thead>
          <tr>{side === "bid" ? [size, price] : [price, size]}</tr>
        </thead>
        <tbody>
          {rows?.length === 0 ? (
            <tr>
              <td colSpan={2} className={styles.emptySide}>
                {side === "bid" ? t`Nobody buys now.` : t`Nobody sells now.`}
              </td>
            </tr>
          ) : (
            Array.from({ length: rows ? rows.length : length }, (_, at) => (
              <BookLine
                key={at}
                row={rows?.[at]}
                awaited={!rows}
                priceDecimals={decimals}
                mirrored={side === "bid"}
                barFrom={side === "bid" ? "right" : "left"}
                onPick={onPickPrice}
                {...{ side, amountDecimals, sum, pressed }}
              />
            ))
          )}
        </tbody>
      </table>
    </div>
  );
}

function Between({
  book,
  decimals,
}: {
  book: ReturnType<typeof useDepth>["book"];
  decimals: number;
}) {
  const { t, i18n } = useLingui();
  const middle = book && bookMiddle(book, decimals);
  if (!middle) return <span>{t`Spread –`}</span>;
  const spread = formatPrice(middle.spread, decimals, i18n.locale);
  const percent =
    middle.percent < minPercent
      ? `<${formatRate(minPercent, i18n.locale)}`
      : formatRate(middle.percent, i18n.locale);
  const mid = formatPrice(middle.mid, middle.midDecimals, i18n.locale);
  return (
    <>
      <span>{t`Middle ${mid}`}</span>
      <span>{t`Spread ${spread} (${percent})`}</span>
    </>
  );
}
