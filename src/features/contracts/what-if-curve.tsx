import { useLingui } from "@lingui/react/macro";
import { curveShape } from "./what-if-shape.ts";
import type { WhatIfCase } from "./what-if.ts";
import styles from "./position-sheets.module.css";

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
