import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue, useStore } from "jotai";
import { useState, type ReactNode, type SyntheticEvent } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Checkbox } from "../../../ui/fields/checkbox.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { RuleTicks } from "../../../ui/fields/password-field.tsx";
import { Sheet } from "../../../ui/layers/sheet.tsx";
import { platformAtom } from "../../platform/platform-atoms.ts";
import { useOnline } from "../../platform/use-online.ts";
import { AccountFields } from "../form/account-fields.tsx";
import { CodeField } from "../form/secret-fields.tsx";
import { FormTrouble } from "../form/form-trouble.tsx";
import { forgetEntryParameters } from "./entry-parameters.ts";
import { problemTexts } from "../form/problem-messages.ts";
import { loginMutation, registerMutation } from "../login-queries.ts";
import {
  passwordAdvice,
  registerProblems,
  registerRefusal,
  registerRequest,
  type RegisterField,
} from "../form/register-form.ts";
import { entryAtom } from "../session-atoms.ts";
import { openSession } from "../session-flow.ts";
import { useAccountDraft } from "../form/use-account-draft.ts";
import { UnencryptedNote } from "../form/unencrypted-note.tsx";
import { useFieldProblems, useFormProblems } from "../form/use-form-problems.ts";
import { SecretField } from "../form/secret-field.tsx";
import { useDevicePasskeys } from "../passkeys/passkeys-here.ts";
import styles from "../form/session-form.module.css";

export interface RegisterScreenProps {
  to: string | undefined;
  /** The agreement, shown in a sheet so that the form keeps what was typed. */
  agreement: ReactNode;
  /** The account is open and logged in. `passkey` says whether the passkey was added that its owner asked for. */
  onDone: (passkey: Promise<boolean> | undefined) => void;
  /** The account is open, but the log-in after it failed. */
  onLoginNeeded: () => void;
}

