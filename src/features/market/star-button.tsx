import { useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { StarFilledIcon, StarIcon } from "../../ui/action-icons.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { collectsAtom } from "./collects-atom.ts";
import { collectQuery, setCollectMutation } from "./queries.ts";
import { symbolText } from "./symbol-text.ts";
import { marketStore } from "./market-store.ts";

/** Adds a market to the favourites or takes it out; a visitor is asked to log in, in place. */
export function StarButton({ symbol }: { symbol: string }) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const ask = useSetAtom(authPromptAtom);
  const [collects, setCollects] = useAtom(collectsAtom);
  const client = useQueryClient();
  const starred = collects.includes(symbol);
  const mutation = useMutation({
    ...setCollectMutation(),
    onMutate: ({ collect }) => {
      setCollects((held) => [...held.filter((other) => other !== symbol), ...(collect === 1 ? [symbol] : [])]);
    },
    onError: (_error, { collect }) => {
      setCollects((held) => [...held.filter((other) => other !== symbol), ...(collect === 1 ? [] : [symbol])]);
    },
    // The specification asks for the list anew after each change.
    onSuccess: async () => setCollects(await client.fetchQuery({ ...collectQuery(), staleTime: 0 })),
  });

  const press = () => {
    if (!authorized) ask({ reason: "required", to: null });
    else if (!mutation.isPending) mutation.mutate({ symbol, collect: starred ? 0 : 1 });
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
