import { useAtomValue } from "jotai";
import { useEffect } from "react";
import { useOnline } from "../features/platform/use-online.ts";
import { captiveAtom, servedBuild } from "./served-build.ts";

const askEveryMs = 15_000;

/** Whether a network that wants a log-in stands between here and the venue; asked while nothing comes through. */
export function useCaptive(nothingComes: boolean): boolean {
  const captive = useAtomValue(captiveAtom);
  const online = useOnline();
  useEffect(() => {
    if (!nothingComes) return;
    const ask = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void servedBuild();
    };
    ask();
    const timer = setInterval(ask, askEveryMs);
    return () => clearInterval(timer);
  }, [nothingComes]);
  // Without any network there is none that wants something.
  return captive && nothingComes && online;
}
