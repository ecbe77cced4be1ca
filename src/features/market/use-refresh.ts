import { useEffect, useEffectEvent } from "react";

/** Sent on `window` by the frame when the tab of the present screen is tapped, and by a pull. */
export const refreshEvent = "godwit:refresh";

/** Runs `refresh` when the person asks for fresh figures. */
export function useRefresh(refresh: () => void): void {
  const ask = useEffectEvent(refresh);
  useEffect(() => {
    const listener = () => ask();
    window.addEventListener(refreshEvent, listener);
    return () => window.removeEventListener(refreshEvent, listener);
  }, []);
}
