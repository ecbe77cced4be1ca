import { useEffect, useEffectEvent, useRef } from "react";
import { Button } from "../actions/button.tsx";
import styles from "./more-sentinel.module.css";

export interface MoreSentinelProps {
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
  /** On the button, for those who do not scroll. */
  moreLabel: string;
  /** Below a list that is complete; leave out for silence. */
  endLabel?: string | undefined;
  /** The last page failed: wait for a press instead of trying again by itself. */
  failed?: boolean | undefined;
}

/** The end of a list that grows: asks for more just before it comes into sight. */
export function MoreSentinel({
  hasMore,
  busy,
  onMore,
  moreLabel,
  endLabel,
  failed = false,
}: MoreSentinelProps) {
  const place = useRef<HTMLDivElement>(null);
  const waiting = hasMore && !busy && !failed;
  const ask = useEffectEvent(onMore);

  useEffect(() => {
    if (!waiting || place.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && ask(),
      { rootMargin: "400px" },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [waiting]);

  return (
    <div ref={place} className={styles.end}>
      {hasMore ? (
        <Button look="quiet" busy={busy} onClick={onMore}>
          {moreLabel}
        </Button>
      ) : (
        endLabel
      )}
    </div>
  );
}
