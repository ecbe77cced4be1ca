import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { formatDateTime, formatTime } from "../lib/format.ts";
import { Banner } from "../ui/banner.tsx";
import { useConnection } from "./use-connection.ts";

const backShownMs = 3000;

/** "Offline, prices from 12:03", then "back online", then gone. */
export function ConnectionBanner() {
  const { i18n } = useLingui();
  const { state, newestTs, isOld } = useConnection();
  const frozen = state === "frozen";
  const [wasFrozen, setWasFrozen] = useState(false);
  if (frozen && !wasFrozen) setWasFrozen(true);
  const isBack = wasFrozen && state === "live";

  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(() => setWasFrozen(false), backShownMs);
    return () => clearTimeout(timer);
  }, [isBack]);

  if (isBack) return <Banner flush live tone="success"><Trans>Back online. Prices are live again.</Trans></Banner>;
  if (!frozen) return null;
  if (newestTs === 0) return <Banner flush live tone="offline"><Trans>The venue cannot be reached. Trying again by itself.</Trans></Banner>;
  const at = isOld ? formatDateTime(newestTs, i18n.locale) : formatTime(newestTs, i18n.locale);
  return <Banner flush live tone="offline"><Trans>No fresh prices. What you see is from {at}; trading is off until they are back.</Trans></Banner>;
}
