import { plural } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";

/** Why a form cannot be sent after too many tries, for so many seconds yet; undefined once it can. */
export function useWaitText(waitLeft: number): string | undefined {
  const { t } = useLingui();
  return waitLeft > 0
    ? t`Next try in ${plural(waitLeft, { one: "# second", other: "# seconds" })}.`
    : undefined;
}
