import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { LoginWanted } from "../../session/login-wanted.tsx";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import { SecurityFactor } from "./second-factor.tsx";
import { SecurityForget } from "./forget-device.tsx";
import { SecurityFreeze } from "./freeze-account.tsx";
import { SecurityGlance } from "./security-overview.tsx";
import { SecurityLogins } from "./login-history.tsx";
import { SecurityPasskeys } from "./passkeys.tsx";
import { SecuritySessions } from "./open-sessions.tsx";
import { SecuritySignature } from "./call-signing.tsx";
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
      <SecurityPasskeys />
      <SecurityFactor />
      <SecuritySessions />
      <SecurityLogins />
      <SecurityFreeze />
      <SecuritySignature />
      <SecurityForget />
    </div>
  );
}
