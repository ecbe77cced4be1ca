import type { ReactNode } from "react";
import { Term } from "../text/term.tsx";
import styles from "./key-values.module.css";

/** Receipt rows: words at the left, values at the right. Holds `KeyValue`s. */
export function KeyValues({
  children,
  dense = false,
}: {
  children: ReactNode;
  dense?: boolean | undefined;
}) {
  return (
    <dl className={styles.rows} data-dense={dense || undefined}>
      {children}
    </dl>
  );
}

interface KeyValueProps {
  label: string;
  /** What the label means: makes it a term that can be tapped. */
  explanation?: ReactNode;
  /** The line that counts. */
  strong?: boolean | undefined;
  tone?: "up" | "down" | "warning" | "danger" | "quiet" | undefined;
  children: ReactNode;
}

export function KeyValue({ label, explanation, strong = false, tone, children }: KeyValueProps) {
  return (
    <div className={styles.row} data-strong={strong || undefined}>
      <dt>{explanation === undefined ? label : <Term term={label}>{explanation}</Term>}</dt>
      <dd data-tone={tone}>{children}</dd>
    </div>
  );
}

interface StatGridProps {
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
