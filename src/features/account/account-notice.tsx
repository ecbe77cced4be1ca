import { useQuery } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useEffect } from "react";
import { userInfoQuery } from "../session/queries.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { storeUser } from "../session/session-flow.ts";
import { StandingNotice } from "../session/standing-notice.tsx";
import { standingAtom, standingReasonAtom } from "./standing-atom.ts";

const askAgainMs = 60_000;

/** What the account may not do at present, and whom to ask; nothing where all is well. Keeps the user fresh while in sight. */
export function AccountNotice() {
  const store = useStore();
  const authorized = useAtomValue(authorizedAtom);
  const standing = useAtomValue(standingAtom);
  const reason = useAtomValue(standingReasonAtom);
  const { data, dataUpdatedAt } = useQuery({ ...userInfoQuery(), enabled: authorized, refetchInterval: askAgainMs });

  useEffect(() => {
    if (data) storeUser(store, data.player, data.certstatus);
  }, [data, dataUpdatedAt, store]);

  if (!authorized || standing === "normal") return null;
  return <StandingNotice standing={standing} reason={reason} />;
}
