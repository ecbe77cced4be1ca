import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useAtomValue, useStore } from "jotai";
import { useState } from "react";
import { Button } from "../../../../ui/actions/button.tsx";
import { Card } from "../../../../ui/lists/card.tsx";
import { ErrorState } from "../../../../ui/states/error-state.tsx";
import { KeyValue, KeyValues } from "../../../../ui/lists/key-values.tsx";
import { Skeleton } from "../../../../ui/states/skeleton.tsx";
import { Tag } from "../../../../ui/text/tag.tsx";
import { AccountNotice } from "../../../session/account-status/account-notice.tsx";
import { accountStatusAtom } from "../../../session/account-status/account-status-atom.ts";
import { useWriteStop } from "../../../session/account-status/use-write-stop.ts";
import { LoginWanted } from "../../../session/login-wanted.tsx";
import { userInfoQuery } from "../../../session/session-queries.ts";
import { authorizedAtom, userAtom } from "../../../session/session-atoms.ts";
import { WithdrawalPasswordFlow } from "./withdrawal-password-flow.tsx";
import type { WithdrawalPasswordMode } from "./withdrawal-password-form.ts";
import { markWithdrawalPasswordSet } from "./withdrawal-password-write.ts";
import styles from "./withdrawal-password.module.css";

export interface WithdrawalPasswordScreenProps {
  /** Called when the password is set; the caller shows a notice and navigates. */
  onDone: (mode: WithdrawalPasswordMode, heldUntil: number) => void;
  /** Called when the venue already has a password that this device did not know of. */
  onAlreadySet: () => void;
}

/** The withdrawal password: whether it is set, and the ways to set, change or reset it. */
export function WithdrawalPasswordScreen({ onDone, onAlreadySet }: WithdrawalPasswordScreenProps) {
  const { t } = useLingui();
  const store = useStore();
  const client = useQueryClient();
  const authorized = useAtomValue(authorizedAtom);
  const user = useAtomValue(userAtom);
  const accountStatus = useAtomValue(accountStatusAtom);
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
      {isSet === undefined && error && accountStatus === "normal" ? (
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
