import { useLingui } from "@lingui/react/macro";
import { useLocation } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import { PullToRefresh } from "../../features/market/list/pull-to-refresh.tsx";
import { formsAreNew, formsAtom } from "../../features/session/draft-owner.ts";
import { withTexts } from "../../i18n/activate.ts";
import { keyboardDevice, useMedia } from "../../lib/use-media.ts";
import { LatePart } from "../../ui/states/late-part.tsx";
import { Overlay } from "../../ui/layers/overlay.tsx";
import { initializedAtom } from "../app-context.ts";
import { ClockBanner } from "../connection/clock-banner.tsx";
import { ConnectionBanner } from "../connection/connection-banner.tsx";
import { MaintenanceBanner } from "../connection/maintenance-banner.tsx";
import { SeedBanner } from "../connection/seed-banner.tsx";
import { VersionGate } from "../errors/version-gate.tsx";
import { veiledAtom } from "../in-flight.ts";
import { titleOf } from "../screen-titles.ts";
import { LogoutBanner } from "../session/logout-banner.tsx";
import { AuthPrompt } from "../session/auth-prompt.tsx";
import { Toasts } from "../toasts/toasts-host.tsx";
import { UpdateBanner } from "../update/update-banner.tsx";
import { versionGapAtom } from "../update/version-gap.ts";
import styles from "./frame.module.css";
import { Header } from "./header.tsx";
import { LaunchBanner } from "./launch-banner.tsx";
import { TabBar } from "./tab-bar.tsx";

const loadKeys = () =>
  withTexts("sheets", () => import("../keys/desk-keys.tsx")).then((loaded) => loaded.DeskKeys);

/** Screens of figures, which can be refreshed by pulling; forms cannot. */
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
  const initialized = useAtomValue(initializedAtom);
  const hasKeyboard = useMedia(keyboardDevice);

  useEffect(() => {
    document.title = path === "/" ? "Godwit" : `${title} · Godwit`;
  }, [path, title]);

  // For a screen reader a new screen is a new page: focus goes to its start.
  useEffect(() => {
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [path]);

  // After the clean-ups of the forms that were left.
  useEffect(formsAreNew, [forms]);

  return (
    <>
      <div className={styles.frame}>
        <a className={styles.skip} href="#main">{t`Skip to content`}</a>
        <Header />
        {gap === null && <ConnectionBanner />}
        {gap === null && <ClockBanner />}
        {gap === null && <LogoutBanner />}
        {gap === null && <MaintenanceBanner />}
        {gap === null && <SeedBanner path={path} />}
        {gap === null && <UpdateBanner />}
        <LaunchBanner />
        <main id="main" ref={main} tabIndex={-1} className={styles.main}>
          {gap === null && refreshed.has(path) && <PullToRefresh />}
          {gap === null ? <Fragment key={forms}>{children}</Fragment> : <VersionGate gap={gap} />}
        </main>
        {gap === null && <AuthPrompt />}
        <LatePart load={loadKeys} wanted={initialized && hasKeyboard} props={{}} />
        <Toasts />
        <LoadingOverlay />
      </div>
      <TabBar />
    </>
  );
}

/** The full-screen overlay of calls that the user waits for. While the app starts there is none, so that cached content stays usable. */
function LoadingOverlay() {
  const { t } = useLingui();
  const veiled = useAtomValue(veiledAtom);
  const initialized = useAtomValue(initializedAtom);
  return <Overlay visible={veiled && initialized} label={t`One moment…`} />;
}
