import { Trans, useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { Banner } from "../../../../ui/states/banner.tsx";
import { Button } from "../../../../ui/actions/button.tsx";
import { Field } from "../../../../ui/fields/field.tsx";
import { Select } from "../../../../ui/fields/select.tsx";
import { AddressField } from "./address-field.tsx";
import { networksOf, readAddress } from "./address-read.ts";
import { AddressView } from "./address-view.tsx";
import { WithdrawalSecretField, useWithdrawalSecret } from "../password/withdrawal-secret.tsx";
import { useAddressMessages } from "./address-messages.ts";
import { useFormWrite } from "../../../../writes/use-form-write.ts";
import { WriteTrouble } from "../../../platform/forms/write-trouble.tsx";
import { savedAddressesQuery } from "../withdrawal-queries.ts";
import { savingAddress } from "./address-writes.ts";
import { withdrawRefusal } from "../withdraw-refusal.ts";
import styles from "../withdraw.module.css";

/** An address to save; with an id, a saved one to rename. */
export interface AddressDraft {
  id?: string;
  label?: string;
  network: string;
  address: string;
  memo: string;
}

export interface AddressEditProps {
  initial: AddressDraft;
  networks: readonly string[];
  waitHours: number;
  stop: string | undefined;
  onDone: () => void;
}

/** Saves an address under a name, or renames a saved one, with the withdrawal password. */
export function AddressEdit({ initial, networks, waitHours, stop, onDone }: AddressEditProps) {
  const { t, i18n } = useLingui();
  const messages = useAddressMessages();
  const client = useQueryClient();
  const secret = useWithdrawalSecret();
  const [draft, setDraft] = useState({
    label: initial.label ?? "",
    network: initial.network,
    address: initial.address,
    memo: initial.memo,
  });
  const [showsProblems, setShowsProblems] = useState(false);
  const [step, setStep] = useState<"address" | "password">("address");
  const save = useFormWrite(savingAddress, {
    onDone(saved) {
      client.setQueryData(savedAddressesQuery().queryKey, saved);
      onDone();
    },
    onFailed({ status, data }) {
      if (status === null) return secret.clear();
      if (!secret.refuse(status, data)) setStep("address");
    },
  });
  const isKnown = initial.id !== undefined;
  const reading = readAddress(draft.address);
  const fits = reading.ok ? networksOf(reading.address, networks) : [];
  const fault = messages.problem(reading, draft.network, fits);
  const label = draft.label.trim();
  const refused =
    save.error && save.error.status !== null
      ? withdrawRefusal(save.error.status, save.error.data, i18n.locale)
      : undefined;
  const message = refused && refused.place !== "password" ? i18n._(refused.text) : undefined;
  const edit = (changed: Partial<typeof draft>) => {
    save.reset();
    setDraft({ ...draft, ...changed });
  };

  function next(event: SyntheticEvent) {
    event.preventDefault();
    if (save.isPending || stop !== undefined) return;
    if (step === "address") {
      if (label === "" || fault !== undefined || !reading.ok) return setShowsProblems(true);
      return setStep("password");
    }
    if (!reading.ok || secret.wait !== undefined) return;
    const takeSecret = secret.take();
    if (!takeSecret) return;
    save.send({
      address: {
        ...(initial.id !== undefined && { id: initial.id }),
        label,
        network: draft.network,
        address: reading.address,
        memo: draft.memo.trim(),
      },
      takeSecret,
    });
  }

  return (
    <form className={styles.stack} noValidate onSubmit={next} aria-label={t`Saved address`}>
      {(save.isLate || save.isChecking || save.error?.status === null) && (
        <WriteTrouble write={save} />
      )}
      {message !== undefined && (
        <Banner tone="danger" live>
          {message}
        </Banner>
      )}
      {step === "address" ? (
        <>
          <Field
            label={t`Name`}
            name="label"
            maxLength={40}
            autoComplete="off"
            value={draft.label}
            problem={
              showsProblems && label === "" ? t`Give it a name you will know it by.` : undefined
            }
            onValue={(typed) => edit({ label: typed })}
          />
          {isKnown ? (
            <AddressView address={draft.address} />
          ) : (
            <>
              <Select
                label={t`Network`}
                value={draft.network}
                options={networks.map((value) => ({ value, label: value }))}
                onValue={(network) => edit({ network })}
              />
              <AddressField
                value={draft.address}
                network={draft.network}
                known={undefined}
                onLeave={() => undefined}
                address={fault === undefined && reading.ok ? reading.address : undefined}
                problem={
                  showsProblems || (draft.address.trim() !== "" && !reading.ok) ? fault : undefined
                }
                onValue={(address) =>
                  edit({
                    address,
                    ...(fits.length === 0 && {
                      network: networksOf(address.trim(), networks)[0] ?? draft.network,
                    }),
                  })
                }
              />
              <Field
                label={t`Memo or tag, if it needs one`}
                name="memo"
                autoComplete="off"
                spellCheck={false}
                maxLength={100}
                value={draft.memo}
                onValue={(memo) => edit({ memo })}
              />
              {waitHours > 0 && (
                <Banner>
                  <Trans>It may be paid {waitHours} hours after it was saved.</Trans>
                </Banner>
              )}
            </>
          )}
        </>
      ) : (
        <>
          <p className={styles.center}>
            <strong>{label}</strong>
          </p>
          <WithdrawalSecretField secret={secret} />
        </>
      )}
      <div className={styles.back}>
        <Button
          size="large"
          onClick={() => (step === "password" ? setStep("address") : onDone())}
        >{t`Back`}</Button>
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          busy={save.isPending}
          disabledReason={stop ?? (step === "password" ? secret.wait : undefined)}
        >
          {step === "address" ? t`Next` : t`Save`}
        </Button>
      </div>
    </form>
  );
}
