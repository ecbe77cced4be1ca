import { bollingerBands } from "./bollinger-bands.ts";
import type { Computation } from "./formulas.ts";
import { exponentialAverage } from "./exponential-average.ts";
import type { IndicatorName } from "./indicator-names.ts";
import { kdj } from "./kdj.ts";
import { macd } from "./macd.ts";
import { movingAverage } from "./moving-average.ts";
import { relativeStrength } from "./relative-strength.ts";

/** An indicator ready to be computed and drawn. */
export interface Study {
  name: IndicatorName;
  /** The name with its parameters, as traders write it: BOLL(20,2). */
  title: string;
  /** Drawn over the prices, or in a pane of its own below them. */
  place: "price" | "pane";
  /** One for each line of the computation. */
  lines: readonly { label: string; shape: "line" | "bars" }[];
  computation: Computation;
  /** Levels that count as high and low. */
  guides: readonly number[];
}

/** `parameters` follow `indicatorRules`; missing ones get their defaults. */
export function makeStudy(name: IndicatorName, parameters: readonly number[]): Study {
  const [first = 1, second = 1, third = 1] = parameters;
  const title = `${name}(${parameters.join(",")})`;
  const lines = (labels: readonly string[]) =>
    labels.map((label) => ({ label, shape: "line" as const }));
  switch (name) {
    case "MA":
      return {
        name,
        title,
        place: "price",
        lines: lines(parameters.map((length) => `MA${length}`)),
        computation: movingAverage(parameters),
        guides: [],
      };
    case "EMA":
      return {
        name,
        title,
        place: "price",
        lines: lines(parameters.map((length) => `EMA${length}`)),
        computation: exponentialAverage(parameters),
        guides: [],
      };
    case "BOLL":
      return {
        name,
        title,
        place: "price",
        lines: lines(["UP", "MB", "DN"]),
        computation: bollingerBands(first, second),
        guides: [],
      };
    case "MACD":
      return {
        name,
        title,
        place: "pane",
        lines: [...lines(["DIF", "DEA"]), { label: "MACD", shape: "bars" }],
        computation: macd(first, second, third),
        guides: [0],
      };
    case "RSI":
      return {
        name,
        title,
        place: "pane",
        lines: lines(parameters.map((length) => `RSI${length}`)),
        computation: relativeStrength(parameters),
        guides: [30, 70],
      };
    case "KDJ":
      return {
        name,
        title,
        place: "pane",
        lines: lines(["K", "D", "J"]),
        computation: kdj(first, second, third),
        guides: [20, 80],
      };
  }
}
