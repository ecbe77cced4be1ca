import { Trans, useLingui } from "@lingui/react/macro";
import type { QueryClient } from "@tanstack/react-query";
import { atom, useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import { useOnline } from "../../features/platform/use-online.ts";
import { formatDateTime, formatTime } from "../../lib/format.ts";
import { buttonClass } from "../../ui/actions/button.tsx";
import { Banner } from "../../ui/states/banner.tsx";
import { queryClient, store } from "../app-context.ts";
import { captiveAtom, servedBuild } from "../update/builds.ts";
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
    void reconcile(queryClient);
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
      // A file that the worker does not handle: the network answers it with its own page.
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
          This network asks for its own log-in before it lets anything through. What you see was
          stored earlier.
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

/** How far the app is with reading again after it had no connection. */
type Reconciling = "none" | "syncing" | "done" | "partly";

const reconcilingAtom = atom<Reconciling>("none");

const shownMs = 3000;
let runs = 0;

/**
 * After a time without a connection every cached answer counts as old, what is on screen is read again, and no
 * write is sent. The banner says so while it lasts, and for a moment after.
 */
async function reconcile(client: QueryClient): Promise<void> {
  const run = ++runs;
  store.set(reconcilingAtom, "syncing");
  await client.invalidateQueries();
  if (run !== runs) return;
  const failed = client
    .getQueryCache()
    .findAll({ type: "active" })
    .some(
      (query) =>
        query.state.status === "error" || query.state.errorUpdatedAt > query.state.dataUpdatedAt,
    );
  store.set(reconcilingAtom, failed ? "partly" : "done");
  setTimeout(() => run === runs && store.set(reconcilingAtom, "none"), shownMs);
}

const askEveryMs = 15_000;

/** Whether a captive portal answers in place of the venue; checked while no data comes. */
function useCaptive(nothingComes: boolean): boolean {
  const captive = useAtomValue(captiveAtom);
  const online = useOnline();
  useEffect(() => {
    if (!nothingComes) return;
    const ask = () => {
      if (document.visibilityState === "visible" && navigator.onLine) void servedBuild();
    };
    ask();
    const timer = setInterval(ask, askEveryMs);
    return () => clearInterval(timer);
  }, [nothingComes]);
  // Without any network there is no portal.
  return captive && nothingComes && online;
}
