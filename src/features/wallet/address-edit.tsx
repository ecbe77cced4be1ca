import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState, type SyntheticEvent } from "react";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { AddressField } from "./address-field.tsx";
import { networksOf, readAddress } from "./address-read.ts";
import { AddressView } from "./address-view.tsx";
import { useWithdrawalSecret } from "./use-withdrawal-secret.ts";
import { useWithdrawWords } from "./use-withdraw-words.ts";
import { addressBookQuery, saveAddressMutation } from "./withdrawal-queries.ts";
import { WithdrawalSecretField } from "./withdrawal-secret.tsx";
import { withdrawRefusal } from "./withdraw-refusal.ts";
import styles from "./withdraw.module.css";

/** An address to save, or with its id a saved one to be called something else. */
export interface AddressWish {
  id?: string;
  label?: string;
  network: string;
  address: string;
  memo: string;
}

export interface AddressEditProps {
  wish: AddressWish;
  networks: readonly string[];
  waitHours: number;
  stop: string | undefined;
  onDone: () => void;
}

/** Saves an address under a name, or gives a saved one another; the withdrawal password says that it is its owner. */
export function AddressEdit({ wish, networks, waitHours, stop, onDone }: AddressEditProps) {
  const { t, i18n } = useLingui();
  const words = useWithdrawWords();
  const client = useQueryClient();
  const secret = useWithdrawalSecret();
  const [draft, setDraft] = useState({
    label: wish.label ?? "",
    network: wish.network,
    address: wish.address,
    memo: wish.memo,
  });
  const [told, setTold] = useState(false);
  const [step, setStep] = useState<"address" | "password">("address");
  const save = useMutation(saveAddressMutation());
  const isKnown = wish.id !== undefined;
  const reading = readAddress(draft.address);
  const fits = reading.ok ? networksOf(reading.address, networks) : [];
  const fault = words.addressProblem(reading, draft.network, fits);
  const label = draft.label.trim();
  const refused =
    save.error && save.error.status !== null
      ? withdrawRefusal(save.error.status, save.error.data, i18n.locale)
      : undefined;
  const said = refused && refused.place !== "password" ? i18n._(refused.text) : undefined;
  const edit = (changed: Partial<typeof draft>) => {
    save.reset();
    setDraft({ ...draft, ...changed });
  };

  function next(event: SyntheticEvent) {
    event.preventDefault();
    if (save.isPending || stop !== undefined) return;
    if (step === "address") {
      if (label === "" || fault !== undefined || !reading.ok) return setTold(true);
      return setStep("password");
    }
    if (!reading.ok || secret.wait !== undefined) return;
    if (secret.value === "") return secret.missing();
    save.mutate(
      {
        ...(wish.id !== undefined && { id: wish.id }),
        label,
        network: draft.network,
        address: reading.address,
        memo: draft.memo.trim(),
        wpassword: secret.value,
      },
      {
        onSuccess(book) {
          client.setQueryData(addressBookQuery().queryKey, book);
          onDone();
        },
        onError(error) {
          void client.invalidateQueries({ queryKey: addressBookQuery().queryKey });
          if (error.status === null) return secret.clear();
          if (!secret.refuse(error.status, error.data)) setStep("address");
        },
      },
    );
  }

  return (
    <form className={styles.stack} noValidate onSubmit={next} aria-label={t`Saved address`}>
      {save.error?.isTransport && (
        <Banner tone="offline" live>
          <Trans>
            No answer came, so it may be saved or not. Look in the address book before you try
            again.
          </Trans>
        </Banner>
      )}
      {said !== undefined && (
        <Banner tone="danger" live>
          {said}
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
            problem={told && label === "" ? t`Give it a name you will know it by.` : undefined}
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
                problem={told || (draft.address.trim() !== "" && !reading.ok) ? fault : undefined}
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
