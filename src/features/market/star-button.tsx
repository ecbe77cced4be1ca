import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useSetAtom, useStore } from "jotai";
import { StarFilledIcon, StarIcon } from "../../ui/action-icons.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { favouritesAtom, starAfterLoginAtom } from "./collects-atom.ts";
import { setStar } from "./set-star.ts";
import { symbolText } from "./symbol-text.ts";
import { marketStore } from "./market-store.ts";

/** Adds a market to the favourites or takes it out; a visitor is asked to log in, in place, and has the star after it. */
export function StarButton({ symbol }: { symbol: string }) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const ask = useSetAtom(authPromptAtom);
  const wantAfterLogin = useSetAtom(starAfterLoginAtom);
  const starred = useAtomValue(favouritesAtom).includes(symbol);
  const store = useStore();
  const client = useQueryClient();

  const press = () => {
    if (authorized) void setStar(store, client, symbol, !starred);
    else {
      wantAfterLogin({ symbol, at: Date.now() });
      ask({ reason: "required", to: null });
    }
  };
  const name = symbolText(symbol, marketStore.ticker(symbol));
  return (
    <IconButton
      label={t`${name}: favourite`}
      icon={starred ? <StarFilledIcon size={20} /> : <StarIcon size={20} />}
      pressed={starred}
      onClick={press}
    />
  );
}
