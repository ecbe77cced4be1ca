import { useLingui } from "@lingui/react/macro";
import { plural } from "@lingui/core/macro";
import type { NumberProblem } from "../../../lib/parse-number.ts";
import { toInputText } from "../../../lib/parse-number.ts";

/** A message for each problem of a typed number. */
export function useNumberMessages(
  maxDecimals: number,
): Record<Exclude<NumberProblem, "empty">, string> {
  const { t, i18n } = useLingui();
  const example = toInputText("1234.5", i18n.locale);
  return {
    malformed: t`This is not a number. Write it like ${example}.`,
    ambiguous: t`This can be read in two ways. Write it like ${example}.`,
    "too-precise":
      maxDecimals === 0
        ? t`Whole numbers only.`
        : t`At most ${plural(maxDecimals, { one: "# decimal", other: "# decimals" })} here.`,
    "too-large": t`This number is too large.`,
    negative: t`Only numbers above zero.`,
  };
}
