import { useLingui } from "@lingui/react/macro";
import { formatAge, formatRelative } from "../../../lib/format.ts";
import { Age } from "../../../ui/figures/age.tsx";
import type { FreshnessFact } from "./use-ticker.ts";

/**
 * Shows whether a figure is live, delayed or frozen, and its age. `short` omits the state, which the mark's shape
 * shows; `tight` is for a narrow place and names the state only where it stops trading.
 */
export function AgeMark({
  fact,
  dotOnly = false,
  short = false,
  tight = false,
}: {
  fact: FreshnessFact;
  dotOnly?: boolean;
  short?: boolean;
  tight?: boolean;
}) {
  const { t, i18n } = useLingui();
  return (
    <Age
      state={fact.reason === "awaited" ? "awaited" : fact.state}
      seconds={Math.floor(fact.ageMs / 1000)}
      dotOnly={dotOnly || (tight && fact.state === "live")}
      format={(state, seconds) => {
        if (state === "live") return t`Live`;
        if (state === "awaited") return t`No price yet`;
        if (fact.reason !== undefined) {
          const halted = fact.reason === "market" ? t`Market halted` : t`Source halted`;
          if (short || tight || seconds === 0) return halted;
          const since = formatRelative(0, seconds * 1000, i18n.locale);
          return t`${halted}, ${since}`;
        }
        if (seconds === 0) return state === "frozen" ? t`Frozen` : t`Delayed`;
        if (tight) {
          const age = formatAge(seconds * 1000, i18n.locale);
          return state === "frozen" ? t`Frozen, ${age}` : age;
        }
        const ago = formatRelative(0, seconds * 1000, i18n.locale, { brief: short });
        if (short) return ago;
        return state === "frozen" ? t`Frozen, ${ago}` : t`Delayed, ${ago}`;
      }}
    />
  );
}
