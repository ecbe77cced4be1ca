import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { memo, useMemo, useRef, useState } from "react";
import { venueNow } from "../../../api/venue-clock.ts";
import { formatDateTime, formatPrice } from "../../../lib/format.ts";
import { overlayNames } from "../../../lib/indicators/indicator-names.ts";
import { readLocal } from "../../../storage/web-storage.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import type { CandleChart } from "../../../ui/chart/candle-chart.ts";
import type { Period } from "#protocol/api/market.ts";
import type { FillMark } from "../../../ui/chart/fill-marks.ts";
import type { PriceLine, TimeMark } from "../../../ui/chart/tagged-lines.ts";
import { CameraIcon, CloseIcon } from "../../../ui/icons/action-icons.tsx";
import { Icon, type IconProps } from "../../../ui/icons/icon.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { LatePart } from "../../../ui/states/late-part.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { platformAtom } from "../../platform/platform-atoms.ts";
import { useFreshnessState, usePriceDecimals, useSymbolName } from "../feed/use-ticker.ts";
import { CandleCanvas } from "./candle-canvas.tsx";
import type { CandleFeed } from "./candle-feed.ts";
import { CandleIndicators } from "./candle-indicators.tsx";
import { CandleReadout, CandleTable } from "./candle-readout.tsx";
import { candleSettingsAtom, periodAtom, shownStudies } from "./candle-settings.ts";
import { chartImageName, shareOrSave } from "./chart-image.ts";
import styles from "./market-chart.module.css";
import { PeriodChips, usePeriodMark } from "./period-chips.tsx";
import { lastCandleAt, useCandles } from "./use-candles.ts";
import { useCandleMessages } from "./use-candle-messages.ts";
import { plainPrice } from "../../../lib/plain-price.ts";
import { useFullScreen } from "./use-full-screen.ts";

export interface MarketChartProps {
  symbol: string;
  /** Levels to mark: own orders, a position's entry and liquidation price, TP and SL. Pass the same array while the lines are the same. */
  lines?: readonly PriceLine[] | undefined;
  /** Own trades to mark at their candles. Pass the same array while they are the same. */
  fills?: readonly FillMark[] | undefined;
  /** Times to mark, such as a coming delivery. Pass the same array while they are the same. */
  moments?: readonly TimeMark[] | undefined;
  /** Lower and without the table: for a screen whose main content is something else. */
  small?: boolean | undefined;
  /** A period of its own; without it the chart has the device's. */
  period?: Period | undefined;
  onPeriod?: ((period: Period) => void) | undefined;
  /** The user takes a price chosen on the chart; a plain decimal with the symbol's decimals. */
  onPickPrice?: ((price: string) => void) | undefined;
  /** The user tapped a line that has a name, or dragged one to a price, a plain decimal; no name where a tag stands for several. */
  onLine?: ((id: string | null, price: string | null) => void) | undefined;
}

const noLines: readonly PriceLine[] = [];
const noFills: readonly FillMark[] = [];
const noMoments: readonly TimeMark[] = [];
const summarisedCandles = 100;

