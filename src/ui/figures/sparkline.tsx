import { sparklinePath } from "./sparkline-path.ts";
import styles from "./sparkline.module.css";

export interface SparklineProps {
  values: readonly number[];
  direction?: "up" | "down" | undefined;
  width?: number | undefined;
  height?: number | undefined;
  /** In words, where the figures are not beside it; decoration without. */
  label?: string | undefined;
}

/** The shape of a short series in one path. */
export function Sparkline({ values, direction, width = 64, height = 28, label }: SparklineProps) {
  const named =
    label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label };
  return (
    <svg
      className={styles.sparkline}
      data-direction={direction}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      {...named}
    >
      <path d={sparklinePath(values, width, height)} />
    </svg>
  );
}
