import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { LoginForm } from "./login-form.tsx";
import styles from "../form/session-form.module.css";

export interface LoginScreenProps {
  /** The intended path, handed on to registration. */
  to: string | undefined;
  onDone: () => void;
}

export function LoginScreen({ to, onDone }: LoginScreenProps) {
  return (
    <div className={styles.screen}>
      <p className={styles.lead}>
        <Trans>Your paper wallet and orders are where you left them.</Trans>
      </p>
      <LoginForm onDone={onDone} />
      <p className={styles.other}>
        <Trans>
          No account yet?{" "}
          <Link to="/register" search={to === undefined ? {} : { to }}>
            Register
          </Link>
        </Trans>
      </p>
    </div>
  );
}
