import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Card } from "../../../ui/lists/card.tsx";
import { Fold } from "../../../ui/lists/fold.tsx";
import { sessionAtom } from "../../session/session-atoms.ts";
import styles from "./security.module.css";

/** How calls are signed, and what that is worth: no more is promised than holds. */
export function SecuritySignature() {
  const { t } = useLingui();
  const hasKey = useAtomValue(sessionAtom)?.deviceKey !== undefined;
  const overHttps = globalThis.location?.protocol === "https:";
  return (
    <Card title={t`How this app signs its calls`}>
      <p>
        {hasKey ? (
          <Trans>
            Each call of yours is signed with the token of this session and with a key that stays in
            this browser (signature v2). The venue takes a call once, and only within a minute of
            its time.
          </Trans>
        ) : (
          <Trans>
            Each call of yours is signed with the token of this session (signature v1). The venue
            takes a call once, and only within a minute of its time.
          </Trans>
        )}
      </p>
      <Fold summary={t`What that protects, and what not`}>
        <div className={styles.sheet}>{hasKey ? <WithKey /> : <WithToken />}</div>
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

function WithKey() {
  return (
    <>
      <p>
        <Trans>
          Who copies the token alone can log you out, but can read nothing of yours and move
          nothing. The key cannot be copied: the browser signs with it and gives it to nobody, this
          app included.
        </Trans>
      </p>
      <p>
        <Trans>
          The signature covers what a call says, its amount and its address. It hides nothing: that
          is the work of the https connection, as with any website.
        </Trans>
      </p>
      <p>
        <Trans>
          A program that runs in this page can use the key while the page is open. Withdrawals ask
          for the withdrawal password besides.
        </Trans>
      </p>
      <p>
        <Trans>Where this browser loses the key, you log in again. Nothing else is lost.</Trans>
      </p>
    </>
  );
}

function WithToken() {
  return (
    <>
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
      <p>
        <Trans>
          A log-in over https, in a window that is not private, gives the session a key of its own
          where the venue takes one.
        </Trans>
      </p>
    </>
  );
}
