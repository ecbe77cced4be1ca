import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { pendingLogoutsAtom } from "../../features/session/pending-logouts.ts";
import { Banner } from "../../ui/states/banner.tsx";

/** Says that the venue has yet to hear of a log-out, until it has. */
export function LogoutBanner() {
  if (useAtomValue(pendingLogoutsAtom) === 0) return null;
  return (
    <Banner flush live tone="warning">
      <Trans>
        The venue has not heard of your log-out yet. It ends the session as soon as it can be
        reached; leave this page open, or open it again later.
      </Trans>
    </Banner>
  );
}
