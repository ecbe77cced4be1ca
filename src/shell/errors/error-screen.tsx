import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useState } from "react";
import { useOnline } from "../../features/platform/use-online.ts";
import { untilDone } from "../../lib/until-done.ts";
import { useSteady } from "../../lib/use-steady.ts";
import { Button } from "../../ui/actions/button.tsx";
import { CopyButton } from "../../ui/actions/copy-button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { OfflineIcon } from "../../ui/icons/status-icons.tsx";
import { buildId } from "../update/builds.ts";
import { isBot } from "./is-bot.ts";
import { errorReport, logOnce, statusOf, statusTextOf } from "./log-errors.ts";
import { canBeFetched, isMissingPart } from "../update/missing-part.ts";
import styles from "./error-screens.module.css";

const NothingHere = lazy(() =>
  import("./not-found-screen.tsx").then((loaded) => ({ default: loaded.NothingHere })),
);

/**
 * The generic error page: 404 shows the page-not-found view, everything else the server-error view.
 * Search and preview bots see neither; the error is only logged.
 */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  useEffect(() => logOnce(error), [error]);
  if (isBot(navigator.userAgent)) return null;
  if (isMissingPart(error)) return <MissingPart error={error} reset={reset} />;
  if (statusOf(error) === 404)
    return (
      <Suspense>
        <NothingHere what={statusTextOf(error) ?? t`Page Not Found`} />
      </Suspense>
    );
  return <ServerError error={error} reset={reset} />;
}

function ServerError({ error, reset }: Pick<ErrorComponentProps, "error" | "reset">) {
  const { t } = useLingui();
  const router = useRouter();
  const [uncopied, setUncopied] = useState(false);
  const report = errorReport(error, buildId, location.pathname);
  return (
    <section className={styles.screen} role="alert">
      <p className={styles.code}>{statusOf(error) ?? 500}</p>
      <EmptyState
        title={statusTextOf(error) ?? t`Internal Server Error`}
        action={
          <div className={styles.actions}>
            <Button
              look="primary"
              onClick={() => {
                reset();
                void router.invalidate();
              }}
            >
              <Trans>Try again</Trans>
            </Button>
            <CopyButton
              text={report}
              label={t`Copy report`}
              copiedLabel={t`Copied`}
              onRefused={() => setUncopied(true)}
            />
          </div>
        }
      >
        <Trans>Something in the app failed. Your account and your orders are not affected.</Trans>
      </EmptyState>
      {uncopied && <pre className={styles.report}>{report}</pre>}
      <p className={styles.none}>
        <RescueLink />
      </p>
      <p className={styles.none}>
        <Trans>Build {buildId}</Trans>
      </p>
    </section>
  );
}

/** How often a part could be fetched and was missing all the same, by what its error says. */
const misses = new Map<string, number>();

/**
 * A part of the app that could not be fetched: nothing broke, it is only not here. It is asked for again by itself, and
 * this screen stays until it is there, so that focus stays with it and nothing is read out twice.
 */
function MissingPart({ error, reset }: { error: Error; reset: () => void }) {
  const { t } = useLingui();
  const online = useOnline();
  const router = useRouter();
  const tryAgain = useSteady(() => {
    reset();
    return router.invalidate();
  });
  useEffect(() => {
    const { message } = error;
    const missed = misses.get(message) ?? 0;
    let isLeft = false;
    void untilDone(
      async () => {
        // Without a network it would only be said once more.
        if (isLeft || !navigator.onLine || !(await canBeFetched(error))) return isLeft;
        misses.set(message, missed + 1);
        await tryAgain();
        return isLeft;
      },
      Math.min(2000 * 2 ** missed, 60_000),
    );
    return () => {
      isLeft = true;
    };
  }, [error, tryAgain]);
  return (
    <section className={styles.screen} role="alert">
      <EmptyState
        icon={<OfflineIcon />}
        title={online ? t`This part could not be loaded` : t`You are offline`}
        action={
          <Button look="primary" onClick={() => location.reload()}>
            <Trans>Load the page again</Trans>
          </Button>
        }
      >
        {online ? (
          <Trans>
            The app tries again by itself. There may be a newer version of it. Your account and your
            orders are not affected.
          </Trans>
        ) : (
          <Trans>
            This part of the app is not on this device yet. Load it once you have a connection.
          </Trans>
        )}
      </EmptyState>
      {online && (
        <p className={styles.none}>
          <RescueLink />
        </p>
      )}
    </section>
  );
}

/** To the page that works when the app does not. */
function RescueLink() {
  return (
    <a href="/rescue.html">
      <Trans>It happens again and again? Repair the app</Trans>
    </a>
  );
}
