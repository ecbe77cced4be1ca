import { CandleColumns, type ColumnCandle } from "../../../src/lib/candle-columns.ts";
import { ComputedLines } from "../../../src/lib/indicators/computed-lines.ts";
import { indicatorRules } from "../../../src/lib/indicators/indicator-names.ts";
import { makeStudy } from "../../../src/lib/indicators/studies.ts";

export const stepSec = 60;
const start = 1_700_000_000 - (1_700_000_000 % 3600);

/** A seeded walk; the same candles for each of the charts. */
export function candlesOf(count: number): ColumnCandle[] {
  let state = 42;
  const chance = () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648;
  let price = 50_000;
  return Array.from({ length: count }, (_, at) => {
    const open = price;
    const close = (price *= 1 + (chance() - 0.5) * 0.004);
    const reach = price * 0.002 * chance();
    return {
      id: start + at * stepSec,
      open,
      high: Math.max(open, close) + reach,
      low: Math.min(open, close) - reach,
      close,
      vol: 1e6 * (0.2 + chance()),
    };
  });
}

export const studyNames = ["MA", "BOLL", "MACD"] as const;

/** What the peers are given ready: they do not compute indicators. */
export function linesOf(candles: readonly ColumnCandle[]): {
  columns: CandleColumns;
  studies: ComputedLines[];
  from: number;
} {
  const columns = new CandleColumns();
  const { from } = columns.merge(candles);
  const studies = studyNames.map(
    (name) => new ComputedLines(makeStudy(name, indicatorRules[name].usual).computation),
  );
  for (const study of studies) study.update(columns.data, from);
  return { columns, studies, from };
}
