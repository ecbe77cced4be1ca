import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Fragment, useEffect, useRef, type ReactNode } from "react";
import { PullToRefresh } from "../features/market/pull-to-refresh.tsx";
import { formsAreNew, formsAtom } from "../features/session/typed-text.ts";
import { AuthPrompt } from "./auth-prompt.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { Header } from "./header.tsx";
import { LaunchBanner } from "./launch-banner.tsx";
import { LoadingOverlay } from "./loading-overlay.tsx";
import { titleOf } from "./places.ts";
import { TabBar } from "./tab-bar.tsx";
import { Toasts } from "./toasts-host.tsx";
import { UpdateBanner } from "./update-banner.tsx";
import { VersionGate } from "./version-gate.tsx";
import { versionGapAtom } from "./version-gap.ts";
import styles from "./frame.module.css";

/** Screens of figures, which one may want anew; forms are not pulled at. */
const refreshed: ReadonlySet<string> = new Set([
  "/",
  "/coins",
  "/contracts",
  "/seconds",
  "/assets",
  "/history",
  "/currency/detail",
]);

/** The one page frame of all routes. */
export function Frame({ children }: { children: ReactNode }) {
  const { t, i18n } = useLingui();
  const path = useLocation({ select: (location) => location.pathname });
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  const title = i18n._(titleOf(path));
  const gap = useAtomValue(versionGapAtom);
  const forms = useAtomValue(formsAtom);

  useEffect(() => {
    document.title = path === "/" ? "Godwit" : `${title} · Godwit`;
  }, [path, title]);

  // A new screen is a new page to a screen reader: focus goes to its start.
  useEffect(() => {
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [path]);

  // After the effects of those that went have ended.
  useEffect(formsAreNew, [forms]);

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#main">{t`Skip to content`}</a>
      <Header />
      {gap === null && <ConnectionBanner />}
      {gap === null && <UpdateBanner />}
      <LaunchBanner />
      <main id="main" ref={main} tabIndex={-1} className={styles.main}>
        {gap === null && refreshed.has(path) && <PullToRefresh />}
        {gap === null ? <Fragment key={forms}>{children}</Fragment> : <VersionGate gap={gap} />}
      </main>
      <TabBar />
      {gap === null && <AuthPrompt />}
      <Toasts />
      <LoadingOverlay />
    </div>
  );
}
