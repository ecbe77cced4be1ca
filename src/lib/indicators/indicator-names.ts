export const indicatorNames = ["MA", "EMA", "BOLL", "MACD", "RSI", "KDJ"] as const;
export type IndicatorName = (typeof indicatorNames)[number];

/** Indicators drawn over the prices; the others have a pane of their own. */
export const overlayNames: readonly IndicatorName[] = ["MA", "EMA", "BOLL"];

export interface ParameterRule {
  least: number;
  most: number;
  /** Digits after the point. */
  decimals: number;
}

const length: ParameterRule = { least: 1, most: 500, decimals: 0 };
const smoothing: ParameterRule = { least: 1, most: 100, decimals: 0 };

/** The range of each parameter, and the defaults: those of the HTX (MA) and Binance (the others) apps. */
export const indicatorRules: Record<
  IndicatorName,
  { usual: readonly number[]; rules: readonly ParameterRule[] }
> = {
  MA: { usual: [5, 10, 30], rules: [length, length, length] },
  EMA: { usual: [7, 25, 99], rules: [length, length, length] },
  BOLL: {
    usual: [20, 2],
    rules: [
      { ...length, least: 2 },
      { least: 0.1, most: 10, decimals: 1 },
    ],
  },
  MACD: { usual: [12, 26, 9], rules: [length, { ...length, least: 2 }, smoothing] },
  RSI: {
    usual: [6, 12, 24],
    rules: [
      { ...length, least: 2 },
      { ...length, least: 2 },
      { ...length, least: 2 },
    ],
  },
  KDJ: { usual: [9, 3, 3], rules: [{ ...length, least: 2 }, smoothing, smoothing] },
};

export type ParameterProblem = "missing" | "whole" | "range" | "order";

/** Why a parameter is invalid, or undefined. MACD's second average must be the longer one. */
export function parameterProblem(
  name: IndicatorName,
  values: readonly (number | undefined)[],
  at: number,
): ParameterProblem | undefined {
  const value = values[at];
  const rule = indicatorRules[name].rules[at];
  if (value === undefined || rule === undefined || !Number.isFinite(value)) return "missing";
  if (Number(value.toFixed(rule.decimals)) !== value) return "whole";
  if (value < rule.least || value > rule.most) return "range";
  return name === "MACD" && at === 1 && value <= (values[0] ?? 0) ? "order" : undefined;
}

/** Whether all parameters of an indicator are valid. */
export function areParameters(name: IndicatorName, values: readonly number[]): boolean {
  const { rules } = indicatorRules[name];
  return (
    values.length === rules.length &&
    rules.every((_, at) => parameterProblem(name, values, at) === undefined)
  );
}
