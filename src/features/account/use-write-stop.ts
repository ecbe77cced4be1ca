import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useOnline } from "../platform/use-online.ts";
import { standingAtom } from "./standing-atom.ts";

/** Why nothing of the account can be changed at present, in words for a button; undefined where it can. */
export function useWriteStop(): string | undefined {
  const { t } = useLingui();
  const online = useOnline();
  const standing = useAtomValue(standingAtom);
  if (!online) return t`You are offline. This needs a connection.`;
  if (standing === "blocked" || standing === "prohibited") return t`This account is blocked.`;
  return standing === "frozen" ? t`This account is frozen.` : undefined;
}
