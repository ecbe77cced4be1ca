import { type ComponentProps, type ReactNode, type RefObject, useEffect, useRef } from "react";
import styles from "./chip.module.css";

interface ChipProps extends Omit<ComponentProps<"button">, "className"> {
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

interface ChipRowProps {
  /** What the chips have in common, for screen readers. */
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

/** Tells by `data-more-before` and `data-more-after` on which sides a row that scrolls sideways goes on. */
function useCutEdges(row: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = row.current;
    if (element === null) return;
    const tell = () => {
      const rest = element.scrollWidth - element.clientWidth;
      element.toggleAttribute("data-more-before", element.scrollLeft > 1);
      element.toggleAttribute("data-more-after", element.scrollLeft < rest - 1);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    element.addEventListener("scroll", tell, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", tell);
    };
  }, [row]);
}
