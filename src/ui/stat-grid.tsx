import type { ReactNode } from "react";
import styles from "./stat-grid.module.css";

export interface StatGridProps {
  stats: readonly { label: string; value: ReactNode }[];
  columns?: 2 | 3 | undefined;
}

/** A few small figures under their names, such as the high, low and volume of a day. */
export function StatGrid({ stats, columns = 3 }: StatGridProps) {
  return (
    <dl className={styles.grid} data-columns={columns}>
      {stats.map((stat) => (
        <div key={stat.label}>
          <dt>{stat.label}</dt>
          <dd>{stat.value}</dd>
        </div>
      ))}
    </dl>
  );
}
