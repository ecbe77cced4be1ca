import { useLingui } from "@lingui/react";
import { useClockFact } from "../../../api/clock-tick.ts";
import { formatRelative } from "../../../lib/format.ts";

/** How long ago something was read (`at`: Unix ms) in words, once that is `agedAfterMs`; undefined before. */
export function useAgo(at: number, agedAfterMs: number): string | undefined {
  const { i18n } = useLingui();
  return useClockFact((now) =>
    now - at < agedAfterMs ? undefined : formatRelative(at, now, i18n.locale),
  );
}
