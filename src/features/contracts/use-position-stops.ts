import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { standingAtom } from "../account/standing-atom.ts";
import { useOnline } from "../platform/use-online.ts";

/** Why positions cannot be closed, and why nothing else of them can be changed, in words: closing is open to frozen accounts too. */
export function usePositionStops(): { close: string | undefined; change: string | undefined } {
  const { t } = useLingui();
  const online = useOnline();
  const standing = useAtomValue(standingAtom);
  const close = !online
    ? t`You are offline. Nothing is sent by itself.`
    : standing === "blocked" || standing === "prohibited"
      ? t`This account is blocked: nothing can be ordered until the venue lifts it.`
      : undefined;
  const change =
    close ??
    (standing === "frozen"
      ? t`This account is frozen: you can cancel and close, but change nothing else.`
      : standing === "closing-only"
        ? t`New orders are switched off for this account. Cancelling and closing still work.`
        : undefined);
  return { close, change };
}
