import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useStore } from "jotai";
import { useState, type SyntheticEvent } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import { wantsFactor } from "#protocol/wire/second-factor.ts";
import { errorText, transportText } from "../../../i18n/error-messages.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { AccountFields } from "../form/account-fields.tsx";
import { FactorField } from "../form/factor-field.tsx";
import {
  loginProblems,
  loginRefusalPlace,
  loginRequest,
  needsReset,
  waitSeconds,
  type LoginField,
} from "../form/login-draft.ts";
import { problemTexts } from "../form/problem-messages.ts";
import { loginMutation } from "../login-queries.ts";
import { PasskeyLogin } from "./passkey-login.tsx";
import { openSession } from "../session-flow.ts";
import { limitedStatus, reasonIn } from "../account-status/account-status.ts";
import { AccountStatusNotice } from "../account-status/account-status-notice.tsx";
import { UnencryptedNote } from "../form/unencrypted-note.tsx";
import { useAccountDraft } from "../form/use-account-draft.ts";
import { useCountdown } from "../form/use-countdown.ts";
import { useWaitText } from "../form/use-wait-text.ts";
import { useFormProblems } from "../form/use-form-problems.ts";
import { SecretField } from "../form/secret-field.tsx";
import styles from "../form/session-form.module.css";

export interface LoginFormProps {
  /** The session is open; the caller decides where to go. */
  onDone: () => void;
  /** The user goes to another page of this app, such as the one for a forgotten password. */
  onLeave?: () => void;
}

/** Account and password, for the log-in screen and for the dialog over a page whose session ended. */
export function LoginForm({ onDone, onLeave }: LoginFormProps) {
  const { t, i18n } = useLingui();
  const store = useStore();
  const online = useOnline();
  const [account, changeAccount] = useAccountDraft();
  const [password, setPassword] = useState("");
  const [factor, setFactor] = useState("");
  /** The venue has asked for a second factor. */
  const [asksFactor, setAsksFactor] = useState(false);
  const [factorMissing, setFactorMissing] = useState(false);
  const [waitLeft, startWait] = useCountdown();
  const waitText = useWaitText(waitLeft);
  const [mustReset, setMustReset] = useState(false);
  const { formRef, mayShow, leave, showAll, focusFirst } = useFormProblems<LoginField>();
  const login = useMutation(loginMutation());

  const draft = { ...account, password, factor: asksFactor ? factor : "" };
  const problems = loginProblems(draft);
  const status = login.error?.status ?? null;
  const refusedAt = status === null ? undefined : loginRefusalPlace(status);
  const limited = status === null ? undefined : limitedStatus(status);

  function problemOf(field: LoginField): string | undefined {
    const problem = problems[field];
    if (problem && mayShow(field)) return i18n._(problemTexts[problem]);
    return status !== null && refusedAt === field ? i18n._(errorText(status)) : undefined;
  }

  function edited() {
    if (login.isError) login.reset();
  }

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (login.isPending || waitLeft > 0 || !online) return;
    if (problems.account || problems.password) return showAll();
    if (asksFactor && factor.trim() === "") return setFactorMissing(true);
    login.mutate(loginRequest(draft), {
      onSuccess(answer) {
        openSession(store, answer);
        onDone();
      },
      onError(error) {
        if (error.status === codes.tooManyAttempts) {
          startWait(waitSeconds(error.data));
          setMustReset(needsReset(error.data));
        }
        if (wantsFactor(error.status, error.data)) setAsksFactor(true);
        focusFirst();
      },
    });
  }

  return (
    <form ref={formRef} className={styles.form} noValidate onSubmit={submit}>
      <AccountFields
        draft={account}
        onDraft={(change) => {
          edited();
          // The message was about the account typed before.
          setMustReset(false);
          setAsksFactor(false);
          setFactor("");
          changeAccount(change);
        }}
        problem={problemOf("account")}
        onLeave={(value) => leave("account", value)}
        emailAutoComplete="username"
      />
      <SecretField
        label={t`Password`}
        name="password"
        autoComplete="current-password"
        enterKeyHint="go"
        value={password}
        problem={problemOf("password")}
        onValue={(value) => {
          edited();
          setPassword(value);
        }}
      />
      {asksFactor && (
        <>
          {status !== codes.wrongCredentials && (
            <p role="status">{t`Your password is right. This account asks for a second factor too.`}</p>
          )}
          <FactorField
            value={factor}
            takesFocus
            problem={
              factorMissing
                ? t`Enter the code.`
                : status === codes.wrongCode && login.variables?.totp !== undefined
                  ? t`This code is wrong, or was used already. Wait for the next one.`
                  : undefined
            }
            onValue={(value) => {
              edited();
              setFactorMissing(false);
              setFactor(value);
            }}
          />
        </>
      )}
      <p className={styles.forgot}>
        <Link to="/password/forgot" onClick={onLeave}>{t`Forgot password?`}</Link>
      </p>
      {limited && <AccountStatusNotice status={limited} reason={reasonIn(login.error?.data)} />}
      {status === codes.wrongCode && !wantsFactor(status, login.error?.data) && (
        <Banner tone="danger" live>
          {i18n._(errorText(status))}
        </Banner>
      )}
      {status !== null && refusedAt === "form" && !limited && !mustReset && (
        <Banner tone="danger">{i18n._(errorText(status, login.error?.data))}</Banner>
      )}
      {mustReset && (
        <Banner tone="danger" live>
          <Trans>
            There were too many wrong tries. This password no longer opens the account:{" "}
            <Link to="/password/forgot" onClick={onLeave}>
              set a new one
            </Link>
            .
          </Trans>
        </Banner>
      )}
      {login.error?.isTransport && (
        <Banner tone="offline" live>
          {i18n._(transportText)}
        </Banner>
      )}
      <UnencryptedNote />
      <div className={styles.submit}>
        <Button
          type="submit"
          look="primary"
          size="large"
          wide
          busy={login.isPending}
          disabledReason={!online ? t`You are offline. Logging in needs a connection.` : waitText}
        >
          {t`Log in`}
        </Button>
        <PasskeyLogin onDone={onDone} />
      </div>
    </form>
  );
}
