import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { starTroubleAtom } from "../features/market/collects-atom.ts";
import { marketStore } from "../features/market/market-store.ts";
import { symbolText } from "../features/market/symbol-text.ts";
import { errorText } from "../i18n/error-texts.ts";
import { store } from "./app-context.ts";
import { showToast } from "./toasts.ts";

/** Says of a star that went back why it did. Answers the way to stop. */
export function followStars(): () => void {
  return store.sub(starTroubleAtom, () => {
    const trouble = store.get(starTroubleAtom);
    if (!trouble) return;
    const { symbol, starred, status } = trouble;
    const name = symbolText(symbol, marketStore.ticker(symbol));
    const what = starred
      ? msg`${name} could not be added to your favourites.`
      : msg`${name} could not be taken from your favourites.`;
    const why =
      status === null
        ? msg`The venue was not reached; try again with a connection.`
        : errorText(status);
    showToast(store, {
      id: `star-${symbol}`,
      type: "error",
      description: `${i18n._(what)} ${i18n._(why)}`,
    });
  });
}
