import { useLingui } from "@lingui/react/macro";
import { useRefusalText } from "../spot/use-refusal-text.ts";
import { positionRefusalText } from "./position-refusal-text.ts";

/** Why the venue refused something about a position, in words, with the limit that was met. */
export function usePositionRefusalText(): (refusal: { status: number; data: unknown }, symbol: string) => string {
  const { i18n } = useLingui();
  const coinText = useRefusalText();
  return (refusal, symbol) => {
    const own = positionRefusalText(refusal.status, refusal.data, i18n.locale);
    return own ? i18n._(own) : coinText(refusal, symbol);
  };
}
