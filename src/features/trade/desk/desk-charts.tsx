import { useLingui } from "@lingui/react/macro";
import { useAtom } from "jotai";
import { useState } from "react";
import type { Period, Scope } from "#protocol/api/market.ts";
import { formatPrice } from "../../../lib/format.ts";
import { useSteady } from "../../../lib/use-steady.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Segmented } from "../../../ui/fields/segmented.tsx";
import { Price } from "../../../ui/figures/price.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Icon, type IconProps } from "../../../ui/icons/icon.tsx";
import { ChevronDownIcon } from "../../../ui/icons/action-icons.tsx";
import { MarketChart, type MarketChartProps } from "../../market/chart/market-chart.tsx";
import {
  useFreshnessState,
  usePriceDecimals,
  useSymbolName,
  useTicker,
} from "../../market/feed/use-ticker.ts";
import { MarketSheet } from "../../market/header/market-sheet.tsx";
import { type ChartSlot, chartCounts, chartSlotsAtom } from "./chart-slots.ts";
import styles from "./desk.module.css";

/** Own lines and fills, and what is done with a price or a line. */
export type SharedChartProps = Pick<
  MarketChartProps,
  "lines" | "fills" | "moments" | "onPickPrice" | "onLine"
>;

interface DeskChartsProps {
  /** The market of the screen. */
  symbol: string;
  scope: Scope;
  /** For charts of that market. */
  chart: SharedChartProps | undefined;
}

/** Opens what the address shows in a window of its own, beside this one. */
function openWindow(): void {
  window.open(location.href, "_blank", "popup,width=1100,height=760");
}

/** How many charts stand beside each other, and a window of its own for the market. */
export function DeskTools() {
  const { t } = useLingui();
  const [{ count, slots }, setSlots] = useAtom(chartSlotsAtom);
  return (
    <div className={styles.tools}>
      <Segmented
        label={t`Number of charts`}
        size="small"
        value={String(count)}
        options={chartCounts.map((one) => ({ value: String(one), label: String(one) }))}
        onValue={(value) =>
          setSlots({ count: chartCounts.find((one) => String(one) === value) ?? 1, slots })
        }
      />
      <IconButton
        label={t`In a window of its own`}
        icon={<WindowIcon size={20} />}
        onClick={openWindow}
      />
    </div>
  );
}

/** The charts beyond the first: of the same market or of others, each with a period of its own. */
export function DeskCharts({ symbol, scope, chart }: DeskChartsProps) {
  const [{ count, slots }, setSlots] = useAtom(chartSlotsAtom);
  return (
    <div className={styles.more} data-charts={count}>
      {slots.slice(0, count - 1).map((slot, at) => (
        <Slot
          key={at}
          slot={slot}
          symbol={symbol}
          scope={scope}
          chart={chart}
          onSlot={(next) =>
            setSlots({ count, slots: slots.map((one, of) => (of === at ? next : one)) })
          }
        />
      ))}
    </div>
  );
}

interface SlotProps extends DeskChartsProps {
  slot: ChartSlot;
  onSlot: (slot: ChartSlot) => void;
}

function Slot({ slot, symbol, scope, chart, onSlot }: SlotProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState(false);
  const shown = slot.symbol ?? symbol;
  const name = useSymbolName(shown);
  const setPeriod = useSteady((period: Period) => onSlot({ ...slot, period }));
  return (
    <section className={styles.slot} aria-label={t`Chart of ${name}`}>
      <div className={styles.slotHead}>
        <button
          type="button"
          className={styles.slotName}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          {name}
          <ChevronDownIcon size={16} />
        </button>
        <SlotPrice symbol={shown} />
        {slot.symbol !== null && (
          <Button
            look="quiet"
            size="small"
            onClick={() => onSlot({ ...slot, symbol: null })}
          >{t`Follow the market`}</Button>
        )}
      </div>
      <MarketChart
        key={shown}
        symbol={shown}
        small
        {...(shown === symbol && chart)}
        period={slot.period}
        onPeriod={setPeriod}
      />
      <MarketSheet
        scope={scope}
        open={open}
        onClose={() => setOpen(false)}
        onPick={(picked) => {
          setOpen(false);
          onSlot({ ...slot, symbol: picked === symbol ? null : picked });
        }}
      />
    </section>
  );
}

/** Apart from its chart, which need not render with each price. */
function SlotPrice({ symbol }: { symbol: string }) {
  const { i18n } = useLingui();
  const ticker = useTicker(symbol);
  const decimals = usePriceDecimals(symbol);
  return (
    <Price
      text={ticker && formatPrice(ticker.close, decimals, i18n.locale)}
      value={ticker?.close}
      frozen={useFreshnessState(symbol).state === "frozen"}
    />
  );
}

function WindowIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10.5 5.5H6A1.5 1.5 0 0 0 4.5 7v11A1.5 1.5 0 0 0 6 19.5h11a1.5 1.5 0 0 0 1.5-1.5v-4.5M14 4.5h5.5V10M19.5 4.5l-8 8" />
    </Icon>
  );
}
