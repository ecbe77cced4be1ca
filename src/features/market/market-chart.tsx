import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { useRef, useState } from "react";
import { venueNow } from "../../api/venue-clock.ts";
import { formatDateTime, formatPrice } from "../../lib/format.ts";
import { overlayNames } from "../../lib/indicators/indicator-names.ts";
import { CameraIcon } from "../../ui/action-icons.tsx";
import type { CandleChart } from "../../ui/chart/candle-chart.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";
import type { TimeMark } from "../../ui/chart/time-marks.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LatePart } from "../../ui/late-part.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { platformAtom } from "../platform/platform-atoms.ts";
import { CandleCanvas } from "./candle-canvas.tsx";
import type { CandleFeed } from "./candle-feed.ts";
import { useFullScreen } from "./candle-full-screen.ts";
import { ExpandIcon, ShrinkIcon, SlidersIcon } from "./candle-icons.tsx";
import { CandleIndicators } from "./candle-indicators.tsx";
import { CandleReadout } from "./candle-readout.tsx";
import { candleSettingsAtom } from "./candle-settings-atom.ts";
import { shownStudies } from "./candle-settings.ts";
import { pictureName, shareOrSave } from "./candle-snapshot.ts";
import { CandleTable } from "./candle-table.tsx";
import { ChartPrice } from "./chart-price.tsx";
import { timeOf } from "./kept-chart.ts";
import { periodAtom } from "./period-atom.ts";
import { PeriodChips, usePeriodMark } from "./period-chips.tsx";
import { symbolText } from "./symbol-text.ts";
import { useCandleWords } from "./use-candle-words.ts";
import { useCandles } from "./use-candles.ts";
import { useFreshness, usePriceDecimals, useTicker } from "./use-ticker.ts";
import styles from "./market-chart.module.css";

export interface MarketChartProps {
  symbol: string;
  /** Levels to mark: own orders, a position's entry and liquidation, TP and SL. Keep the array itself the same while the lines are. */
  lines?: readonly PriceLine[] | undefined;
  /** Moments to mark, such as a delivery ahead; the same array while they are the same. */
  moments?: readonly TimeMark[] | undefined;
  /** Lower, and without the table: for a screen whose matter is another. */
  small?: boolean | undefined;
  /** A price that was chosen on the chart is to be used, a plain decimal with the symbol's decimals. */
  onPickPrice?: ((price: string) => void) | undefined;
}

const noLines: readonly PriceLine[] = [];
const noMoments: readonly TimeMark[] = [];
const summarisedCandles = 100;

