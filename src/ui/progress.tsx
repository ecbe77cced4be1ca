import styles from "./progress.module.css";

export interface ProgressProps {
  label: string;
  /** From 0 to 1; undefined while nobody knows. */
  value?: number | undefined;
  tone?: "accent" | "warning" | "danger" | undefined;
  /** The bar alone, the label for ears. */
  bare?: boolean | undefined;
}

/** How far a thing has come. */
export function Progress({ label, value, tone = "accent", bare = false }: ProgressProps) {
  return (
    <div className={styles.progress}>
      {!bare && <span aria-hidden="true">{label}</span>}
      <progress
        className={styles.bar}
        data-tone={tone}
        aria-label={label}
        max={1}
        {...(value === undefined ? {} : { value })}
      />
    </div>
  );
}
