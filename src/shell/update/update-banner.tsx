import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import type { BusyReason } from "../../lib/busy-flags.ts";
import { Banner } from "../../ui/states/banner.tsx";
import { Button } from "../../ui/actions/button.tsx";
import { restartWaitsAtom, updateOfferAtom } from "./update-atoms.ts";
import type { UpdateOffer } from "./update-flow.ts";
import { applyUpdate, applyUpdateNow, postponeUpdate } from "./updates.ts";

/** Another build waits. It is applied on the tap and never by itself, and not over what is under way. */
export function UpdateBanner() {
  const { t } = useLingui();
  const update = useAtomValue(updateOfferAtom);
  const waits = useAtomValue(restartWaitsAtom);
  if (!update) return null;
  const [reason] = waits ?? [];
  const restarting = waits !== null && reason === undefined;
  return (
    <Banner
      flush
      live
      tone="info"
      closeLabel={t`Later`}
      onClose={restarting ? undefined : postponeUpdate}
      action={
        reason === undefined ? (
          <Button size="small" look="primary" busy={restarting} onClick={applyUpdate}>
            <Trans>Restart</Trans>
          </Button>
        ) : (
          <Button size="small" look="secondary" onClick={applyUpdateNow}>
            <Trans>Restart anyway</Trans>
          </Button>
        )
      }
    >
      <p>
        <OfferText offer={update} />
      </p>
      {reason !== undefined && (
        <p>
          <WaitText reason={reason} />
        </p>
      )}
      {update.changes.length > 0 && (
        <ul>
          {update.changes.map((change) => (
            <li key={change}>{change}</li>
          ))}
        </ul>
      )}
    </Banner>
  );
}

function OfferText({ offer }: { offer: UpdateOffer }) {
  if (offer.elsewhere)
    return (
      <Trans>
        Another tab has restarted into another version of Godwit. This one still runs the version
        before.
      </Trans>
    );
  if (!offer.goesBack) return <Trans>A new version of Godwit is ready.</Trans>;
  return offer.changes.length > 0 ? (
    <Trans>
      The venue has gone back to an earlier version of Godwit. After a restart this is no longer
      there:
    </Trans>
  ) : (
    <Trans>The venue has gone back to an earlier version of Godwit.</Trans>
  );
}

/** What the restart waits for, and what becomes of it otherwise. */
function WaitText({ reason }: { reason: BusyReason }) {
  switch (reason) {
    case "typed":
      return <Trans>It restarts as soon as the form here is sent or emptied.</Trans>;
    case "sheet":
      return <Trans>It restarts as soon as the open sheet is closed.</Trans>;
    case "order":
      return (
        <Trans>
          It restarts as soon as it is known what became of your order. Restarted before, the app
          goes on asking.
        </Trans>
      );
    case "seconds":
      return (
        <Trans>
          It restarts as soon as your seconds contract has ended. The contract runs on at the venue
          in any case.
        </Trans>
      );
    case "call":
      return <Trans>It restarts as soon as the venue has answered.</Trans>;
  }
}
