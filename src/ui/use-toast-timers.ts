import { useEffect, useEffectEvent, useRef, useState } from "react";

interface Timed {
  id: string;
  duration?: number | undefined;
}

const DEFAULT_DURATION_MS = 5_000;

/**
 * Tells when each toast's own time is over (0 stays); while `held` or the page is hidden, nobody's time runs.
 * The time belongs to the object: one that takes the place of another with its id begins anew.
 */
export function useToastTimers(
  toasts: readonly Timed[],
  held: boolean,
  onOver: (id: string) => void,
): void {
  const remainingMs = useRef(new WeakMap<Timed, number>());
  const hidden = usePageHidden();
  const tell = useEffectEvent(onOver);

  useEffect(() => {
    if (held || hidden) return;
    const remaining = remainingMs.current;
    const startedAt = performance.now();
    const running = toasts.filter((toast) => toast.duration !== 0);
    const timers = running.map((toast) => {
      const leftMs = remaining.get(toast) ?? toast.duration ?? DEFAULT_DURATION_MS;
      remaining.set(toast, leftMs);
      return setTimeout(() => tell(toast.id), leftMs);
    });
    return () => {
      const elapsedMs = performance.now() - startedAt;
      for (const timer of timers) clearTimeout(timer);
      for (const toast of running)
        remaining.set(toast, Math.max(0, (remaining.get(toast) ?? 0) - elapsedMs));
    };
  }, [toasts, held, hidden]);
}

function usePageHidden(): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const look = () => setHidden(document.visibilityState === "hidden");
    look();
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return hidden;
}
