import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";
import { userInfoQuery } from "../session/queries.ts";
import { userAtom } from "../session/session-atoms.ts";
import { storeUser } from "../session/session-flow.ts";

/** What the venue tells instead of a withdrawal password that is set. */
const placeholder = "******";

/** Marks the stored withdrawal password as set, in memory, on this device and in the answers kept of the venue. */
export function markWithdrawalPasswordSet(
  store: ReturnType<typeof createStore>,
  client: QueryClient,
): void {
  const user = store.get(userAtom);
  if (!user) return;
  storeUser(store, { ...user, wpassword: placeholder }, Number(user.certstatus ?? 0));
  client.setQueryData(
    userInfoQuery().queryKey,
    (info) => info && { ...info, player: { ...info.player, wpassword: placeholder } },
  );
}
