import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useState, type SyntheticEvent } from "react";
import { wantsFactor } from "#protocol/wire/second-factor.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { FactorField } from "../../session/form/factor-field.tsx";
import { useFactorAsked } from "../../session/form/factor-asked.ts";
import { FormTrouble } from "../../session/form/form-trouble.tsx";
import { LoginWanted } from "../../session/login-wanted.tsx";
import { waitSeconds } from "../../session/form/login-draft.ts";
import { NewPasswordFields } from "../../session/form/new-password-fields.tsx";
import { problemTexts } from "../../session/form/problem-messages.ts";
import { authorizedAtom, userAtom } from "../../session/session-atoms.ts";
import { useCountdown } from "../../session/form/use-countdown.ts";
import { useWaitText } from "../../session/form/use-wait-text.ts";
import { useFieldProblems, useFormProblems } from "../../session/form/use-form-problems.ts";
import { AccountNotice } from "../../session/account-status/account-notice.tsx";
import {
  changePasswordProblems,
  changePasswordRefusal,
  changePasswordRequest,
  differsFromOld,
  type ChangePasswordField,
  type ChangePasswordProblem,
} from "./change-password-form.ts";
import { changingPassword, heldUntil } from "./security-writes.ts";
import { once } from "../../../writes/plain-kind.ts";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { useWriteStop } from "../../session/account-status/use-write-stop.ts";
import { SecretField } from "../../session/form/secret-field.tsx";
import styles from "../../session/form/session-form.module.css";

const texts: Record<ChangePasswordProblem, MessageDescriptor> = {
  ...problemTexts,
  "old-missing": msg`Enter the password you log in with now.`,
  "same-as-old": msg`This is the old password. Choose another.`,
  "factor-missing": msg`Enter the code.`,
  "factor-wrong": msg`This code is wrong, or was used already. Wait for the next one.`,
};

export interface ChangePasswordScreenProps {
  /** The password is changed. @param ended how many other sessions were signed out, null where that is not known */
  onDone: (ended: number | null) => void;
}

/** Changes the login password of who is logged in; the other sessions end. */
export function ChangePasswordScreen({ onDone }: ChangePasswordScreenProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const user = useAtomValue(userAtom);
  const stop = useWriteStop();
  const [old, setOld] = useState("");
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [factor, setFactor] = useState("");
  const { isAsked: asksFactor, askFromNow } = useFactorAsked();
  const [waitLeft, startWait] = useCountdown();
  const waitText = useWaitText(waitLeft);
  const { formRef, mayShow, leave, showAll, focusFirst } = useFormProblems<ChangePasswordField>();
  const setPass = useFormWrite(changingPassword, {
    onDone: ({ ended }) => onDone(ended),
    onFailed({ status, data }) {
      startWait(waitSeconds(data));
      if (wantsFactor(status, data)) askFromNow();
      focusFirst();
    },
  });

  const draft = { old, password, repeat, factor };
  const problems = changePasswordProblems(draft, asksFactor);
  const { problemOf, edit, refusal } = useFieldProblems({
    sending: setPass,
    problems,
    texts,
    refusalOf: changePasswordRefusal,
    // The same as the old one is known as soon as it is typed whole; all else waits until the field is left.
    // So is a code that nobody had asked for before the venue did.
    mayShow: (field, problem) =>
      mayShow(field) ||
      problem === "same-as-old" ||
      (problem === "factor-missing" && setPass.isError),
  });

  function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (setPass.isPending || waitLeft > 0 || stop !== undefined) return;
    if (Object.keys(problems).length > 0) return showAll();
    setPass.send({
      takeRequest: once(changePasswordRequest(draft)),
      heldBefore: heldUntil(),
    });
  }

  if (!authorized) {
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`Your login password is changed here`}>
          <Trans>Log in to change it. If you forgot it, you can set a new one.</Trans>
        </LoginWanted>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <AccountNotice />
      <form
        ref={formRef}
        className={styles.form}
        noValidate
        onSubmit={submit}
        aria-label={t`Change login password`}
      >
        {/* For password managers: whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.account ?? ""}
          readOnly
          hidden
        />
        <SecretField
          label={t`Old password`}
          name="password"
          autoComplete="current-password"
          value={old}
          problem={problemOf("old")}
          onValue={edit(setOld)}
          onBlur={() => leave("old", old)}
        />
        <NewPasswordFields
          password={password}
          repeat={repeat}
          onPassword={edit(setPassword)}
          onRepeat={edit(setRepeat)}
          onLeave={leave}
          problemOf={problemOf}
          account={user?.account ?? ""}
          rules={[
            {
              id: "other",
              label: t`Different from the old one`,
              met: password !== "" && differsFromOld(draft),
            },
          ]}
        />
        {asksFactor && (
          <FactorField value={factor} problem={problemOf("factor")} onValue={edit(setFactor)} />
        )}
        <p className={styles.lead}>
          <Trans>
            Your other sessions will be signed out, and withdrawals are held for 24 hours.
          </Trans>
        </p>
        <FormTrouble
          refusal={refusal}
          isChecking={setPass.isChecking}
          lost={setPass.error?.status === null}
        >
          <Trans>If the password was changed all the same, the old one no longer works.</Trans>
        </FormTrouble>
        <div className={styles.submit}>
          <Button
            type="submit"
            look="primary"
            size="large"
            wide
            busy={setPass.isPending}
            disabledReason={stop ?? waitText}
          >
            {t`Change password`}
          </Button>
        </div>
      </form>
      <p className={styles.other}>
        <Trans>
          <Link to="/password/forgot">Forgot the old password?</Link>
        </Trans>
      </p>
    </div>
  );
}
