import { Trans, useLingui } from "@lingui/react/macro";
import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import {
  formatAmount,
  formatCompact,
  formatPrice,
  formatRate,
  formatSum,
} from "../../../lib/format.ts";
import { untilLoaded } from "../../../lib/until-done.ts";
import { Chip } from "../../../ui/fields/chip.tsx";
import type { DepthPlot } from "../../../ui/chart/depth-plot.ts";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { AgeMark } from "../feed/age-mark.tsx";
import { bookCurve, curvePoint, levelPoint, type CurvePoint } from "./book-curve.ts";
import { BookDepthTable } from "./book-depth-table.tsx";
import { BookNote } from "./book-line.tsx";
import { useBookAge, useDepth } from "./use-depth.ts";
import { usePriceDecimals, useSymbolName } from "../feed/use-ticker.ts";
import styles from "./book-depth-chart.module.css";

const stepByKey: Record<string, number> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  PageDown: -10,
  PageUp: 10,
};

const loadPlot = () => import("../../../ui/chart/depth-plot.ts");

/** The book as a depth chart: the size on offer up to each price, and what trading through it would cost. */
export function BookDepthChart({ symbol }: { symbol: string }) {
  const { t, i18n } = useLingui();
  const { book, error, retry, retrying } = useDepth(symbol);
  const age = useBookAge(symbol);
  const decimals = usePriceDecimals(symbol);
  const name = useSymbolName(symbol);
  const [base = "", quote = ""] = name.split("/");
  const host = useRef<HTMLDivElement>(null);
  const [plot, setPlot] = useState<DepthPlot | null>(null);
  const [failed, setFailed] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [at, setAt] = useState<number | null>(null);
  const [showsTable, setShowsTable] = useState(false);
  const [announcement, setAnnouncement] = useState("");

  const priceLabel = useEffectEvent((price: number) => formatPrice(price, decimals, i18n.locale));
  const sizeLabel = useEffectEvent((size: number) => formatCompact(size, i18n.locale));
  const shown = !showsTable && !error;

  /** With its place on screen, in which there is a message while its code is missing. */
  const again = useCallback(() => {
    setFailed(false);
    setAttempt((last) => last + 1);
  }, []);

  useEffect(() => {
    if (!shown) return;
    let created: DepthPlot | null = null;
    const leave = untilLoaded(
      loadPlot,
      ({ DepthPlot }) => {
        if (!host.current) return again();
        created = new DepthPlot(host.current, {
          formatPrice: (price) => priceLabel(price),
          formatSize: (size) => sizeLabel(size),
          onPoint: setAt,
        });
        setPlot(created);
      },
      () => setFailed(true),
    );
    return () => {
      leave();
      created?.destroy();
      setPlot(null);
      setAt(null);
    };
  }, [shown, attempt, again]);

  useEffect(() => {
    if (plot && book) plot.show(bookCurve(book));
  }, [plot, book, i18n.locale, decimals]);

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

  const count = book ? book.bids.length + book.asks.length : 0;
  const point = book && at !== null ? curvePoint(book, at, decimals) : undefined;

  function describe({ side, price, size, value, slippagePercent }: CurvePoint): string {
    const priceText = formatPrice(price, decimals, i18n.locale);
    const sizeText = formatAmount(size, i18n.locale);
    const valueText = formatSum(value, quote, i18n.locale);
    const slip = formatRate(slippagePercent, i18n.locale);
    return side === "ask"
      ? t`Buying up to ${priceText}: ${sizeText} ${base} for ${valueText} ${quote}, slippage ${slip}`
      : t`Selling down to ${priceText}: ${sizeText} ${base} for ${valueText} ${quote}, slippage ${slip}`;
  }

  function summary(): string {
    if (!book) return "";
    const [bid, ask] = [
      levelPoint(book, "bid", book.bids.length, decimals),
      levelPoint(book, "ask", book.asks.length, decimals),
    ];
    return [
      bid ? describe(bid) : t`Nobody buys now.`,
      ask ? describe(ask) : t`Nobody sells now.`,
    ].join(". ");
  }

  function press(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey || !plot || !book || count === 0) return;
    const step = stepByKey[event.key];
    if (step !== undefined)
      plot.point(
        Math.min(
          count - 1,
          Math.max(0, at === null ? book.bids.length - (step < 0 ? 1 : 0) : at + step),
        ),
      );
    else if (event.key === "Home") plot.point(0);
    else if (event.key === "End") plot.point(count - 1);
    else if (event.key === "Escape" && at !== null) plot.point(null);
    else if (event.key === "Enter" || event.key === " ") setAnnouncement(summary());
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  return (
    <figure className={styles.depth} data-frozen={age.state === "frozen" || undefined}>
      <figcaption className={styles.head}>
        <VisuallyHidden>
          <Trans>
            Depth of {name}. Arrow keys move from level to level, Enter reads a summary.
          </Trans>
        </VisuallyHidden>
        {book && <AgeMark fact={age} tight />}
        <Chip selected={showsTable} onClick={() => setShowsTable(!showsTable)}>{t`Table`}</Chip>
      </figcaption>
      {showsTable ? (
        book && <BookDepthTable {...{ book, decimals, name, base, quote }} />
      ) : failed ? (
        <ErrorState
          compact
          title={t`The chart could not be loaded`}
          retryLabel={t`Try again`}
          onRetry={again}
        />
      ) : (
        <div className={styles.stage}>
          <div
            ref={host}
            className={styles.plot}
            role="slider"
            aria-label={t`Depth of ${name}`}
            aria-roledescription={t`depth chart`}
            aria-orientation="horizontal"
            aria-valuemin={1}
            aria-valuemax={Math.max(1, count)}
            aria-valuenow={at === null ? Math.max(1, book?.bids.length ?? 1) : at + 1}
            aria-valuetext={point ? describe(point) : t`Middle of the book`}
            tabIndex={0}
            onKeyDown={press}
            onBlur={() => plot?.point(null)}
          />
          {(!plot || !book) && (
            <div className={styles.veil}>
              <Skeleton shape="fill" />
            </div>
          )}
          {book && count === 0 && <p className={styles.veil}>{t`Nobody buys or sells now.`}</p>}
        </div>
      )}
      {!showsTable && (
        <p className={styles.readout} aria-hidden="true">
          {point ? describe(point) : t`Touch the slopes to see what a size would cost.`}
        </p>
      )}
      <BookNote symbol={symbol} />
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </figure>
  );
}
