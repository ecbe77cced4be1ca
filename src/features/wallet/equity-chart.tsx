import { useState } from "react";
import { Skeleton } from "../../ui/skeleton.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import type { EquityDay } from "./equity-course.ts";
import { equityShape } from "./equity-shape.ts";
import styles from "./equity-panel.module.css";

const [width, height] = [320, 96];

export interface EquityChartProps {
  /** Undefined before the first answer. */
  days: readonly EquityDay[] | undefined;
  label: string;
  /** The course in words, for ears. */
  summary: string;
  describe: (day: EquityDay, at: number) => string;
}

/** The course of profit and loss around zero. A finger, a mouse or the arrow keys go through its days. */
export function EquityChart({ days, label, summary, describe }: EquityChartProps) {
  const [chosen, setChosen] = useState<number | null>(null);
  const last = (days?.length ?? 0) - 1;
  const at = Math.min(chosen ?? last, last);
  const day = days?.[at];
  if (!days || !day)
    return (
      <div className={styles.chart}>
        {!days && (
          <div className={styles.drawing}>
            <Skeleton shape="fill" />
          </div>
        )}
      </div>
    );
  const { line, zeroY, points } = equityShape(days, width, height);
  const point = points[at];
  return (
    <div className={styles.chart}>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        className={styles.drawing}
        aria-hidden="true"
      >
        <line className={styles.zero} x1="0" x2={width} y1={zeroY} y2={zeroY} />
        <path
          className={styles.line}
          data-direction={Number(days.at(-1)?.course) < 0 ? "down" : "up"}
          d={line}
        />
        {point && (
          <line
            className={styles.cursor}
            x1={point.x}
            x2={point.x}
            y1="0"
            y2={height}
            data-chosen={chosen !== null || undefined}
          />
        )}
      </svg>
      <VisuallyHidden>{summary}</VisuallyHidden>
      {last > 0 && (
        <input
          type="range"
          className={styles.range}
          aria-label={label}
          aria-valuetext={describe(day, at)}
          min={0}
          max={last}
          value={at}
          onChange={(event) => setChosen(Number(event.target.value))}
          onBlur={() => setChosen(null)}
        />
      )}
      <p className={styles.reading}>{describe(day, at)}</p>
    </div>
  );
}
