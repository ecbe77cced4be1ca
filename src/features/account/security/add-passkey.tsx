import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState, type SyntheticEvent } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import { longestPasskeyName, type PasskeyMade } from "#protocol/api/passkeys.ts";
import { wantsFactor } from "#protocol/wire/second-factor.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { once } from "../../../writes/plain-kind.ts";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { useOnline } from "../../platform/use-online.ts";
import { lacksFactor, useFactorAsked } from "../../session/form/factor-asked.ts";
import { FactorField } from "../../session/form/factor-field.tsx";
import { FormTrouble } from "../../session/form/form-trouble.tsx";
import { waitSeconds } from "../../session/form/login-draft.ts";
import { SecretField } from "../../session/form/secret-field.tsx";
import { useCountdown } from "../../session/form/use-countdown.ts";
import { useWaitText } from "../../session/form/use-wait-text.ts";
import { useFieldProblems, useFormProblems } from "../../session/form/use-form-problems.ts";
import { makePasskey } from "../../session/passkeys/ask-browser.ts";
import { userAtom } from "../../session/session-atoms.ts";
import { addingPasskey } from "../../session/passkeys/passkey-writes.ts";
import styles from "../../session/form/session-form.module.css";

type AddField = "name" | "password" | "factor";
type AddProblem =
  | "name-missing"
  | "password-missing"
  | "password-wrong"
  | "factor-missing"
  | "factor-wrong";

const texts: Record<AddProblem, MessageDescriptor> = {
  "name-missing": msg`Give it a name, so that you know it in the list.`,
  "password-missing": msg`Enter the password you log in with.`,
  "password-wrong": msg`This is not your login password.`,
  "factor-missing": msg`Enter the code.`,
  "factor-wrong": msg`This code is wrong, or was used already. Wait for the next one.`,
};

/** The browser makes a passkey, and the venue takes it from who knows the password. */
export function AddPasskey({ asksFactor, onDone }: { asksFactor: boolean; onDone: () => void }) {
  const { t } = useLingui();
  const online = useOnline();
  const account = useAtomValue(userAtom)?.account ?? "";
  const { isAsked, askFromNow } = useFactorAsked();
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [factor, setFactor] = useState("");
  /** What the browser has made already: a second try makes no second one. */
  const [made, setMade] = useState<PasskeyMade | null>(null);
  const [isMaking, setMaking] = useState(false);
  const [isDeclined, setDeclined] = useState(false);
  const [waitLeft, startWait] = useCountdown();
  const waitText = useWaitText(waitLeft);
  const { formRef, mayShow, leave, showAll, focusFirst } = useFormProblems<AddField>();
  const needsFactor = asksFactor || isAsked;
  const adding = useFormWrite(addingPasskey, {
    onDone,
    onFailed({ status, data }) {
      startWait(waitSeconds(data));
      if (wantsFactor(status, data)) askFromNow();
      // Its five minutes are over, or it is known already: the next try makes another.
      else if (status === codes.wrongCode) setMade(null);
      focusFirst();
    },
  });
  const problems: Partial<Record<AddField, AddProblem>> = {
    ...(name.trim() === "" && { name: "name-missing" as const }),
    ...(password === "" && { password: "password-missing" as const }),
    ...(lacksFactor(factor, needsFactor) && { factor: "factor-missing" as const }),
  };
  const { problemOf, edit, refusal } = useFieldProblems<AddField, AddProblem>({
    sending: adding,
    problems,
    texts,
    mayShow,
    refusalOf(status, data) {
      if (status === codes.wrongCredentials)
        return { field: "password", problem: "password-wrong" };
      return wantsFactor(status, data)
        ? { field: "factor", problem: factor === "" ? "factor-missing" : "factor-wrong" }
        : undefined;
    },
  });

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (adding.isPending || isMaking || waitLeft > 0 || !online) return;
    if (Object.keys(problems).length > 0) return showAll();
    setMaking(true);
    setDeclined(false);
    let passkey = made;
    try {
      passkey ??= await makePasskey();
    } catch {
      setDeclined(true);
    }
    setMaking(false);
    if (!passkey) return;
    setMade(passkey);
    adding.send({
      id: passkey.id,
      take: once({ password, totp: factor, name: name.trim(), made: passkey }),
    });
  }

  return (
    <form
      ref={formRef}
      className={styles.form}
      noValidate
      onSubmit={(event) => void submit(event)}
      aria-label={t`Add a passkey`}
    >
      <p className={styles.lead}>
        <Trans>
          Your browser asks where to store it: on this device, in your password manager, on your
          phone or on a security key.
        </Trans>
      </p>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <Field
        label={t`Name`}
        hint={t`Such as “Phone” or “Security key”.`}
        name="name"
        autoComplete="off"
        maxLength={longestPasskeyName}
        value={name}
        problem={problemOf("name")}
        onValue={edit(setName)}
        onBlur={() => leave("name", name)}
      />
      <SecretField
        label={t`Login password`}
        name="password"
        autoComplete="current-password"
        value={password}
        problem={problemOf("password")}
        onValue={edit(setPassword)}
        onBlur={() => leave("password", password)}
      />
      {needsFactor && (
        <FactorField value={factor} problem={problemOf("factor")} onValue={edit(setFactor)} />
      )}
      {isDeclined && (
        <Banner tone="danger" live>
          <Trans>Your browser made no passkey. Nothing was added; try again.</Trans>
        </Banner>
      )}
      <FormTrouble
        refusal={refusal}
        isChecking={adding.isChecking}
        lost={adding.error?.status === null}
      >
        <Trans>Close this: the list says whether it was added.</Trans>
      </FormTrouble>
      <Button
        type="submit"
        look="primary"
        size="large"
        wide
        busy={adding.isPending || isMaking}
        disabledReason={!online ? t`You are offline. This needs a connection.` : waitText}
      >
        {t`Add`}
      </Button>
    </form>
  );
}