/** The course of a market: candles to look at, a table to read, a summary to hear. */
export function MarketChart({
  symbol,
  lines = noLines,
  moments = noMoments,
  small = false,
  onPickPrice,
}: MarketChartProps) {
  const { t, i18n } = useLingui();
  const [period, setPeriod] = useAtom(periodAtom);
  const [settings, setSettings] = useAtom(candleSettingsAtom);
  const platform = useAtomValue(platformAtom);
  const [table, setTable] = useState(false);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [pointed, setPointed] = useState<{ feed: CandleFeed; timeSec: number } | null>(null);
  const [picked, setPicked] = useState<{ feed: CandleFeed; price: number } | null>(null);
  const [spoken, setSpoken] = useState("");
  const figure = useRef<HTMLElement>(null);
  const { full, enter, leave } = useFullScreen(figure);
  const { feed, ready, keptAt, error, retry, retrying } = useCandles(symbol, period);
  const decimals = usePriceDecimals(symbol);
  const ticker = useTicker(symbol);
  const frozen = useFreshness(symbol).state === "frozen";
  const name = symbolText(symbol, ticker);
  const words = useCandleWords(name, period, decimals);
  const { periodName } = words;
  const periodMark = usePeriodMark(period);

  const timeSec = !table && pointed?.feed === feed ? pointed.timeSec : null;
  const candle = timeSec === null ? undefined : feed.candle(timeSec);
  const asOf = keptAt ?? timeOf(feed, symbol, period) ?? 0;
  const asOfTime = formatDateTime(asOf, i18n.locale);
  const panes = shownStudies(settings).filter((study) => !overlayNames.includes(study.name)).length;

  function picture() {
    if (!chart) return;
    const at = venueNow();
    // The price that the picture itself shows, which may be a moment older than the ticker's.
    const last = feed.candle(null);
    const [typeName, price] = [
      words.typeName(settings.type),
      last ? formatPrice(last.close, decimals, i18n.locale) : "",
    ];
    const texts = {
      title: [name, periodMark, ...(price ? [price] : [])].join(" · "),
      subtitle: [formatDateTime(at, i18n.locale), typeName, platform?.base.name || "Godwit"].join(
        " · ",
      ),
      mark: platform?.base.paper === false ? undefined : t`Paper money`,
    };
    import("../../ui/chart/chart-picture.ts")
      .then(({ chartPicture }) => chartPicture(chart, texts))
      .then((blob) => shareOrSave(blob, pictureName(symbol, period, at)))
      .then(
        (done) =>
          setSpoken(
            done === "saved" ? t`Picture saved` : done === "shared" ? t`Picture shared` : "",
          ),
        () => setSpoken(t`The picture could not be made`),
      );
  }

  return (
    <figure
      ref={figure}
      className={styles.chart}
      data-small={small || undefined}
      data-full={full || undefined}
      data-panes={panes}
      aria-label={full ? t`Chart of ${name}` : undefined}
    >
      <figcaption>
        <VisuallyHidden>
          <Trans>
            Chart of {name}. Arrow keys move from candle to candle, plus and minus zoom, Enter reads
            a summary.
          </Trans>
        </VisuallyHidden>
      </figcaption>
      <div className={styles.bar}>
        {full && <strong className={styles.name}>{name}</strong>}
        <PeriodChips period={period} onPeriod={setPeriod} />
        {full && chart && !table && (
          <IconButton
            label={t`Picture of the chart`}
            icon={<CameraIcon size={20} />}
            onClick={picture}
          />
        )}
      </div>
      {error ? (
        <div className={styles.canvas}>
          <ErrorState
            compact
            title={t`The candles did not arrive`}
            retryLabel={t`Try again`}
            onRetry={retry}
            busy={retrying}
          >
            <Trans>The rest of this page is not affected.</Trans>
          </ErrorState>
        </div>
      ) : table ? (
        <CandleTable feed={feed} decimals={decimals} describe={words.course} />
      ) : (
        <div className={styles.stage}>
          <CandleCanvas
            feed={feed}
            period={period}
            settings={settings}
            ready={ready}
            label={t`${name}, candles of ${periodName}`}
            decimals={decimals}
            lines={lines}
            marks={moments}
            pointed={timeSec}
            full={full}
            valueText={
              candle ? words.candle(candle, chart?.figuresAt(candle.id) ?? []) : t`Newest candle`
            }
            onCrosshair={(at) => setPointed(at === null ? null : { feed, timeSec: at })}
            onPick={(price) => setPicked(price === null ? null : { feed, price })}
            onSummary={() => setSpoken(words.course(feed.newest(summarisedCandles)))}
            onChart={setChart}
          />
          {onPickPrice && picked?.feed === feed && (
            <ChartPrice
              price={picked.price}
              decimals={decimals}
              onUse={(price) => {
                setPicked(null);
                if (full) leave();
                onPickPrice(price);
              }}
              onClose={() => setPicked(null)}
            />
          )}
          {timeSec !== null && <CandleReadout feed={feed} timeSec={timeSec} decimals={decimals} />}
        </div>
      )}
      <div className={styles.foot}>
        <CandleIndicators settings={settings} onSettings={setSettings} />
        <IconButton
          label={t`Chart settings`}
          icon={<SlidersIcon size={20} />}
          onClick={() => setSettingsOpen(true)}
        />
        <IconButton
          label={full ? t`Leave full screen` : t`Full screen`}
          icon={full ? <ShrinkIcon size={20} /> : <ExpandIcon size={20} />}
          onClick={full ? leave : enter}
        />
      </div>
      {(frozen || keptAt !== undefined) && ready && asOf > 0 && (
        <p className={styles.asOf}>
          <Trans>As of {asOfTime}</Trans>
        </p>
      )}
      <LatePart
        load={() =>
          import("./candle-settings-sheet.tsx").then((module) => module.CandleSettingsSheet)
        }
        wanted={settingsOpen}
        onMissing={() => {
          setSettingsOpen(false);
          setSpoken(t`The settings could not be loaded. Try again with a connection.`);
        }}
        props={{
          open: settingsOpen,
          onClose: () => setSettingsOpen(false),
          settings,
          onSettings: setSettings,
          table,
          onTable: small ? undefined : setTable,
          onPicture: chart && !table ? picture : undefined,
          typeName: words.typeName,
        }}
      />
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </figure>
  );
}
