import { atom } from "jotai";
import * as v from "valibot";
import { type Period, periods } from "#protocol/api/market.ts";
import {
  type IndicatorName,
  areParameters,
  indicatorNames,
  indicatorRules,
} from "../../../lib/indicators/indicator-names.ts";
import { writeLocal, readLocal } from "../../../storage/web-storage.ts";

export const chartTypes = ["candles", "heikin-ashi", "line", "area"] as const;

interface IndicatorSetting {
  shown: boolean;
  parameters: readonly number[];
}

/** How the user wants charts drawn; stored on the device. */
export interface CandleSettings {
  type: (typeof chartTypes)[number];
  /** Rising candles as outlines, so that colour is not the only difference. */
  hollow: boolean;
  log: boolean;
  volume: boolean;
  indicators: Readonly<Record<IndicatorName, IndicatorSetting>>;
}

const indicatorSchema = v.object({ shown: v.boolean(), parameters: v.array(v.number()) });
const settingsSchema = v.object({
  type: v.picklist(chartTypes),
  hollow: v.optional(v.boolean(), true),
  log: v.boolean(),
  volume: v.boolean(),
  indicators: v.record(v.string(), v.unknown()),
});

function indicatorsOf(
  choose: (name: IndicatorName) => IndicatorSetting,
): CandleSettings["indicators"] {
  const chosen = Object.fromEntries(indicatorNames.map((name) => [name, choose(name)]));
  return chosen as Record<IndicatorName, IndicatorSetting>;
}

/** The default settings: hollow candles, volume and the moving averages. */
export const usualSettings: CandleSettings = {
  type: "candles",
  hollow: true,
  log: false,
  volume: true,
  indicators: indicatorsOf((name) => ({
    shown: name === "MA",
    parameters: indicatorRules[name].usual,
  })),
};

/** Reads stored settings; invalid parts get their defaults. */
export function parseSettings(text: string | null): CandleSettings {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "null");
  } catch {
    return usualSettings;
  }
  const read = v.safeParse(settingsSchema, stored);
  if (!read.success) return usualSettings;
  const { indicators, ...rest } = read.output;
  return {
    ...rest,
    indicators: indicatorsOf((name) => {
      const setting = v.safeParse(indicatorSchema, indicators[name]);
      if (!setting.success) return usualSettings.indicators[name];
      const { shown, parameters } = setting.output;
      return {
        shown,
        parameters: areParameters(name, parameters) ? parameters : indicatorRules[name].usual,
      };
    }),
  };
}

/** The settings with one indicator changed. */
export function withIndicator(
  settings: CandleSettings,
  name: IndicatorName,
  change: Partial<IndicatorSetting>,
): CandleSettings {
  return {
    ...settings,
    indicators: { ...settings.indicators, [name]: { ...settings.indicators[name], ...change } },
  };
}

/** Whether an indicator has its default parameters. */
export function isUsual(settings: CandleSettings, name: IndicatorName): boolean {
  const { usual } = indicatorRules[name];
  return settings.indicators[name].parameters.every((value, at) => value === usual[at]);
}

/** The indicators to draw, in order. */
export function shownStudies(
  settings: CandleSettings,
): { name: IndicatorName; parameters: readonly number[] }[] {
  return indicatorNames
    .filter((name) => settings.indicators[name].shown)
    .map((name) => ({ name, parameters: settings.indicators[name].parameters }));
}

const settingsKey = "godwit:chart";

const chosenSettingsAtom = atom<CandleSettings>(parseSettings(readLocal(settingsKey)));

/** How charts are drawn on this device. */
export const candleSettingsAtom = atom(
  (get) => get(chosenSettingsAtom),
  (_get, set, settings: CandleSettings) => {
    set(chosenSettingsAtom, settings);
    writeLocal(settingsKey, JSON.stringify(settings));
  },
);

const periodKey = "godwit:period";
const fallback: Period = "15min";

const chosenPeriodAtom = atom<Period>(readPeriod());

/** The chart's period, as last chosen on this device. */
export const periodAtom = atom(
  (get) => get(chosenPeriodAtom),
  (_get, set, period: Period) => {
    set(chosenPeriodAtom, period);
    writeLocal(periodKey, period);
  },
);

function readPeriod(): Period {
  const stored = readLocal(periodKey);
  return periods.find((period) => period === stored) ?? fallback;
}
