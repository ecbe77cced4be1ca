import { useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { byOperator, type CodeScene } from "#protocol/api/session.ts";
import { errorText, transportText } from "../../../i18n/error-messages.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { accountOf, type AccountDraft } from "./account-input.ts";
import { waitSeconds } from "./login-draft.ts";
import { sendCodeMutation } from "../login-queries.ts";
import { useCountdown } from "./use-countdown.ts";
import styles from "./secret-fields.module.css";

export interface CodeFieldProps {
  scene: CodeScene;
  account: AccountDraft;
  /** The account has a problem: it is shown instead of sending a code. */
  accountReady: boolean;
  onAccountWanted: () => void;
  value: string;
  onValue: (code: string) => void;
  onLeave: () => void;
  problem: string | undefined;
  required: boolean;
  /** What is said once a code was asked for, and whether somebody must pass it on by hand. */
  sentHint?: (byHand: boolean) => string;
}

/** A verification code, and the button that has one sent. */
export function CodeField({
  scene,
  account,
  accountReady,
  onAccountWanted,
  value,
  onValue,
  onLeave,
  problem,
  required,
  sentHint,
}: CodeFieldProps) {
  const { t, i18n } = useLingui();
  const [wait, startWait] = useCountdown();
  const sendCode = useMutation(sendCodeMutation());
  const sent = sendCode.isSuccess;
  const byHand = sendCode.data?.channel === byOperator;

  function send() {
    if (!accountReady) return onAccountWanted();
    sendCode.mutate(
      { account: accountOf(account), logintype: account.way, scene, lang: i18n.locale },
      {
        onSuccess: (answer) => startWait(answer.resend),
        onError: (error) => startWait(waitSeconds(error.data)),
      },
    );
  }

  const failure =
    sendCode.error &&
    (sendCode.error.isTransport
      ? transportText
      : errorText(sendCode.error.status ?? 0, sendCode.error.data));
  const hint =
    sent && sentHint !== undefined
      ? undefined
      : sent && byHand
        ? t`This is a paper venue: nothing is mailed. The code stands in the venue's own log.`
        : sent
          ? t`Sent. It may take a minute to arrive.`
          : required
            ? undefined
            : t`This venue does not ask for one; you may leave it empty.`;

  return (
    <div className={styles.row}>
      <Field
        label={required ? t`Verification code` : t`Verification code (optional)`}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={value}
        problem={problem ?? (failure ? i18n._(failure) : undefined)}
        hint={hint}
        onValue={(text) => onValue(text.replace(/\s/g, ""))}
        onBlur={onLeave}
      />
      <div className={styles.send}>
        <Button
          busy={sendCode.isPending}
          aria-disabled={wait > 0 || undefined}
          onClick={() => wait === 0 && send()}
        >
          {wait > 0 ? t`Again in ${wait} s` : sent ? t`Send again` : t`Send code`}
        </Button>
      </div>
      {sent && sentHint !== undefined && (
        <p className={styles.sent} role="status">
          {sentHint(byHand)}
        </p>
      )}
    </div>
  );
}
