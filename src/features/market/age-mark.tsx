import { useLingui } from "@lingui/react/macro";
import { formatRelative } from "../../lib/format.ts";
import { Age } from "../../ui/age.tsx";
import type { FreshnessFact } from "./use-ticker.ts";

/** Live, delayed or frozen, with the age in words; `short` leaves the state to the mark's shape and shortens the words. */
export function AgeMark({
  fact,
  dotOnly = false,
  short = false,
}: {
  fact: FreshnessFact;
  dotOnly?: boolean;
  short?: boolean;
}) {
  const { t, i18n } = useLingui();
  return (
    <Age
      state={fact.state}
      seconds={Math.floor(fact.ageMs / 1000)}
      dotOnly={dotOnly}
      format={(state, seconds) => {
        if (state === "live") return t`Live`;
        if (fact.reason !== undefined) {
          const halted = fact.reason === "market" ? t`Market halted` : t`Source halted`;
          if (short || seconds === 0) return halted;
          const since = formatRelative(0, seconds * 1000, i18n.locale);
          return t`${halted}, ${since}`;
        }
        if (seconds === 0) return state === "frozen" ? t`Frozen` : t`Delayed`;
        const ago = formatRelative(0, seconds * 1000, i18n.locale, { brief: short });
        if (short) return ago;
        return state === "frozen" ? t`Frozen, ${ago}` : t`Delayed, ${ago}`;
      }}
    />
  );
}
