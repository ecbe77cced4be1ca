import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { captiveAtom, servedBuild } from "./served-build.ts";

const askEveryMs = 15_000;

/** Whether a network that wants a log-in stands between here and the venue; asked while nothing comes through. */
export function useCaptive(nothingComes: boolean): boolean {
  const captive = useAtomValue(captiveAtom);
  useEffect(() => {
    if (!nothingComes) return;
    const ask = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void servedBuild();
    };
    ask();
    const timer = setInterval(ask, askEveryMs);
    return () => clearInterval(timer);
  }, [nothingComes]);
  return captive && nothingComes;
}