/** Registration, followed by the automatic log-in. */
export function RegisterScreen({ to, agreement, onDone, onLoginNeeded }: RegisterScreenProps) {
  const { t } = useLingui();
  const store = useStore();
  const online = useOnline();
  const base = useAtomValue(platformAtom)?.base;
  const entry = useAtomValue(entryAtom);
  const [account, changeAccount] = useAccountDraft();
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const [repeat, setRepeat] = useState("");
  const [invite, setInvite] = useState(entry.invite);
  const [agreed, setAgreed] = useState(false);
  const [wantsPasskey, setWantsPasskey] = useState(false);
  const canHavePasskey = useDevicePasskeys();
  const [reading, setReading] = useState(false);
  const [unfolded, setUnfolded] = useState(entry.invite !== "");
  const { formRef, mayShow, leave, showAll, focusFirst } = useFormProblems<RegisterField>();
  const register = useMutation(registerMutation());
  const login = useMutation(loginMutation());

  const draft = { ...account, code, password, repeat, invite, agreed };
  const facts = {
    codeRequired: base?.reg.code_required === 1,
    inviteRequired: base?.reg.invite_required === 1,
    m: entry.m,
  };
  const problems = registerProblems(draft, facts);
  const advice = passwordAdvice(draft);
  const { problemOf, edit, refusal } = useFieldProblems({
    sending: register,
    problems,
    texts: problemTexts,
    refusalOf: registerRefusal,
    mayShow,
  });

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (register.isPending || login.isPending || !online) return;
    if (Object.keys(problems).length > 0) {
      // What is wrong must be in sight before the focus can go there.
      if (problems.invite || problems.code) setUnfolded(true);
      return showAll();
    }
    const request = registerRequest(draft, facts);
    let opened;
    try {
      opened = await register.mutateAsync(request);
    } catch {
      if (invite !== "" || code !== "") setUnfolded(true);
      return focusFirst();
    }
    forgetEntryParameters();
    store.set(entryAtom, { invite: "", m: "" });
    try {
      const answer =
        opened ??
        (await login.mutateAsync({
          account: request.account,
          logintype: request.logintype,
          loginway: "password",
          verifykey: password,
        }));
      openSession(store, answer);
    } catch {
      return onLoginNeeded();
    }
    onDone(
      canHavePasskey && wantsPasskey
        ? import("../passkeys/first-passkey.ts").then(
            (part) => part.addFirstPasskey(password, t`Made while registering`),
            () => false,
          )
        : undefined,
    );
  }

  const codes = (
    <>
      <Field
        label={facts.inviteRequired ? t`Invitation code` : t`Invitation code (optional)`}
        name="invite"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={32}
        value={invite}
        problem={problemOf("invite")}
        hint={
          entry.invite !== "" && invite === entry.invite
            ? t`Taken from the link you came by.`
            : undefined
        }
        onValue={edit(setInvite)}
        onBlur={() => leave("invite", invite)}
      />
      <CodeField
        scene="reg"
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
        required={facts.codeRequired}
      />
    </>
  );

  return (
    <div className={styles.screen}>
      <p className={styles.lead}>
        {base?.market_source === "htx" ? (
          <Trans>A paper account: real prices, simulated money.</Trans>
        ) : base?.market_source === "sim" ? (
          <Trans>A paper account: simulated prices, simulated money.</Trans>
        ) : (
          <Trans>A paper account: the money is simulated.</Trans>
        )}
      </p>
      <form
        ref={formRef}
        className={styles.form}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <AccountFields
          draft={account}
          onDraft={edit(changeAccount)}
          problem={problemOf("account")}
          onLeave={(value) => leave("account", value)}
          emailAutoComplete="email"
        />
        <div className={styles.with}>
          <SecretField
            label={t`Password`}
            name="new-password"
            autoComplete="new-password"
            value={password}
            problem={problemOf("password")}
            onValue={edit(setPassword)}
            onBlur={() => leave("password", password)}
          />
          <RuleTicks
            label={t`Advice for the password`}
            rules={[
              {
                id: "length",
                label: t`At least 8 characters; longer is stronger`,
                met: advice.longEnough,
              },
              { id: "account", label: t`Not the name of your account`, met: advice.notTheAccount },
            ]}
            metLabel={t`met`}
            unmetLabel={t`not yet`}
          />
        </div>
        <SecretField
          label={t`Password once more`}
          name="repeat-password"
          autoComplete="new-password"
          value={repeat}
          problem={problemOf("repeat")}
          onValue={edit(setRepeat)}
          onBlur={() => leave("repeat", repeat)}
        />
        {canHavePasskey && (
          <Checkbox checked={wantsPasskey} onChecked={setWantsPasskey}>
            <Trans>
              Make a passkey, too: this device then logs me in with a fingerprint, a face or a PIN.
            </Trans>
          </Checkbox>
        )}
        {facts.codeRequired || facts.inviteRequired ? (
          codes
        ) : (
          <details
            className={styles.fold}
            open={unfolded}
            onToggle={(event) => setUnfolded(event.currentTarget.open)}
          >
            <summary>
              <Trans>Invitation or verification code (optional)</Trans>
            </summary>
            <div className={styles.folded}>{codes}</div>
          </details>
        )}
        <Checkbox checked={agreed} onChecked={setAgreed} problem={problemOf("agreed")}>
          <Trans>
            I have read the{" "}
            <button type="button" className={styles.linkButton} onClick={() => setReading(true)}>
              user agreement
            </button>{" "}
            and know that all funds here are simulated.
          </Trans>
        </Checkbox>
        <FormTrouble refusal={refusal} lost={register.error?.isTransport === true}>
          <Trans>If the account was opened all the same, logging in will work.</Trans>
        </FormTrouble>
        <UnencryptedNote />
        <div className={styles.submit}>
          <Button
            type="submit"
            look="primary"
            size="large"
            wide
            busy={register.isPending || login.isPending}
            disabledReason={
              online ? undefined : t`You are offline. Registering needs a connection.`
            }
          >
            {t`Register`}
          </Button>
        </div>
      </form>
      <p className={styles.other}>
        <Trans>
          Already registered?{" "}
          <Link to="/login" search={to === undefined ? {} : { to }}>
            Log in
          </Link>
        </Trans>
      </p>
      <Sheet
        open={reading}
        onClose={() => setReading(false)}
        title={t`User agreement`}
        closeLabel={t`Close`}
      >
        {agreement}
      </Sheet>
    </div>
  );
}
