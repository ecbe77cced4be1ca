import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useCanGoBack, useLocation, useRouter } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { platformAtom } from "../../features/platform/platform-atoms.ts";
import { ChevronLeftIcon } from "../../ui/icons/action-icons.tsx";
import { IconButton } from "../../ui/actions/icon-button.tsx";
import { ConnectionDot } from "../connection/connection-dot.tsx";
import { NoticeBell } from "./notice-centre-bell.tsx";
import { tabPaths, titleOf } from "../screen-titles.ts";
import { ProfileButton } from "./profile-button.tsx";
import styles from "./header.module.css";

/** Longer titles are set smaller on a phone, before they would be cut. */
const longTitle = 15;

/** Title, paper mark, state of the connection, notices, profile. */
export function Header() {
  const { t, i18n } = useLingui();
  const path = useLocation({ select: (location) => location.pathname });
  const platform = useAtomValue(platformAtom);
  const title = path === "/" ? platform?.base.name || "Godwit" : i18n._(titleOf(path));
  const isTab = (tabPaths as readonly string[]).includes(path);
  return (
    <header className={styles.header}>
      <div className={styles.start}>
        {!isTab && <BackButton />}
        <div className={styles.names}>
          <h1 className={styles.title} data-long={title.length > longTitle || undefined}>
            {title}
          </h1>
          {platform?.base.paper !== false && (
            <span className={styles.paper} title={t`Simulated funds. No real money.`}>
              {isTab && (
                <span className={styles.whole}>
                  <Trans>Paper money</Trans>
                </span>
              )}
              <span className={isTab ? styles.brief : undefined}>
                <Trans context="mark in the header">Paper</Trans>
              </span>
            </span>
          )}
        </div>
      </div>
      <div className={styles.end}>
        <ConnectionDot />
        <NoticeBell />
        <ProfileButton />
      </div>
    </header>
  );
}

function BackButton() {
  const { t } = useLingui();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  if (canGoBack)
    return (
      <IconButton
        label={t`Back`}
        icon={<ChevronLeftIcon />}
        onClick={() => router.history.back()}
      />
    );
  return (
    <Link to="/" className={styles.back} aria-label={t`To the home screen`}>
      <ChevronLeftIcon />
    </Link>
  );
}
