import { i18n } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { favouriteFailureAtom } from "../../features/market/favourites/favourites.ts";
import { marketStore } from "../../features/market/feed/market-store.ts";
import { symbolName } from "../../features/market/feed/symbol-name.ts";
import { errorText } from "../../i18n/error-messages.ts";
import { store } from "../app-context.ts";
import { showToast } from "./toasts.ts";

/** Shows why a favourite was set back. Answers the function that stops it. */
export function followStars(): () => void {
  return store.sub(favouriteFailureAtom, () => {
    const failure = store.get(favouriteFailureAtom);
    if (!failure) return;
    const { symbol, favourite, status } = failure;
    const name = symbolName(symbol, marketStore.ticker(symbol));
    const what = favourite
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
