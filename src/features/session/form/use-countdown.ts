import { useCallback, useEffect, useState } from "react";

/** No venue makes a person wait longer for a code or a try; what says so is not believed. */
const longestSec = 24 * 3600;

/** Whole seconds until a wait is over, and the function that starts one. Runs on the device's steady clock. */
export function useCountdown(): readonly [secondsLeft: number, start: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0);
  const [secondsLeft, setSecondsLeft] = useState(0);

  useEffect(() => {
    if (endsAt === 0) return;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((endsAt - performance.now()) / 1000));
      setSecondsLeft(left);
      if (left === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [endsAt]);

  const start = useCallback((wanted: number) => {
    const seconds = Math.min(longestSec, wanted);
    setSecondsLeft(seconds);
    setEndsAt(performance.now() + seconds * 1000);
  }, []);

  return [secondsLeft, start];
}
