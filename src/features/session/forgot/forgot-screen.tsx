import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useStore } from "jotai";
import { useState, type SyntheticEvent, useEffect, useRef } from "react";
import { Button, buttonClass } from "../../../ui/actions/button.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { AccountFields } from "../form/account-fields.tsx";
import { accountOf } from "../form/account-input.ts";
import { CodeField } from "../form/secret-fields.tsx";
import { forgotAccountAtom, useAccountDraft } from "../form/use-account-draft.ts";
import { FormTrouble } from "../form/form-trouble.tsx";
import { forgotProblems, forgotRefusal, forgotRequest, type ForgotField } from "./forgot-form.ts";
import { waitSeconds } from "../form/login-draft.ts";
import { NewPasswordFields } from "../form/new-password-fields.tsx";
import { problemTexts } from "../form/problem-messages.ts";
import { forgotMutation } from "../login-queries.ts";
import { sessionAtom, userAtom } from "../session-atoms.ts";
import { closeSession } from "../session-flow.ts";
import { useCountdown } from "../form/use-countdown.ts";
import { useWaitText } from "../form/use-wait-text.ts";
import { useFieldProblems, useFormProblems } from "../form/use-form-problems.ts";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { CheckCircleIcon } from "../../../ui/icons/status-icons.tsx";
import styles from "../form/session-form.module.css";

/** Resets a forgotten login password: the account, the code sent there, and a new password. It does not log in. */
export function ForgotScreen() {
  const { t } = useLingui();
  const store = useStore();
  const online = useOnline();
  const [account, changeAccount] = useAccountDraft();
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [waitLeft, startWait] = useCountdown();
  const waitText = useWaitText(waitLeft);
  const { formRef, mayShow, leave, showAll, focusFirst } = useFormProblems<ForgotField>();
  const forgot = useMutation(forgotMutation());

  const draft = { ...account, code, password, repeat };
  const problems = forgotProblems(draft);
  const { problemOf, edit, refusal } = useFieldProblems({
    sending: forgot,
    problems,
    texts: problemTexts,
    refusalOf: forgotRefusal,
    mayShow,
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (forgot.isPending || waitLeft > 0 || !online) return;
    if (Object.keys(problems).length > 0) return showAll();
    const request = forgotRequest(draft);
    forgot.mutate(request, {
      onSuccess() {
        // The venue has ended all sessions of the account; another account's session on this device goes on.
        if (
          store.get(sessionAtom) &&
          store.get(userAtom)?.account.toLowerCase() === request.account.toLowerCase()
        )
          closeSession(store);
        store.set(forgotAccountAtom, account);
      },
      onError(error) {
        startWait(waitSeconds(error.data));
        focusFirst();
      },
    });
  }

  if (forgot.isSuccess) return <ForgotDone account={accountOf(account)} />;
  return (
    <div className={styles.screen}>
      <p className={styles.lead}>
        <Trans>
          Have a code sent to your account, then choose a new password. Every device will be signed
          out.
        </Trans>
      </p>
      <form ref={formRef} className={styles.form} noValidate onSubmit={submit}>
        <AccountFields
          draft={account}
          onDraft={edit(changeAccount)}
          problem={problemOf("account")}
          onLeave={(value) => leave("account", value)}
          emailAutoComplete="username"
        />
        <CodeField
          scene="forgot"
          account={account}
          accountReady={problems.account === undefined}
          onAccountWanted={() => {
            leave("account", "asked");
            focusFirst();
          }}
          value={code}
          onValue={edit(setCode)}
          onLeave={() => leave("code", code)}
          problem={problemOf("code")}
          required
          sentHint={(byHand) =>
            byHand
              ? t`If there is an account, a code is on its way. On this paper venue its operator can read it at the venue's terminal.`
              : t`If there is an account, a code is on its way. It may take a minute.`
          }
        />
        <NewPasswordFields
          password={password}
          repeat={repeat}
          onPassword={edit(setPassword)}
          onRepeat={edit(setRepeat)}
          onLeave={leave}
          problemOf={problemOf}
          account={accountOf(account)}
        />
        <FormTrouble refusal={refusal} lost={forgot.error?.isTransport === true}>
          <Trans>If the password was set all the same, logging in with it will work.</Trans>
        </FormTrouble>
        <div className={styles.submit}>
          <Button
            type="submit"
            look="primary"
            size="large"
            wide
            busy={forgot.isPending}
            disabledReason={
              !online ? t`You are offline. Setting a password needs a connection.` : waitText
            }
          >
            {t`Set new password`}
          </Button>
        </div>
      </form>
      <p className={styles.other}>
        <Trans>
          Remembered it? <Link to="/login">Log in</Link>
        </Trans>
      </p>
    </div>
  );
}

/** After a password reset: what has happened to the sessions, and the link to log in. */
function ForgotDone({ account }: { account: string }) {
  const { t } = useLingui();
  const region = useRef<HTMLDivElement>(null);
  // The form was removed, and the focus with it.
  useEffect(() => region.current?.focus(), []);
  return (
    <div ref={region} className={styles.screen} tabIndex={-1} role="status">
      <EmptyState
        icon={<CheckCircleIcon />}
        title={t`Your new password is set`}
        action={
          <Link
            to="/login"
            className={buttonClass({ look: "primary", size: "large" })}
          >{t`Log in`}</Link>
        }
      >
        <Trans>
          Every session of {account} was signed out, on all devices. Withdrawals are held for 24
          hours.
        </Trans>
      </EmptyState>
    </div>
  );
}
