import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { WarningIcon } from "../../ui/icons/status-icons.tsx";
import styles from "./error-screens.module.css";
import type { VersionGap } from "../update/version-gap.ts";
import { restartFresh } from "../update/updates.ts";

/** In the place of every screen while app and venue do not understand each other: nothing works by halves. */
export function VersionGate({ gap }: { gap: VersionGap }) {
  const { t } = useLingui();
  const [restarting, setRestarting] = useState(false);
  const restart = () => {
    setRestarting(true);
    restartFresh();
  };
  return (
    <section className={styles.screen} role="alert">
      <EmptyState
        icon={<WarningIcon />}
        title={
          gap === "app"
            ? t`This app is too old for the venue`
            : t`This app is too new for the venue`
        }
        action={
          <Button look="primary" busy={restarting} onClick={restart}>
            <Trans>Restart with the venue’s version</Trans>
          </Button>
        }
      >
        {gap === "app" ? (
          <Trans>
            The venue has moved on, and this version could misread what it says. Your account, your
            orders and your drafts are not affected. If this comes back after the restart, the venue
            does not offer a newer version yet.
          </Trans>
        ) : (
          <Trans>
            The venue runs an older version, and this one could misread what it says. Your account,
            your orders and your drafts are not affected. If this comes back after the restart, try
            again later.
          </Trans>
        )}
      </EmptyState>
    </section>
  );
}
