import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { buttonClass } from "../../ui/button-class.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { CheckCircleIcon } from "../../ui/status-icons.tsx";
import styles from "./session-form.module.css";

/** After a password was set anew: what has happened to the sessions, and the way to log in. */
export function ForgotDone({ account }: { account: string }) {
  const { t } = useLingui();
  const region = useRef<HTMLDivElement>(null);
  // The form is gone and the focus with it.
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} className={styles.screen} tabIndex={-1} role="status">
      <EmptyState
        icon={<CheckCircleIcon />}
        title={t`Your new password is set`}
        action={
          <Link
            to="/login"
            className={buttonClass({ look: "primary", size: "large" })}
          >{t`Log in`}</Link>
        }
      >
        <Trans>
          Every session of {account} was signed out, on all devices. Withdrawals are held for 24
          hours.
        </Trans>
      </EmptyState>
    </div>
  );
}
