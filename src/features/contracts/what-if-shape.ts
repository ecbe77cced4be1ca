import { equityCurve, moveRange, type WhatIfCase } from "./what-if.ts";

const width = 320;
const height = 96;

/** The curve of a what-if as an SVG path, the stretches of liquidation and the slider's place, in viewBox units. */
export function curveShape(
  given: WhatIfCase,
  fundings: number,
  move: number,
): {
  path: string;
  gone: { from: number; to: number }[];
  here: number;
  width: number;
  height: number;
} {
  const points = equityCurve(given, fundings);
  const top = points.reduce((most, { equity }) => (equity > most ? equity : most), 1n);
  const x = (at: number) => ((at - moveRange.least) / (moveRange.most - moveRange.least)) * width;
  // Shares of the highest point, in thousandths, so that no figure of money becomes a float.
  const y = (equity: bigint) => height - 2 - (Number((equity * 1000n) / top) / 1000) * (height - 6);
  const path = points
    .map(
      ({ move: at, equity }, index) =>
        `${index === 0 ? "M" : "L"}${x(at).toFixed(1)} ${y(equity).toFixed(1)}`,
    )
    .join("");
  const gone: { from: number; to: number }[] = [];
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (!next || !point.isLiquidated || !next.isLiquidated) continue;
    const last = gone.at(-1);
    if (last && last.to === x(point.move)) last.to = x(next.move);
    else gone.push({ from: x(point.move), to: x(next.move) });
  }
  return { path, gone, here: x(move), width, height };
}
