import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useOnline } from "../../platform/use-online.ts";
import { accountStatusAtom } from "./account-status-atom.ts";

/** Why the account cannot be changed at present, as a text for a button; undefined where it can. */
export function useWriteStop(): string | undefined {
  const { t } = useLingui();
  const online = useOnline();
  const status = useAtomValue(accountStatusAtom);
  if (!online) return t`You are offline. This needs a connection.`;
  if (status === "blocked" || status === "prohibited") return t`This account is blocked.`;
  return status === "frozen" ? t`This account is frozen.` : undefined;
}
