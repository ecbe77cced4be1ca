import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { Overlay } from "../ui/overlay.tsx";
import { inFlightAtom, overlayDelayMs } from "./in-flight.ts";
import { initializedAtom } from "./initialized.ts";

/**
 * The full-screen veil for calls that a person waits for: shown when some are still in flight 100 ms after
 * the first began. While the app starts, cached content stays usable instead.
 */
export function LoadingOverlay() {
  const { t } = useLingui();
  const waiting = useAtomValue(inFlightAtom) > 0;
  const initialized = useAtomValue(initializedAtom);
  const [late, setLate] = useState(false);
  if (!waiting && late) setLate(false);

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setLate(true), overlayDelayMs);
    return () => clearTimeout(timer);
  }, [waiting]);

  return <Overlay visible={waiting && late && initialized} label={t`One moment…`} />;
}
