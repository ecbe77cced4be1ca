import { atom } from "jotai";
import * as v from "valibot";
import { type Period, periods } from "#protocol/api/market.ts";
import { readStoredText } from "../../../storage/stored-text.ts";
import { readLocal, writeLocal } from "../../../storage/web-storage.ts";

/** How many charts a desk may show at once. */
export const chartCounts = [1, 2, 4] as const;
export type ChartCount = (typeof chartCounts)[number];

const slot = v.object({
  symbol: v.fallback(v.nullable(v.pipe(v.string(), v.regex(/^[a-z0-9]{2,24}$/))), null),
  period: v.fallback(v.picklist(periods), "60min"),
});

/** A chart beside the screen's own; `symbol` null where it follows the market of the screen. */
export interface ChartSlot {
  symbol: string | null;
  period: Period;
}

const stored = v.object({
  count: v.fallback(v.picklist(chartCounts), 1),
  slots: v.fallback(v.pipe(v.array(slot), v.maxLength(3)), []),
});

export interface ChartSlots {
  count: ChartCount;
  /** Of the charts beyond the first, always three. */
  slots: readonly ChartSlot[];
}

const usual: readonly ChartSlot[] = [
  { symbol: null, period: "60min" },
  { symbol: null, period: "4hour" },
  { symbol: null, period: "1day" },
];

/** Reads what was stored; whatever of it cannot be used is as it comes. */
export function parseSlots(text: string | null): ChartSlots {
  const read = v.safeParse(stored, readStoredText(text));
  const { count, slots } = read.success ? read.output : { count: 1 as const, slots: [] };
  return { count, slots: usual.map((one, at) => slots[at] ?? one) };
}

const changedAtom = atom<ChartSlots | undefined>(undefined);

/** The charts of this device's desk. */
export const chartSlotsAtom = atom(
  (get) => get(changedAtom) ?? parseSlots(readLocal("godwit:desk-charts")),
  (_get, set, next: ChartSlots) => {
    set(changedAtom, next);
    writeLocal("godwit:desk-charts", JSON.stringify(next));
  },
);
