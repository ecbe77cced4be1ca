import { VisuallyHidden } from "../text/visually-hidden.tsx";
import styles from "./age.module.css";

/** `awaited`: there is no figure yet, so it has no age. */
export type AgeState = "live" | "delayed" | "frozen" | "awaited";

export interface AgeProps {
  state: AgeState;
  /** Whole seconds since the venue's own timestamp. */
  seconds: number;
  /** The words, such as "live", "4 s old", "frozen, 12 s old". */
  format: (state: AgeState, seconds: number) => string;
  /** The dot alone, with text for screen readers. */
  dotOnly?: boolean | undefined;
}

/** How old a figure is. Filled, half and hollow dots, so that colour is not alone. */
export function Age({ state, seconds, format, dotOnly = false }: AgeProps) {
  const words = format(state, seconds);
  return (
    <span className={styles.age} data-state={state}>
      <svg width="8" height="8" viewBox="0 0 8 8" aria-hidden="true">
        <circle
          cx="4"
          cy="4"
          r="3.25"
          fill={state === "live" ? "currentColor" : "none"}
          stroke="currentColor"
          strokeWidth="1.5"
        />
        {state === "delayed" && <path d="M4 .75a3.25 3.25 0 0 1 0 6.5z" fill="currentColor" />}
      </svg>
      {dotOnly ? <VisuallyHidden>{words}</VisuallyHidden> : <span>{words}</span>}
    </span>
  );
}
