import { useLingui } from "@lingui/react/macro";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { RefreshIcon } from "../../ui/action-icons.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import styles from "./pull-to-refresh.module.css";

const releasePx = 64;
const maxPx = 96;

/** A pull at the top of the page asks for fresh figures; draws what the pull would do. Touch only. */
export function PullToRefresh({ onRefresh }: { onRefresh: () => Promise<unknown> }) {
  const { t } = useLingui();
  const mark = useRef<HTMLDivElement>(null);
  const [busy, setBusy] = useState(false);

  const run = useEffectEvent(async () => {
    setBusy(true);
    try {
      await onRefresh();
    } catch {
      // What was on screen stays, with its age.
    } finally {
      setBusy(false);
    }
  });

  useEffect(() => {
    let start: { x: number; y: number } | null = null;
    let pulled = 0;
    const show = (px: number) => {
      pulled = px;
      if (!mark.current) return;
      mark.current.style.height = `${Math.min(maxPx, px)}px`;
      mark.current.dataset["ready"] = String(px >= releasePx);
    };
    const begin = (event: TouchEvent) => {
      const touch = event.touches[0];
      // Inside a sheet a pull closes the sheet.
      const inSheet = event.target instanceof Element && event.target.closest("dialog") !== null;
      start = touch && event.touches.length === 1 && scrollY <= 0 && !inSheet ? { x: touch.clientX, y: touch.clientY } : null;
    };
    const move = (event: TouchEvent) => {
      const touch = event.touches[0];
      if (!start || !touch) return;
      const dy = touch.clientY - start.y;
      if (pulled === 0 && (dy < 8 || Math.abs(touch.clientX - start.x) > dy)) {
        if (dy < -8 || Math.abs(touch.clientX - start.x) > 16) start = null;
        return;
      }
      show(Math.max(1, dy * 0.6));
    };
    const end = () => {
      if (pulled >= releasePx) void run();
      start = null;
      show(0);
    };
    document.addEventListener("touchstart", begin, { passive: true });
    document.addEventListener("touchmove", move, { passive: true });
    document.addEventListener("touchend", end);
    document.addEventListener("touchcancel", end);
    return () => {
      document.removeEventListener("touchstart", begin);
      document.removeEventListener("touchmove", move);
      document.removeEventListener("touchend", end);
      document.removeEventListener("touchcancel", end);
    };
  }, []);

  return (
    <>
      <div ref={mark} className={styles.pull} aria-hidden="true">
        <RefreshIcon size={20} />
      </div>
      {busy && (
        <p className={styles.busy} role="status">
          <Spinner /> {t`Refreshing`}
        </p>
      )}
    </>
  );
}
