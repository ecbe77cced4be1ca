import { useEffect, useRef, useState } from "react";

interface Timed {
  id: string;
  duration?: number | undefined;
}

const DEFAULT_DURATION_MS = 5_000;

/** Closes each toast after its own time (0 stays); while `held` or the page is hidden, nobody's time runs. */
export function useToastTimers(toasts: readonly Timed[], held: boolean, onClose: (id: string) => void): void {
  const remainingMs = useRef(new Map<string, number>());
  const hidden = usePageHidden();

  useEffect(() => {
    const remaining = remainingMs.current;
    for (const id of remaining.keys()) if (!toasts.some((toast) => toast.id === id)) remaining.delete(id);
    if (held || hidden) return;
    const startedAt = performance.now();
    const running = toasts.filter((toast) => toast.duration !== 0);
    const timers = running.map((toast) => {
      const leftMs = remaining.get(toast.id) ?? toast.duration ?? DEFAULT_DURATION_MS;
      remaining.set(toast.id, leftMs);
      return setTimeout(() => onClose(toast.id), leftMs);
    });
    return () => {
      const elapsedMs = performance.now() - startedAt;
      for (const timer of timers) clearTimeout(timer);
      for (const { id } of running) remaining.set(id, Math.max(0, (remaining.get(id) ?? 0) - elapsedMs));
    };
  }, [toasts, held, hidden, onClose]);
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
