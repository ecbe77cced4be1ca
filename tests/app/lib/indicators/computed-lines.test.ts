import fc from "fast-check";
import { expect, test } from "vitest";
import { CandleColumns, type ColumnCandle } from "../../../../src/lib/candle-columns.ts";
import { ComputedLines } from "../../../../src/lib/indicators/computed-lines.ts";
import type { Computation } from "../../../../src/lib/indicators/formulas.ts";
import { heikinAshi } from "../../../../src/lib/indicators/heikin-ashi.ts";
import {
  areParameters,
  indicatorNames,
  indicatorRules,
  parameterProblem,
} from "../../../../src/lib/indicators/indicator-names.ts";
import { makeStudy } from "../../../../src/lib/indicators/studies.ts";
import { compute } from "./computing.ts";

const candle = (id: number, close: number): ColumnCandle => ({
  id,
  open: close * 0.99,
  high: close * 1.02,
  low: close * 0.97,
  close,
  vol: 1,
});
const computations: [string, Computation][] = [
  ...indicatorNames.map((name): [string, Computation] => [
    name,
    makeStudy(name, indicatorRules[name].usual).computation,
  ]),
  ["Heikin-Ashi", heikinAshi],
];

const close = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
const change = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("tick" as const), close }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("append" as const), close }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("correct" as const),
      close,
      back: fc.nat({ max: 400 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("prepend" as const),
      close,
      count: fc.integer({ min: 1, max: 40 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("trim" as const),
      close,
      count: fc.integer({ min: 1, max: 40 }),
    }),
  },
);

test.each(computations)(
  "%s kept up step by step is exactly what it is when computed again",
  (_name, computation) => {
    fc.assert(
      fc.property(
        fc.array(close, { minLength: 1, maxLength: 600 }),
        fc.array(change, { maxLength: 25 }),
        (closes, changes) => {
          const columns = new CandleColumns();
          const computed = new ComputedLines(computation);
          const begun = columns.merge(closes.map((value, at) => candle(1e6 + at * 60, value)));
          computed.update(columns.data, begun.from);
          for (const what of changes) {
            const [first = 0, last = 0] = [columns.firstTime, columns.lastTime];
            const { from } =
              what.kind === "tick"
                ? columns.merge([candle(last, what.close)])
                : what.kind === "append"
                  ? columns.merge([candle(last + 60, what.close)])
                  : what.kind === "correct"
                    ? columns.merge([candle(Math.max(first, last - what.back * 60), what.close)])
                    : what.kind === "prepend"
                      ? columns.merge(
                          Array.from({ length: what.count }, (_, at) =>
                            candle(first - (what.count - at) * 60, what.close + at),
                          ),
                        )
                      : columns.keepNewest(Math.max(1, columns.length - what.count));
            computed.update(columns.data, from);
          }
          const fresh = compute(computation, columns.data).map((line) => Float32Array.from(line));
          expect(computed.lines.map((line) => line.slice(0, columns.length))).toEqual(fresh);
        },
      ),
      { numRuns: 60 },
    );
  },
);

test.each(computations)(
  "%s: a tick and a new candle cost one step each, among a thousand and among a hundred thousand",
  (_name, computation) => {
    const costs = [1000, 100_000].map((count) => {
      const columns = new CandleColumns();
      columns.merge(Array.from({ length: count }, (_, at) => candle(at * 60, 100 + Math.sin(at))));
      const computed = new ComputedLines(computation);
      const costOf = (...candles: ColumnCandle[]) => {
        const { from } = columns.merge(candles);
        return computed.update(columns.data, from);
      };
      const last = (count - 1) * 60;
      return [
        computed.update(columns.data, 0),
        costOf(candle(last, 7)),
        costOf(candle(last, 8), candle(last + 60, 9)),
        costOf(candle(last + 60, 9)),
      ];
    });
    expect(costs).toEqual([
      [1000, 1, 2, 0],
      [100_000, 1, 2, 0],
    ]);
  },
);

test("candles with two overlays and MACD take less than 100 bytes each", () => {
  const columns = new CandleColumns();
  const lines = (["MA", "BOLL", "MACD"] as const).map(
    (name) => new ComputedLines(makeStudy(name, indicatorRules[name].usual).computation),
  );
  for (let page = 0; page < 100; page++) {
    const { from } = columns.merge(
      Array.from({ length: 1000 }, (_, at) => candle((page * 1000 + at) * 60, 5)),
    );
    for (const line of lines) line.update(columns.data, from);
  }
  const bytes = columns.byteLength + lines.reduce((sum, line) => sum + line.byteLength, 0);
  expect(bytes / columns.length).toBeLessThan(100);
});

test("the usual parameters are within their own rules; what is not is named", () => {
  for (const name of indicatorNames)
    expect([name, areParameters(name, indicatorRules[name].usual)]).toEqual([name, true]);
  expect(parameterProblem("MA", [0, 10, 30], 0)).toBe("range");
  expect(parameterProblem("MA", [501, 10, 30], 0)).toBe("range");
  expect(parameterProblem("MA", [5.5, 10, 30], 0)).toBe("whole");
  expect(parameterProblem("BOLL", [20, 2.5], 1)).toBeUndefined();
  expect(parameterProblem("BOLL", [20, undefined], 1)).toBe("missing");
  expect(parameterProblem("MACD", [26, 12, 9], 1)).toBe("order");
  expect(areParameters("MA", [5, 10])).toBe(false);
});
