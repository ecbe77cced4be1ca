import { Trans, useLingui } from "@lingui/react/macro";
import { useRouter, type ErrorComponentProps } from "@tanstack/react-router";
import { useEffect } from "react";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { EmptyState } from "../ui/empty-state.tsx";
import { buildId } from "./build-id.ts";
import { NotFoundScreen } from "./not-found-screen.tsx";
import styles from "./error-screens.module.css";

const bots = /bot|crawl|spider|slurp|preview|facebookexternalhit|embedly/i;

/**
 * The generic error page: 404 shows the page-not-found view, everything else the server-error view.
 * Search and preview bots see neither; the error is only logged.
 */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui();
  const router = useRouter();
  useEffect(() => console.error(error), [error]);
  if (bots.test(navigator.userAgent)) return null;
  if (statusOf(error) === 404) return <NotFoundScreen />;
  const report = `Godwit ${buildId}\n${location.pathname}\n${error instanceof Error ? `${error.name}: ${error.message}` : String(error)}`;
  return (
    <section className={styles.screen} role="alert">
      <p className={styles.code} aria-hidden="true">500</p>
      <EmptyState
        title={t`Internal Server Error`}
        action={
          <div className={styles.actions}>
            <Button look="primary" onClick={() => { reset(); void router.invalidate(); }}><Trans>Try again</Trans></Button>
            <CopyButton text={report} label={t`Copy report`} copiedLabel={t`Copied`} />
          </div>
        }
      >
        <Trans>Something in the app failed. Your account and your orders are not affected.</Trans>
      </EmptyState>
      <p className={styles.none}><Trans>Build {buildId}</Trans></p>
    </section>
  );
}

function statusOf(error: unknown): number | undefined {
  return typeof error === "object" && error !== null && "status" in error && typeof error.status === "number" ? error.status : undefined;
}
