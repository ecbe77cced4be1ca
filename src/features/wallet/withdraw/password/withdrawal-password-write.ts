import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";
import { accountEndpoints } from "#protocol/api/account.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { securityEndpoints } from "#protocol/api/security.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { call } from "../../../../api/call.ts";
import { settingKind } from "../../../../writes/plain-kind.ts";
import { heldLonger } from "../../../account/security/security-writes.ts";
import { userInfoQuery } from "../../../session/session-queries.ts";
import { userAtom } from "../../../session/session-atoms.ts";
import { storeUser } from "../../../session/session-flow.ts";

/** The venue sends this in place of a set withdrawal password. */
const placeholder = "******";

export interface WithdrawalPasswordIntent {
  takeRequest: () => RequestOf<typeof walletEndpoints.setWpass>;
  /** Until when money-out was held before a change, which holds it longer; null for the first password. */
  heldBefore: Promise<number | undefined> | null;
}

/** Setting or changing the withdrawal password. Answers until when money-out is held, Unix ms; 0 where it is not. */
export const settingWithdrawalPassword = settingKind<WithdrawalPasswordIntent, number>({
  name: "withdrawal-password",
  async send({ intent: { takeRequest, heldBefore } }) {
    await heldBefore;
    return (await call(walletEndpoints.setWpass, takeRequest())).held_until;
  },
  async find({ intent: { heldBefore } }) {
    if (heldBefore !== null) return heldLonger(heldBefore);
    const { player } = await call(accountEndpoints.userInfo, {}, { quiet: true });
    return String(player.wpassword ?? "") === "" ? undefined : 0;
  },
  invalidates: [securityEndpoints.security],
});

/** Marks the withdrawal password as set, in memory, on this device and in the cached user info. */
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
