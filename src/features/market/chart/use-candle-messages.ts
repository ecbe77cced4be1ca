import { useLingui } from "@lingui/react/macro";
import type { Period } from "#protocol/api/market.ts";
import type { ColumnCandle } from "../../../lib/candle-columns.ts";
import { formatCompact, formatPercent, formatPrice } from "../../../lib/format.ts";
import type { CandleSettings } from "./candle-settings.ts";
import { summarise } from "./candle-summary.ts";
import { formatCandleTime, periodSec } from "./candle-time.ts";
import { usePeriodName } from "./period-chips.tsx";

/** Messages about candles, for screen readers and for the table. */
export function useCandleMessages(name: string, period: Period, decimals: number) {
  const { t, i18n } = useLingui();
  const periodName = usePeriodName(period);
  const price = (value: number) => formatPrice(value, decimals, i18n.locale);
  const time = (seconds: number) => formatCandleTime(seconds, periodSec[period], i18n.locale);

  function course(candles: readonly ColumnCandle[]): string {
    const facts = summarise(candles);
    if (!facts) return t`No candles yet.`;
    const { count } = facts;
    const [from, to, highAt, lowAt] = [
      time(facts.fromSec),
      time(facts.toSec),
      time(facts.highSec),
      time(facts.lowSec),
    ];
    const [first, last, high, low] = [
      price(facts.first),
      price(facts.last),
      price(facts.high),
      price(facts.low),
    ];
    const change = formatPercent(facts.changePercent, i18n.locale);
    return t`${name}, ${count} candles of ${periodName} each, from ${from} to ${to}: from ${first} to ${last}, ${change}. Highest ${high} at ${highAt}, lowest ${low} at ${lowAt}.`;
  }

  function candle(
    which: ColumnCandle,
    studies: readonly {
      title: string;
      figures: readonly { label: string; value: number }[];
    }[] = [],
  ): string {
    const [begins, volume] = [time(which.id), formatCompact(which.vol, i18n.locale)];
    const [open, high, low, close] = [
      price(which.open),
      price(which.high),
      price(which.low),
      price(which.close),
    ];
    const indicators = studies.flatMap(({ figures }) =>
      figures
        .filter(({ value }) => !Number.isNaN(value))
        .map(({ label, value }) => `${label} ${price(value)}`),
    );
    return [
      t`${begins}: open ${open}, high ${high}, low ${low}, close ${close}, volume ${volume}`,
      ...indicators,
    ].join(", ");
  }

  const typeNames: Record<CandleSettings["type"], string> = {
    candles: t`Candles`,
    "heikin-ashi": t`Heikin-Ashi`,
    line: t({ message: "Line", context: "chart" }),
    area: t({ message: "Area", context: "chart" }),
  };

  return {
    course,
    candle,
    periodName,
    typeName: (type: CandleSettings["type"]) => typeNames[type],
  };
}
