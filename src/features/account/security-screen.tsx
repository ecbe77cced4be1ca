import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { AccountNotice } from "./account-notice.tsx";
import { SecurityFactor } from "./security-factor.tsx";
import { SecurityForget } from "./security-forget.tsx";
import { SecurityFreeze } from "./security-freeze.tsx";
import { SecurityGlance } from "./security-glance.tsx";
import { SecurityLogins } from "./security-logins.tsx";
import { SecuritySessions } from "./security-sessions.tsx";
import { SecuritySignature } from "./security-signature.tsx";
import styles from "./security.module.css";

/** What guards the account, who is in, and what to do when it is somebody else. */
export function SecurityScreen() {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  if (!authorized) {
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`What guards your account stands here`}>
          <Trans>Log in to see your sessions and turn on a second factor.</Trans>
        </LoginWanted>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <AccountNotice />
      <SecurityGlance />
      <SecurityFactor />
      <SecuritySessions />
      <SecurityLogins />
      <SecurityFreeze />
      <SecuritySignature />
      <SecurityForget />
    </div>
  );
}
