import { useQuery } from "@tanstack/react-query";
import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { certStatus } from "#protocol/user.ts";
import { formatDateTime } from "../../lib/format.ts";
import { useWriteStop } from "../account/use-write-stop.ts";
import { useVenueSecond } from "../market/venue-second.ts";
import { platformAtom } from "../platform/platform-atoms.ts";
import { authorizedAtom, userAtom } from "../session/session-atoms.ts";
import { heldQuery } from "./withdrawal-queries.ts";

/** What has to be done before anything can be withdrawn, and what forbids it at present. */
export function useWithdrawGate() {
  const { t, i18n } = useLingui();
  const user = useAtomValue(userAtom);
  const authorized = useAtomValue(authorizedAtom);
  const base = useAtomValue(platformAtom)?.base;
  const stop = useWriteStop();
  const held = useQuery({ ...heldQuery(), enabled: authorized }).data?.held_until ?? 0;
  const isHeld = held > useVenueSecond() * 1000;
  const cert = Number(user?.certstatus ?? 0);
  const certification =
    base?.kyc_required.includes("withdrawal") === true && cert !== certStatus.certified;
  const password = user !== null && String(user.wpassword ?? "") === "";
  const until = formatDateTime(held, i18n.locale);
  return {
    /** Undefined while the user is not known. */
    gates: user === null ? undefined : { certification, password, cert },
    heldUntil: isHeld ? held : undefined,
    /** Why nothing can be asked for now, in words for a button. */
    reason:
      stop ??
      (isHeld
        ? t`Withdrawals are held until ${until}.`
        : certification
          ? t`Certify your account first.`
          : password
            ? t`Set your withdrawal password first.`
            : undefined),
  };
}

export type WithdrawGate = ReturnType<typeof useWithdrawGate>;
