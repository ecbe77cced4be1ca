import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import type { DataOf } from "#protocol/endpoint.ts";
import type { securityEndpoints } from "#protocol/security.ts";
import { errorText } from "../../i18n/error-texts.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Field } from "../../ui/field.tsx";
import { QrCode } from "../../ui/qr-code.tsx";
import { Steps } from "../../ui/steps.tsx";
import { waitSeconds } from "../session/login-draft.ts";
import { useCountdown } from "../session/use-countdown.ts";
import { enableTotpMutation, setupTotpMutation } from "./security-queries.ts";
import { SecurityProof } from "./security-proof.tsx";
import { SecurityRecovery } from "./security-recovery.tsx";
import { grouped } from "./security-texts.ts";
import styles from "./security.module.css";

export interface SecurityFactorSetupProps {
  /** The recovery codes are on screen: closing by a slip would lose them. */
  onMustKeep: () => void;
  onDone: () => void;
}

type Secret = DataOf<typeof securityEndpoints.setupTotp>;

/** Turning the second factor on: the password, the authenticator, the recovery codes. */
export function SecurityFactorSetup({ onMustKeep, onDone }: SecurityFactorSetupProps) {
  const { t } = useLingui();
  const setup = useMutation(setupTotpMutation());
  const [secret, setSecret] = useState<Secret | null>(null);
  const [recovery, setRecovery] = useState<readonly string[] | null>(null);
  const step = recovery ? "keep" : secret ? "scan" : "password";

  return (
    <div className={styles.sheet}>
      <Steps
        label={t`Steps`}
        current={step}
        steps={[
          { id: "password", label: t`You` },
          { id: "scan", label: t`Authenticator` },
          { id: "keep", label: t`Recovery codes` },
        ]}
      />
      {step === "password" && (
        <>
          <p>
            <Trans>
              You need an authenticator app, such as the one your phone or your password manager
              has.
            </Trans>
          </p>
          <SecurityProof
            name={t`Turn on the second factor`}
            submitLabel={t`Next`}
            sending={setup}
            onSubmit={({ password }) => setup.mutateAsync({ password }).then(setSecret)}
            whenLost={<Trans>Nothing is turned on yet: try again.</Trans>}
          />
        </>
      )}
      {secret && !recovery && (
        <Verify
          secret={secret}
          onAgain={() => {
            setup.reset();
            setSecret(null);
          }}
          onEnabled={(codes) => {
            onMustKeep();
            setRecovery(codes);
          }}
        />
      )}
      {recovery && <SecurityRecovery codes={recovery} onDone={onDone} />}
    </div>
  );
}

function Verify({
  secret,
  onEnabled,
  onAgain,
}: {
  secret: Secret;
  onEnabled: (codes: readonly string[]) => void;
  onAgain: () => void;
}) {
  const { t, i18n } = useLingui();
  const enable = useMutation(enableTotpMutation());
  const [code, setCode] = useState("");
  const [waitLeft, startWait] = useCountdown();
  const form = useRef<HTMLFormElement>(null);
  // Without a return: what some browsers answer is no way to clean up.
  useEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const digits = code.replace(/\s/g, "");
  const status = enable.error?.status ?? null;
  const isExpired =
    status === 300005 && (enable.error?.data as { reason?: string } | null)?.reason === "expired";
  const isOther = status !== null && status !== 300005;

  function verify(event: SyntheticEvent) {
    event.preventDefault();
    if (enable.isPending || waitLeft > 0) return;
    enable.mutate(
      { code: digits },
      {
        onSuccess: ({ recovery }) => onEnabled(recovery),
        onError: (error) => startWait(waitSeconds(error.data)),
      },
    );
  }

  return (
    <>
      <p>
        <Trans>
          Scan this with your authenticator, or open it there. On one phone alone, copy the key and
          enter it by hand.
        </Trans>
      </p>
      <QrCode text={secret.uri} label={t`QR code of the key for your authenticator`} />
      <div className={styles.secret}>
        <code>{grouped(secret.secret)}</code>
        <CopyButton text={secret.secret} label={t`Copy the key`} copiedLabel={t`Copied`} />
      </div>
      {secret.uri.startsWith("otpauth:") && (
        <a
          className={buttonClass({ look: "secondary", wide: true })}
          href={secret.uri}
        >{t`Open in an authenticator on this device`}</a>
      )}
      <form
        ref={form}
        className={styles.sheet}
        noValidate
        onSubmit={verify}
        aria-label={t`Check the authenticator`}
      >
        <Field
          label={t`Code it shows now`}
          name="totp"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={8}
          value={code}
          problem={
            status === 300005 && !isExpired
              ? t`This code is not of that key. Check the clock of the phone, and take the newest code.`
              : undefined
          }
          onValue={(value) => {
            if (enable.isError) enable.reset();
            setCode(value);
          }}
        />
        {isExpired && (
          <Banner
            tone="warning"
            live
            action={<Button look="quiet" size="small" onClick={onAgain}>{t`Begin anew`}</Button>}
          >
            <Trans>The key was good for ten minutes. A new one is made when you begin anew.</Trans>
          </Banner>
        )}
        {isOther && (
          <Banner tone="danger" live>
            {i18n._(errorText(status))}
          </Banner>
        )}
        {enable.error?.isTransport && (
          <Banner tone="offline" live>
            <Trans>
              The venue did not answer. Close this and look: if it is on, turn it off and on again,
              for its recovery codes were lost on the way.
            </Trans>
          </Banner>
        )}
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          busy={enable.isPending}
          disabledReason={
            waitLeft > 0
              ? t`Next try in ${waitLeft} s.`
              : digits.length === 6
                ? undefined
                : t`Enter the 6 digits.`
          }
        >
          {t`Turn on`}
        </Button>
      </form>
    </>
  );
}
