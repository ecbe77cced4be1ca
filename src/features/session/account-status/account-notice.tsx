import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import { userInfoQuery } from "../session-queries.ts";
import { authorizedAtom } from "../session-atoms.ts";
import { storeUser } from "../session-flow.ts";
import { AccountStatusNotice } from "./account-status-notice.tsx";
import { accountStatusAtom, statusReasonAtom } from "./account-status-atom.ts";

/** Pause until the next read, shorter after a lost answer: an old status may forbid what is allowed now. */
const askAgainMs = { answered: 60_000, lost: 5000 } as const;

/** Shows what the account may not do at present, and whom to ask; nothing where it is not limited. While shown it keeps the user up to date. */
export function AccountNotice() {
  const store = useStore();
  const authorized = useAtomValue(authorizedAtom);
  const status = useAtomValue(accountStatusAtom);
  const reason = useAtomValue(statusReasonAtom);
  const { data, dataUpdatedAt } = useQuery({
    ...userInfoQuery(),
    enabled: authorized,
    refetchInterval: ({ state }) =>
      state.errorUpdatedAt > state.dataUpdatedAt ? askAgainMs.lost : askAgainMs.answered,
  });

  useEffect(() => {
    if (data) storeUser(store, data.player, data.certstatus);
  }, [data, dataUpdatedAt, store]);

  if (!authorized || status === "normal") return null;
  return <AccountStatusNotice status={status} reason={reason} />;
}
