import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import type { AddressBook } from "#protocol/withdrawal.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { useWithdrawalSecret } from "./use-withdrawal-secret.ts";
import { addressBookQuery, whitelistMutation } from "./withdrawal-queries.ts";
import { WithdrawalSecretField } from "./withdrawal-secret.tsx";
import styles from "./withdraw.module.css";

/** Turns on that saved addresses alone are paid, at once; or asks to turn it off, a day later. */
export function AddressWhitelist({
  book,
  stop,
  onDone,
}: {
  book: AddressBook;
  stop: string | undefined;
  onDone: () => void;
}) {
  const { t, i18n } = useLingui();
  const client = useQueryClient();
  const secret = useWithdrawalSecret();
  const change = useMutation(whitelistMutation());
  // Asked for already, it can be taken back.
  const on = book.whitelist === 0 || book.whitelist_off_from !== null;
  const error = change.error;

  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (change.isPending || stop !== undefined || secret.wait !== undefined) return;
    if (secret.value === "") return secret.missing();
    change.mutate(
      { on, wpassword: secret.value },
      {
        onSuccess(changed) {
          client.setQueryData(addressBookQuery().queryKey, changed);
          onDone();
        },
        onError: ({ status, data }) =>
          void (status === null ? secret.clear() : secret.refuse(status, data)),
      },
    );
  }

  return (
    <form className={styles.stack} noValidate onSubmit={send}>
      <p>
        {on ? (
          <Trans>
            From now on only the addresses in your book are paid. A thief who has your phone and
            your password could pay nobody else.
          </Trans>
        ) : (
          <Trans>
            In 24 hours any address may be paid again. Until then you can change your mind, and so
            can whoever was not you.
          </Trans>
        )}
      </p>
      {on && book.list.length === 0 && (
        <Banner tone="warning">
          <Trans>Your book is empty: nothing could be withdrawn until you save an address.</Trans>
        </Banner>
      )}
      {error && error.status !== 300022 && error.status !== 200002 && (
        <Banner tone="danger" live>
          {error.status === null ? (
            <Trans>No answer came. Look at the switch before you try again.</Trans>
          ) : (
            i18n._(errorText(error.status))
          )}
        </Banner>
      )}
      <WithdrawalSecretField secret={secret} />
      <div className={styles.back}>
        <Button size="large" onClick={onDone}>{t`Back`}</Button>
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          busy={change.isPending}
          disabledReason={stop ?? secret.wait}
        >
          {on ? t`Pay saved addresses only` : t`Turn it off in 24 hours`}
        </Button>
      </div>
    </form>
  );
}
