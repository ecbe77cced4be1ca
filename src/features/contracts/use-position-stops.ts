import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useOnline } from "../platform/use-online.ts";
import { accountStatusAtom } from "../session/account-status/account-status-atom.ts";

/** Why positions cannot be closed, and why they cannot be changed otherwise, in words: frozen accounts can still close. */
export function usePositionStops(): { close: string | undefined; change: string | undefined } {
  const { t } = useLingui();
  const online = useOnline();
  const status = useAtomValue(accountStatusAtom);
  const close = !online
    ? t`You are offline. Nothing is sent by itself.`
    : status === "blocked" || status === "prohibited"
      ? t`This account is blocked: nothing can be ordered until the venue lifts it.`
      : undefined;
  const change =
    close ??
    (status === "frozen"
      ? t`This account is frozen: you can cancel and close, but change nothing else.`
      : status === "closing-only"
        ? t`New orders are switched off for this account. Cancelling and closing still work.`
        : undefined);
  return { close, change };
}
