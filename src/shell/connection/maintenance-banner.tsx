import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useState } from "react";
import { venueNow } from "../../api/venue-clock.ts";
import { platformAtom } from "../../features/platform/platform-atoms.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/states/banner.tsx";

const aheadMs = 48 * 3_600_000;
const lookEveryMs = 30_000;

/** Says ahead when the venue will not be there, and while it is so, until when. */
export function MaintenanceBanner() {
  const { t, i18n } = useLingui();
  const planned = useAtomValue(platformAtom)?.base.maintenance ?? [];
  const [closed, setClosed] = useState(0);
  const [now, setNow] = useState(venueNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(venueNow()), lookEveryMs);
    return () => clearInterval(timer);
  }, []);
  const next = planned.find(({ to_time }) => to_time > now);
  if (!next || next.from_time - now > aheadMs) return null;
  const isOn = next.from_time <= now;
  if (!isOn && closed === next.from_time) return null;
  const from = formatDateTime(next.from_time, i18n.locale);
  const to = formatDateTime(next.to_time, i18n.locale);
  return (
    <Banner
      flush
      tone="warning"
      {...(isOn ? {} : { onClose: () => setClosed(next.from_time), closeLabel: t`Close` })}
    >
      {isOn ? (
        <Trans>The venue is being maintained until {to}.</Trans>
      ) : (
        <Trans>
          Maintenance from {from} to {to}: the venue will not answer then.
        </Trans>
      )}{" "}
      {next.note}
    </Banner>
  );
}
