import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { RefreshIcon } from "../../../ui/icons/action-icons.tsx";
import { Spinner } from "../../../ui/icons/spinner.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { liveFeed } from "../feed/live-feed.ts";
import { refreshEvent } from "./refresh-event.ts";
import { settledMarkets } from "./settled-markets.ts";
import styles from "./pull-to-refresh.module.css";

const releasePx = 64;
const maxPx = 96;
const failureShownMs = 6000;

type State = "resting" | "busy" | "done" | "failed";

/**
 * Refreshes everything on screen: by a pull at the top of the page, by a tap on the tab of the current screen
 * and by the button of a list. Announces the outcome.
 */
export function PullToRefresh() {
  const { t } = useLingui();
  const client = useQueryClient();
  const mark = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<State>("resting");

  const run = useEffectEvent(async () => {
    if (state === "busy") return;
    setState("busy");
    try {
      await Promise.all([liveFeed.refresh(), client.refetchQueries({ type: "active" })]);
      settledMarkets.renew();
      setState("done");
    } catch {
      // The figures on screen stay, with their age.
      setState("failed");
    }
  });

  useEffect(() => {
    const listener = () => void run();
    addEventListener(refreshEvent, listener);
    return () => removeEventListener(refreshEvent, listener);
  }, []);

  useEffect(() => {
    if (state !== "failed") return;
    const timer = setTimeout(() => setState("resting"), failureShownMs);
    return () => clearTimeout(timer);
  }, [state]);

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
      start =
        touch && event.touches.length === 1 && scrollY <= 0 && !inSheet
          ? { x: touch.clientX, y: touch.clientY }
          : null;
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
      <div role="status">
        {state === "busy" && (
          <p className={styles.said}>
            <Spinner /> {t`Refreshing`}
          </p>
        )}
        {state === "failed" && (
          <p className={styles.said}>{t`The venue did not answer. What you see is from before.`}</p>
        )}
        {state === "done" && <VisuallyHidden>{t`Refreshed`}</VisuallyHidden>}
      </div>
    </>
  );
}
