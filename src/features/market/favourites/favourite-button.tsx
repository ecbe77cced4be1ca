import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { StarFilledIcon, StarIcon } from "../../../ui/icons/action-icons.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { authorizedAtom, authPromptAtom } from "../../session/session-atoms.ts";
import { favouritesAtom, setFavourite, favouriteAfterLoginAtom } from "./favourites.ts";
import { symbolName } from "../feed/symbol-name.ts";
import { marketStore } from "../feed/market-store.ts";

/** Adds or removes a favourite. A visitor is asked to log in, in place, and the favourite is added after that. */
export function FavouriteButton({ symbol }: { symbol: string }) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const ask = useSetAtom(authPromptAtom);
  const wantAfterLogin = useSetAtom(favouriteAfterLoginAtom);
  const favourite = useAtomValue(favouritesAtom).includes(symbol);
  const store = useStore();
  const client = useQueryClient();

  const press = () => {
    if (authorized) void setFavourite(store, client, symbol, !favourite);
    else {
      wantAfterLogin({ symbol, at: Date.now() });
      ask({ reason: "required", to: null });
    }
  };
  const name = symbolName(symbol, marketStore.ticker(symbol));
  return (
    <IconButton
      label={t`${name}: favourite`}
      icon={favourite ? <StarFilledIcon size={20} /> : <StarIcon size={20} />}
      pressed={favourite}
      onClick={press}
    />
  );
}
