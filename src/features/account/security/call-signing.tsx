import { Trans, useLingui } from "@lingui/react/macro";
import { Card } from "../../../ui/lists/card.tsx";
import { Fold } from "../../../ui/lists/fold.tsx";
import styles from "./security.module.css";

/** How calls are signed, and what that is worth: no more is promised than holds. */
export function SecuritySignature() {
  const { t } = useLingui();
  const overHttps = globalThis.location?.protocol === "https:";
  return (
    <Card title={t`How this app signs its calls`}>
      <p>
        <Trans>
          Each call of yours is signed with the token of this session (signature v1). The venue
          takes a call once, and only within a minute of its time.
        </Trans>
      </p>
      <Fold summary={t`What that protects, and what not`}>
        <div className={styles.sheet}>
          <p>
            <Trans>
              It shows that a call comes from who holds the token, and the token itself is not sent
              again after the login.
            </Trans>
          </p>
          <p>
            <Trans>
              It does not cover what a call says: not its amount, not its address. It hides nothing
              either. Both are the work of the https connection, as with any website.
            </Trans>
          </p>
          <p>
            <Trans>
              A program that runs in this page or reads this browser's storage can take the token.
              Withdrawals ask for the withdrawal password besides.
            </Trans>
          </p>
        </div>
      </Fold>
      {overHttps ? (
        <p className={styles.soft}>
          <Trans>This page came over https.</Trans>
        </p>
      ) : (
        <p className={styles.soft}>
          <Trans>
            This page came over plain http. On this very machine that is fine; over a network,
            others on the way can read and change what is sent.
          </Trans>
        </p>
      )}
    </Card>
  );
}
