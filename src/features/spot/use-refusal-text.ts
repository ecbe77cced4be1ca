import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { refusalText } from "./refusal-text.ts";

/** Why the venue refused an order, in words, with the limit that was met. */
export function useRefusalText(): (
  refusal: { status: number; data: unknown },
  symbol: string,
) => string {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  return ({ status, data }, symbol) =>
    i18n._(refusalText(status, data, { symbol, locale: i18n.locale, hidden }));
}
