import * as v from "valibot";
import {
  areParameters,
  indicatorNames,
  indicatorRules,
  type IndicatorName,
} from "../../lib/indicators/indicator-names.ts";

export const chartTypes = ["candles", "heikin-ashi", "line", "area"] as const;

export interface IndicatorSetting {
  shown: boolean;
  parameters: readonly number[];
}

/** How the reader wants charts drawn; kept on the device. */
export interface CandleSettings {
  type: (typeof chartTypes)[number];
  log: boolean;
  volume: boolean;
  indicators: Readonly<Record<IndicatorName, IndicatorSetting>>;
}

const indicatorSchema = v.object({ shown: v.boolean(), parameters: v.array(v.number()) });
const settingsSchema = v.object({
  type: v.picklist(chartTypes),
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

/** What a new reader sees: candles, volume and the moving averages. */
export const usualSettings: CandleSettings = {
  type: "candles",
  log: false,
  volume: true,
  indicators: indicatorsOf((name) => ({
    shown: name === "MA",
    parameters: indicatorRules[name].usual,
  })),
};

/** Reads what was kept; whatever of it cannot be used is as usual. */
export function parseSettings(text: string | null): CandleSettings {
  let kept: unknown;
  try {
    kept = JSON.parse(text ?? "null");
  } catch {
    return usualSettings;
  }
  const read = v.safeParse(settingsSchema, kept);
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

/** Whether an indicator has its usual parameters. */
export function isUsual(settings: CandleSettings, name: IndicatorName): boolean {
  const { usual } = indicatorRules[name];
  return settings.indicators[name].parameters.every((value, at) => value === usual[at]);
}

/** The indicators to draw, in their order. */
export function shownStudies(
  settings: CandleSettings,
): { name: IndicatorName; parameters: readonly number[] }[] {
  return indicatorNames
    .filter((name) => settings.indicators[name].shown)
    .map((name) => ({ name, parameters: settings.indicators[name].parameters }));
}
