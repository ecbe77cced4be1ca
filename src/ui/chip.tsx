import { useRef, type ComponentProps, type ReactNode } from "react";
import { useCutEdges } from "./use-cut-edges.ts";
import styles from "./chip.module.css";

export interface ChipProps extends Omit<ComponentProps<"button">, "className"> {
  /** Chosen or not; leave out for a chip that only acts. */
  selected?: boolean | undefined;
  icon?: ReactNode;
}

/** A small choice or act among several of its kind. */
export function Chip({ selected, icon, children, type = "button", ...rest }: ChipProps) {
  return (
    <button {...rest} type={type} className={styles.chip} aria-pressed={selected}>
      {icon}
      {children}
    </button>
  );
}

export interface ChipRowProps {
  /** What the chips have in common, for ears. */
  label: string;
  /** Chips share the width instead of scrolling. */
  even?: boolean | undefined;
  children: ReactNode;
}

/** Chips side by side. When they are too many a finger scrolls the row, which fades where it goes on; for a mouse they wrap. */
export function ChipRow({ label, even = false, children }: ChipRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useCutEdges(row);
  return (
    <div ref={row} role="group" aria-label={label} className={even ? styles.evenRow : styles.row}>
      {children}
    </div>
  );
}