/** The price chart of a market: candles, a table in their place, and a summary for screen readers. */
export const MarketChart = memo(function MarketChart({
  symbol,
  lines = noLines,
  fills = noFills,
  moments = noMoments,
  small = false,
  period: ownPeriod,
  onPeriod,
  onPickPrice,
  onLine,
}: MarketChartProps) {
  const { t, i18n } = useLingui();
  const [devicePeriod, setDevicePeriod] = useAtom(periodAtom);
  const [period, setPeriod] = [ownPeriod ?? devicePeriod, onPeriod ?? setDevicePeriod];
  const [settings, setSettings] = useAtom(candleSettingsAtom);
  const platform = useAtomValue(platformAtom);
  const [showsTable, setShowsTable] = useState(false);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const [drawingsOpen, setDrawingsOpen] = useState(false);
  const [drawingsMissing, setDrawingsMissing] = useState(false);
  const isDrawnOn = useMemo(() => readLocal(`godwit:drawings:${symbol}`) !== null, [symbol]);
  const [chart, setChart] = useState<CandleChart | null>(null);
  const [pointed, setPointed] = useState<{ feed: CandleFeed; timeSec: number } | null>(null);
  const [picked, setPicked] = useState<{ feed: CandleFeed; price: number } | null>(null);
  const [announcement, setAnnouncement] = useState("");
  const figure = useRef<HTMLElement>(null);
  const { full, enter, leave } = useFullScreen(figure);
  const { feed, ready, cachedAt, error, retry, retrying } = useCandles(symbol, period);
  const decimals = usePriceDecimals(symbol);
  const { state, reason } = useFreshnessState(symbol);
  const frozen = state === "frozen" && reason !== "awaited";
  const name = useSymbolName(symbol);
  const messages = useCandleMessages(name, period, decimals);
  const { periodName } = messages;
  const periodMark = usePeriodMark(period);

  const timeSec = !showsTable && pointed?.feed === feed ? pointed.timeSec : null;
  const candle = timeSec === null ? undefined : feed.candle(timeSec);
  const asOf = cachedAt ?? lastCandleAt(feed, symbol, period) ?? 0;
  const age = (frozen || cachedAt !== undefined) && ready && asOf > 0 && <AsOf at={asOf} />;
  const panes = shownStudies(settings).filter((study) => !overlayNames.includes(study.name)).length;

  function shareImage() {
    if (!chart) return;
    const at = venueNow();
    // The price in the image itself, which may be slightly older than the ticker's.
    const last = feed.candle(null);
    const [typeName, price] = [
      messages.typeName(settings.type),
      last ? formatPrice(last.close, decimals, i18n.locale) : "",
    ];
    const texts = {
      title: [name, periodMark, ...(price ? [price] : [])].join(" · "),
      subtitle: [formatDateTime(at, i18n.locale), typeName, platform?.base.name || "Godwit"].join(
        " · ",
      ),
      mark: platform?.base.paper === false ? undefined : t`Paper money`,
    };
    import("../../../ui/chart/chart-image.ts")
      .then(({ chartPicture }) => chartPicture(chart, texts))
      .then((blob) => shareOrSave(blob, chartImageName(symbol, period, at)))
      .then(
        (done) =>
          setAnnouncement(
            done === "saved" ? t`Picture saved` : done === "shared" ? t`Picture shared` : "",
          ),
        () => setAnnouncement(t`The picture could not be made`),
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
        <div className={styles.choices}>
          <PeriodChips period={period} onPeriod={setPeriod} />
          <span className={styles.divider} aria-hidden="true" />
          <CandleIndicators settings={settings} onSettings={setSettings} />
        </div>
        <LatePart
          load={() =>
            import("./drawings/chart-drawings.tsx").then((module) => module.ChartDrawings)
          }
          wanted={drawingsOpen || (isDrawnOn && !drawingsMissing)}
          onMissing={() => {
            setDrawingsOpen(false);
            setDrawingsMissing(true);
            setAnnouncement(t`The drawings could not be loaded. Try again with a connection.`);
          }}
          props={{
            symbol,
            chart: error || showsTable ? null : chart,
            decimals,
            stepSec: feed.stepSec,
            open: drawingsOpen,
            onOpen: setDrawingsOpen,
            onChartWanted: () => setShowsTable(false),
          }}
        />
        {full && chart && !showsTable && (
          <IconButton
            label={t`Picture of the chart`}
            icon={<CameraIcon size={20} />}
            onClick={shareImage}
          />
        )}
        <div className={styles.tools}>
          <IconButton
            label={t`Drawings`}
            icon={<DrawIcon size={20} />}
            onClick={() => setDrawingsOpen(true)}
          />
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
        {timeSec !== null && !error && (
          <CandleReadout
            feed={feed}
            timeSec={timeSec}
            decimals={decimals}
            onLeave={() => chart?.leave()}
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
      ) : showsTable ? (
        <CandleTable feed={feed} decimals={decimals} describe={messages.course} />
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
            fills={fills}
            marks={moments}
            pointed={timeSec}
            full={full}
            valueText={
              candle ? messages.candle(candle, chart?.figuresAt(candle.id) ?? []) : t`Newest candle`
            }
            onCrosshair={(at) => setPointed(at === null ? null : { feed, timeSec: at })}
            onPick={(price) => setPicked(price === null ? null : { feed, price })}
            onLine={
              onLine &&
              ((id, price) => {
                if (full) leave();
                onLine(id, price);
              })
            }
            onSummary={() => setAnnouncement(messages.course(feed.newest(summarisedCandles)))}
            onChart={setChart}
          />
          {age}
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
        </div>
      )}
      {showsTable && age}
      <LatePart
        load={() =>
          import("./candle-settings-sheet.tsx").then((module) => module.CandleSettingsSheet)
        }
        wanted={settingsOpen}
        onMissing={() => {
          setSettingsOpen(false);
          setAnnouncement(t`The settings could not be loaded. Try again with a connection.`);
        }}
        props={{
          open: settingsOpen,
          onClose: () => setSettingsOpen(false),
          settings,
          onSettings: setSettings,
          table: showsTable,
          onTable: small ? undefined : setShowsTable,
          onImage: chart && !showsTable ? shareImage : undefined,
          typeName: messages.typeName,
        }}
      />
      <VisuallyHidden>
        <span role="status">{announcement}</span>
      </VisuallyHidden>
    </figure>
  );
});

/** How old the candles are. A part of its own, so that the formatter of dates, which is slow to make, is made only where it is needed. */
function AsOf({ at }: { at: number }) {
  const { i18n } = useLingui();
  const asOfTime = formatDateTime(at, i18n.locale);
  return (
    <p className={styles.asOf}>
      <Trans>As of {asOfTime}</Trans>
    </p>
  );
}

interface ChartPriceProps {
  price: number;
  decimals: number;
  /** With the symbol's decimals. */
  onUse: (price: string) => void;
  onClose: () => void;
}

/** A button over the chart's lower edge that uses the chosen price in an order. */
function ChartPrice({ price, decimals, onUse, onClose }: ChartPriceProps) {
  const { t, i18n } = useLingui();
  const plain = plainPrice(price, decimals);
  const text = formatPrice(plain, decimals, i18n.locale);
  return (
    <div className={styles.pick}>
      <Button size="small" look="primary" onClick={() => onUse(plain)}>{t`Use ${text}`}</Button>
      <IconButton
        label={t`Leave this price`}
        icon={<CloseIcon size={16} />}
        tone="soft"
        onClick={onClose}
      />
    </div>
  );
}

function DrawIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="m7.6 16.4 8.8-8.8" />
      <circle cx="6" cy="18" r="2.25" />
      <circle cx="18" cy="6" r="2.25" />
    </Icon>
  );
}

function SlidersIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M4 7.5h9M18.5 7.5H20M4 16.5h1.5M11 16.5h9" />
      <circle cx="15.75" cy="7.5" r="2.5" />
      <circle cx="8.25" cy="16.5" r="2.5" />
    </Icon>
  );
}

function ExpandIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M14 4.75h5.25V10M19 5l-5.5 5.5M10 19.25H4.75V14M5 19l5.5-5.5" />
    </Icon>
  );
}

function ShrinkIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M19.25 10H14V4.75M14.25 9.75 19.5 4.5M4.75 14H10v5.25M9.75 14.25 4.5 19.5" />
    </Icon>
  );
}
