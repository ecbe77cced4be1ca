import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { formatDateTime, formatTime } from "../lib/format.ts";
import { Banner } from "../ui/banner.tsx";
import { buttonClass } from "../ui/button-class.ts";
import { queryClient, store } from "./app-context.ts";
import { reconcile, reconcilingAtom } from "./reconcile.ts";
import { useCaptive } from "./use-captive.ts";
import { useConnection } from "./use-connection.ts";

/** "Offline, prices from 12:03", then "back online, syncing", then gone. */
export function ConnectionBanner() {
  const { i18n } = useLingui();
  const { state, newestTs, isOld } = useConnection();
  const reconciling = useAtomValue(reconcilingAtom);
  const wasFrozen = useRef(false);
  const captive = useCaptive(state === "frozen");

  useEffect(() => {
    if (state === "frozen") wasFrozen.current = true;
    if (state !== "live" || !wasFrozen.current) return;
    wasFrozen.current = false;
    void reconcile(store, queryClient);
  }, [state]);

  if (state !== "frozen") {
    switch (reconciling) {
      case "none":
        return null;
      case "syncing":
        return (
          <Banner flush live tone="offline">
            <Trans>Back online. Reading what has changed…</Trans>
          </Banner>
        );
      case "done":
        return (
          <Banner flush live tone="success">
            <Trans>Back online. Prices are live again.</Trans>
          </Banner>
        );
      case "partly":
        return (
          <Banner flush live tone="offline">
            <Trans>Back online, but not everything could be refreshed. What is old says so.</Trans>
          </Banner>
        );
    }
  }
  if (captive) {
    return (
      // A file that the worker leaves alone: the network puts its own page there.
      <Banner
        flush
        live
        tone="offline"
        action={
          <a
            href="/robots.txt"
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ look: "quiet", size: "small" })}
          >
            <Trans>Open its page</Trans>
          </a>
        }
      >
        <Trans>
          This network wants a log-in of its own before it lets anything through. What you see is
          what was kept.
        </Trans>
      </Banner>
    );
  }
  if (newestTs === 0)
    return (
      <Banner flush live tone="offline">
        <Trans>The venue cannot be reached. Trying again by itself.</Trans>
      </Banner>
    );
  const at = isOld ? formatDateTime(newestTs, i18n.locale) : formatTime(newestTs, i18n.locale);
  return (
    <Banner flush live tone="offline">
      <Trans>No fresh prices. What you see is from {at}; trading is off until they are back.</Trans>
    </Banner>
  );
}
