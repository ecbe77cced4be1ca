import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { standingAtom } from "../account/standing-atom.ts";
import { useWriteStop } from "../account/use-write-stop.ts";
import { LoginWanted } from "../session/login-wanted.tsx";
import { userInfoQuery } from "../session/queries.ts";
import { authorizedAtom, userAtom } from "../session/session-atoms.ts";
import { WithdrawalPasswordFlow } from "./withdrawal-password-flow.tsx";
import type { WithdrawalPasswordMode } from "./withdrawal-password-form.ts";
import { markWithdrawalPasswordSet } from "./withdrawal-password-set.ts";
import styles from "./withdrawal-password.module.css";

export interface WithdrawalPasswordScreenProps {
  /** It is set. Where to go then, and what to say, is the caller's business. */
  onDone: (mode: WithdrawalPasswordMode, heldUntil: number) => void;
  /** The venue had one already when this device thought otherwise. */
  onAlreadySet: () => void;
}

/** The password that every withdrawal asks for: whether it is set, and setting, changing, replacing it. */
export function WithdrawalPasswordScreen({ onDone, onAlreadySet }: WithdrawalPasswordScreenProps) {
  const { t } = useLingui();
  const store = useStore();
  const client = useQueryClient();
  const authorized = useAtomValue(authorizedAtom);
  const user = useAtomValue(userAtom);
  const standing = useAtomValue(standingAtom);
  const stop = useWriteStop();
  const [mode, setMode] = useState<WithdrawalPasswordMode | null>(null);
  const { error, refetch, isFetching } = useQuery({ ...userInfoQuery(), enabled: authorized });

  if (!authorized) {
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`Your withdrawal password is set here`}>
          <Trans>Log in to set or change it.</Trans>
        </LoginWanted>
      </div>
    );
  }
  if (mode !== null) {
    return (
      <div className={styles.screen}>
        <AccountNotice />
        <WithdrawalPasswordFlow
          key={mode}
          mode={mode}
          onCancel={() => setMode(null)}
          onAlreadySet={() => {
            markWithdrawalPasswordSet(store, client);
            setMode(null);
            onAlreadySet();
          }}
          onDone={(heldUntil) => {
            markWithdrawalPasswordSet(store, client);
            setMode(null);
            onDone(mode, heldUntil);
          }}
        />
      </div>
    );
  }
  const isSet = user ? String(user.wpassword ?? "") !== "" : undefined;
  return (
    <div className={styles.screen}>
      <AccountNotice />
      <p className={styles.lead}>
        <Trans>
          Every withdrawal asks for it, so that a stranger with your open phone cannot take your
          funds. It is digits only, and never your login password.
        </Trans>
      </p>
      {isSet === undefined && error && standing === "normal" ? (
        <ErrorState
          title={t`Your account did not arrive`}
          retryLabel={t`Try again`}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          <Trans>Whether a withdrawal password is set is known to the venue alone.</Trans>
        </ErrorState>
      ) : (
        <Card>
          <KeyValues>
            <KeyValue label={t`Withdrawal password`}>
              {isSet === undefined ? (
                <Skeleton width="half" />
              ) : isSet ? (
                <span className={styles.mask} role="img" aria-label={t`Set; it cannot be shown`}>
                  ••••••
                </span>
              ) : (
                <Tag tone="warning">{t`Not set`}</Tag>
              )}
            </KeyValue>
          </KeyValues>
        </Card>
      )}
      {isSet !== undefined && (
        <div className={styles.acts}>
          <Button
            look="primary"
            size="large"
            wide
            disabledReason={stop}
            onClick={() => setMode(isSet ? "change" : "set")}
          >
            {isSet ? t`Change it` : t`Set withdrawal password`}
          </Button>
          {isSet && stop === undefined && (
            <Button
              look="quiet"
              size="large"
              wide
              onClick={() => setMode("reset")}
            >{t`Forgot it?`}</Button>
          )}
        </div>
      )}
      {isSet && (
        <p className={styles.soft}>
          <Trans>
            After a change, withdrawals are held for 24 hours: time to notice one that was not
            yours.
          </Trans>
        </p>
      )}
    </div>
  );
}
