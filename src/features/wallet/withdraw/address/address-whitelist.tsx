import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { SyntheticEvent } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import type { AddressBook } from "#protocol/api/withdrawal.ts";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { WithdrawalSecretField, useWithdrawalSecret } from "../password/withdrawal-secret.tsx";
import { useFormWrite } from "../../../../writes/use-form-write.ts";
import { WriteTrouble } from "../../../platform/forms/write-trouble.tsx";
import { savedAddressesQuery } from "../withdrawal-queries.ts";
import { settingWhitelist } from "./address-writes.ts";
import styles from "../withdraw.module.css";

/** Turns the whitelist on at once, or off a day later. With it only saved addresses are paid. */
export function AddressWhitelist({
  savedAddresses,
  stop,
  onDone,
}: {
  savedAddresses: AddressBook;
  stop: string | undefined;
  onDone: () => void;
}) {
  const { t } = useLingui();
  const client = useQueryClient();
  const secret = useWithdrawalSecret();
  const change = useFormWrite(settingWhitelist, {
    onDone(changed) {
      client.setQueryData(savedAddressesQuery().queryKey, changed);
      onDone();
    },
    onFailed: ({ status, data }) =>
      void (status === null ? secret.clear() : secret.refuse(status, data)),
  });
  // While turning off is pending, the whitelist can be turned on again.
  const on = savedAddresses.whitelist === 0 || savedAddresses.whitelist_off_from !== null;
  const status = change.error?.status;
  const isSaidAtField =
    status === codes.wrongWithdrawalPassword ||
    status === codes.tooManyAttempts ||
    status === codes.wrongCode;

  function send(event: SyntheticEvent) {
    event.preventDefault();
    if (change.isPending || stop !== undefined || secret.wait !== undefined) return;
    const takeSecret = secret.take();
    if (takeSecret) change.send({ on, takeSecret });
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
            In 24 hours any address may be paid again. Until then it can be undone, also where it
            was not you who changed it.
          </Trans>
        )}
      </p>
      {on && savedAddresses.list.length === 0 && (
        <Banner tone="warning">
          <Trans>Your book is empty: nothing could be withdrawn until you save an address.</Trans>
        </Banner>
      )}
      {!isSaidAtField && <WriteTrouble write={change} />}
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
