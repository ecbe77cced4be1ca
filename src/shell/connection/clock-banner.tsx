import { Trans, useLingui } from "@lingui/react/macro";
import { useState, useSyncExternalStore } from "react";
import { subscribeVenueOffset, venueOffsetMs } from "../../api/venue-clock.ts";
import { formatSpan } from "../../lib/format.ts";
import { Banner } from "../../ui/states/banner.tsx";

/** A clock that is off by less misleads nobody. */
const wrongFromMs = 5 * 60_000;

/** Says that the device's clock is wrong: its own display and the times in the app differ then. */
export function ClockBanner() {
  const { t, i18n } = useLingui();
  const offsetMs = useSyncExternalStore(subscribeVenueOffset, venueOffsetMs, venueOffsetMs);
  const [isClosed, setClosed] = useState(false);
  if (isClosed || Math.abs(offsetMs) < wrongFromMs) return null;
  const distance = formatSpan(offsetMs / 1000, i18n.locale);
  return (
    <Banner flush live tone="warning" onClose={() => setClosed(true)} closeLabel={t`Close`}>
      {offsetMs < 0 ? (
        <Trans>
          This device’s clock is {distance} fast. Times in the app follow the venue’s clock.
        </Trans>
      ) : (
        <Trans>
          This device’s clock is {distance} slow. Times in the app follow the venue’s clock.
        </Trans>
      )}
    </Banner>
  );
}
