import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { contractRefusalText } from "./opening-refusal-text.ts";
import { positionRefusalText } from "./position-refusal-text.ts";

/** Why the venue refused something about a position, in words, with the limit that was met. */
export function usePositionRefusalText(): (refusal: { status: number; data: unknown }) => string {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  return ({ status, data }) =>
    i18n._(
      positionRefusalText(status, data, i18n.locale) ??
        contractRefusalText(status, data, { locale: i18n.locale, hidden }),
    );
}
