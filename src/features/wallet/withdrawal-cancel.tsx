import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WithdrawalRecord } from "#protocol/withdrawal.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { invalidate } from "../../api/query.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useOnline } from "../platform/use-online.ts";
import { cancelWithdrawalMutation, spoiltByWithdrawals } from "./withdrawal-queries.ts";
import styles from "./withdraw.module.css";

/** Takes a withdrawal back while nobody has decided; asks once more first. */
export function WithdrawalCancel({
  record,
  onCancelled,
}: {
  record: Pick<WithdrawalRecord, "id">;
  onCancelled: (record: WithdrawalRecord) => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const online = useOnline();
  const [asking, setAsking] = useState(false);
  const cancel = useMutation(cancelWithdrawalMutation());

  function send() {
    cancel.mutate(
      { id: record.id },
      {
        onSuccess: onCancelled,
        onSettled: () => {
          setAsking(false);
          void invalidate(client, ...spoiltByWithdrawals);
        },
      },
    );
  }

  const { error } = cancel;
  return (
    <div className={styles.cancel}>
      {error && (
        <Banner tone={error.isTransport ? "offline" : "danger"} live>
          {error.status === 300009 ? (
            <Trans>It was decided before your wish arrived. The list says how.</Trans>
          ) : error.status === null ? (
            <Trans>
              No answer came. Your wish may have arrived: the list shows what became of it. To try
              again does no harm.
            </Trans>
          ) : (
            i18n._(errorText(error.status))
          )}
        </Banner>
      )}
      {asking ? (
        <>
          <p>
            <Trans>Take this withdrawal back? The amount is available again at once.</Trans>
          </p>
          <div className={styles.two}>
            <Button wide onClick={() => setAsking(false)}>
              {t({ context: "what was saved or asked for", message: "Keep it" })}
            </Button>
            <Button
              wide
              look="danger"
              busy={cancel.isPending}
              disabledReason={online ? undefined : t`You are offline. This needs a connection.`}
              onClick={send}
            >{t`Take it back`}</Button>
          </div>
        </>
      ) : (
        <Button wide onClick={() => setAsking(true)}>{t`Cancel the withdrawal`}</Button>
      )}
    </div>
  );
}
