import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useStore } from "jotai";
import { useState, type SyntheticEvent } from "react";
import { Button } from "../../ui/button.tsx";
import { useOnline } from "../platform/use-online.ts";
import { AccountFields } from "./account-fields.tsx";
import { accountOf } from "./account-text.ts";
import { CodeField } from "./code-field.tsx";
import { forgotAccountAtom } from "./forgot-account.ts";
import { ForgotDone } from "./forgot-done.tsx";
import { FormTrouble } from "./form-trouble.tsx";
import { forgotProblems, forgotRefusal, forgotRequest, type ForgotField } from "./forgot-form.ts";
import { waitSeconds } from "./login-draft.ts";
import { NewPasswordFields } from "./new-password-fields.tsx";
import { problemTexts } from "./problem-texts.ts";
import { forgotMutation } from "./queries.ts";
import { sessionAtom, userAtom } from "./session-atoms.ts";
import { closeSession } from "./session-flow.ts";
import { useAccountDraft } from "./use-account-draft.ts";
import { useCountdown } from "./use-countdown.ts";
import { useFieldProblems } from "./use-field-problems.ts";
import { useFormProblems } from "./use-form-problems.ts";
import styles from "./session-form.module.css";

/** A forgotten login password: who, the code sent there, and a new password. It does not log in. */
export function ForgotScreen() {
  const { t } = useLingui();
  const store = useStore();
  const online = useOnline();
  const [account, changeAccount] = useAccountDraft();
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [waitLeft, startWait] = useCountdown();
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
        // Ended at the venue with all the others; another account's session on this device goes on.
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
              !online
                ? t`You are offline. Setting a password needs a connection.`
                : waitLeft > 0
                  ? t`Next try in ${plural(waitLeft, { one: "# second", other: "# seconds" })}.`
                  : undefined
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
