import { useLingui } from "@lingui/react/macro";
import { type WhatIfCase, equityCurve, moveRange } from "./what-if.ts";
import styles from "../figures/contract-sheet.module.css";

/** What would be left of a position along the slider; the part where it is liquidated is marked. */
export function WhatIfCurve({
  given,
  fundings,
  move,
}: {
  given: WhatIfCase;
  fundings: number;
  move: number;
}) {
  const { t } = useLingui();
  const { path, gone, here, width, height } = curveShape(given, fundings, move);
  return (
    <svg
      className={styles.chart}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={t`Equity from a fall by half to a rise by half; the figures stand below`}
    >
      {gone.map(({ from, to }) => (
        <rect key={from} className={styles.gone} x={from} y={0} width={to - from} height={height} />
      ))}
      <line className={styles.axis} x1={0} x2={width} y1={height - 1} y2={height - 1} />
      <line className={styles.axis} x1={width / 2} x2={width / 2} y1={0} y2={height} />
      <path className={styles.curve} d={path} />
      <line className={styles.here} x1={here} x2={here} y1={0} y2={height} />
    </svg>
  );
}

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
