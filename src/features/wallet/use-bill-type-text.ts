import { useLingui } from "@lingui/react/macro";
import { billTypeTexts } from "./bill-texts.ts";
import { isBillType } from "./bill-types.ts";

/** The name of a billing type; one the app does not know is "other" with its number. */
export function useBillTypeText(): (type: number) => string {
  const { t, i18n } = useLingui();
  return (type) => (isBillType(type) ? i18n._(billTypeTexts[type]) : t`Other (type ${type})`);
}
