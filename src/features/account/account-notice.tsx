import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import { userInfoQuery } from "../session/queries.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { storeUser } from "../session/session-flow.ts";
import { StandingNotice } from "../session/standing-notice.tsx";
import { standingAtom, standingReasonAtom } from "./standing-atom.ts";

/** Sooner where the last answer was lost: what is shown may be old, and forbid what is allowed by now. */
const askAgainMs = { answered: 60_000, lost: 5000 } as const;

/** What the account may not do at present, and whom to ask; nothing where all is well. Keeps the user fresh while in sight. */
export function AccountNotice() {
  const store = useStore();
  const authorized = useAtomValue(authorizedAtom);
  const standing = useAtomValue(standingAtom);
  const reason = useAtomValue(standingReasonAtom);
  const { data, dataUpdatedAt } = useQuery({
    ...userInfoQuery(),
    enabled: authorized,
    refetchInterval: ({ state }) =>
      state.errorUpdatedAt > state.dataUpdatedAt ? askAgainMs.lost : askAgainMs.answered,
  });

  useEffect(() => {
    if (data) storeUser(store, data.player, data.certstatus);
  }, [data, dataUpdatedAt, store]);

  if (!authorized || standing === "normal") return null;
  return <StandingNotice standing={standing} reason={reason} />;
}
