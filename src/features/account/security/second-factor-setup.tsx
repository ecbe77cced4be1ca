import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState, type SyntheticEvent } from "react";
import { useAtomValue } from "jotai";
import * as codes from "#protocol/wire/error-codes.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button, buttonClass } from "../../../ui/actions/button.tsx";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { QrCode } from "../../../ui/figures/qr-code.tsx";
import { Steps } from "../../../ui/states/progress.tsx";
import { WriteTrouble } from "../../platform/forms/write-trouble.tsx";
import { waitSeconds } from "../../session/form/login-draft.ts";
import { useCountdown } from "../../session/form/use-countdown.ts";
import { beginningFactor, enablingFactor, type FactorSecret } from "./security-writes.ts";
import { once } from "../../../writes/plain-kind.ts";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { SecurityProof } from "./identity-proof.tsx";
import { grouped, recoveryFile } from "./security-messages.ts";
import { saveFile } from "../../../lib/save-file.ts";
import { DownloadIcon } from "../../../ui/icons/navigation-icons.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { userAtom } from "../../session/session-atoms.ts";
import styles from "./security.module.css";

export interface SecurityFactorSetupProps {
  /** One of them confirms that it is the owner who adds a factor. */
  hasPasskeys: boolean;
  /** The recovery codes are on screen: closing by a slip would lose them. */
  onMustKeep: () => void;
  onDone: () => void;
}

/** Turning the second factor on: the password, the authenticator, the recovery codes. */
export function SecurityFactorSetup({ hasPasskeys, onMustKeep, onDone }: SecurityFactorSetupProps) {
  const { t } = useLingui();
  const [secret, setSecret] = useState<FactorSecret | null>(null);
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
            asks={hasPasskeys ? "factor" : undefined}
            kind={beginningFactor}
            intentOf={({ password, code }) => once({ password, totp: code })}
            onDone={setSecret}
            whenLost={<Trans>Nothing is turned on yet: try again.</Trans>}
          />
        </>
      )}
      {secret && !recovery && (
        <Verify
          secret={secret}
          onAgain={() => setSecret(null)}
          onEnabled={(fresh) => {
            onMustKeep();
            setRecovery(fresh);
          }}
        />
      )}
      {recovery && <SecurityRecovery recovery={recovery} onDone={onDone} />}
    </div>
  );
}

function Verify({
  secret,
  onEnabled,
  onAgain,
}: {
  secret: FactorSecret;
  onEnabled: (codes: readonly string[]) => void;
  onAgain: () => void;
}) {
  const { t, i18n } = useLingui();
  const [code, setCode] = useState("");
  const [waitLeft, startWait] = useCountdown();
  const enable = useFormWrite(enablingFactor, {
    onDone: (recovery) => recovery && onEnabled(recovery),
    onFailed: ({ data }) => startWait(waitSeconds(data)),
  });
  const isOnWithoutCodes = enable.answer === null;
  const form = useRef<HTMLFormElement>(null);
  // Without a return: what some browsers answer is no way to clean up.
  useEffect(() => {
    form.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const digits = code.replace(/\s/g, "");
  const status = enable.error?.status ?? null;
  const isExpired =
    status === codes.wrongCode &&
    (enable.error?.data as { reason?: string } | null)?.reason === "expired";
  const isOther = status !== null && status !== codes.wrongCode;

  function verify(event: SyntheticEvent) {
    event.preventDefault();
    if (enable.isPending || waitLeft > 0) return;
    enable.send({ code: digits });
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
            status === codes.wrongCode && !isExpired
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
            action={<Button look="quiet" size="small" onClick={onAgain}>{t`Start again`}</Button>}
          >
            <Trans>The key was valid for ten minutes. Start again to get a new one.</Trans>
          </Banner>
        )}
        {isOther && (
          <Banner tone="danger" live>
            {i18n._(errorText(status))}
          </Banner>
        )}
        {(enable.isLate || enable.isChecking || enable.error?.status === null) && (
          <WriteTrouble write={enable} />
        )}
        {isOnWithoutCodes && (
          <Banner tone="warning" live>
            <Trans>
              The second factor is on, but its recovery codes were lost on the way. Close this, and
              turn it off and on again to get new ones.
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
            isOnWithoutCodes
              ? t`It is on already.`
              : waitLeft > 0
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

/** The recovery codes, which are shown this once. */
function SecurityRecovery({
  recovery,
  onDone,
}: {
  recovery: readonly string[];
  onDone: () => void;
}) {
  const { t } = useLingui();
  const account = useAtomValue(userAtom)?.account ?? "";
  const [isSaved, setSaved] = useState(false);
  const title = useRef<HTMLParagraphElement>(null);
  useEffect(() => title.current?.focus(), []);
  const save = () =>
    saveFile(
      recoveryFile(recovery, {
        place: location.host,
        account,
        explanation: t`Each code stands in for the authenticator once.`,
      }),
    );

  return (
    <>
      <p ref={title} tabIndex={-1} className={styles.name}>
        <Trans>
          The second factor is on. Keep these ten recovery codes now: they are shown this once.
        </Trans>
      </p>
      <p className={styles.soft}>
        <Trans>
          Without your phone, one of them logs you in; each works once. Keep them away from the
          phone, on paper or in a password manager.
        </Trans>
      </p>
      <ol className={styles.codes}>
        {recovery.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className={styles.pair}>
        <Button wide icon={<DownloadIcon size={20} />} onClick={save}>{t`Save as a file`}</Button>
        <CopyButton text={recovery.join("\n")} label={t`Copy all codes`} copiedLabel={t`Copied`} />
      </div>
      <Checkbox checked={isSaved} onChecked={setSaved}>{t`I have kept the codes`}</Checkbox>
      <Button
        look="primary"
        size="large"
        wide
        disabledReason={isSaved ? undefined : t`Keep the codes first; they are not shown again.`}
        onClick={onDone}
      >{t`Done`}</Button>
    </>
  );
}
