import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import { passkeyFactor } from "#protocol/wire/second-factor.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import { LatePart } from "../../../ui/states/late-part.tsx";
import { usePasskeysHere } from "../passkeys/passkeys-here.ts";
import { authorizedAtom } from "../session-atoms.ts";
import { totpQuery } from "./factor-asked.ts";
import styles from "./session-form.module.css";

/** Few accounts have passkeys, and all forms have this field. */
const loadPasskeyField = () => import("./passkey-field.tsx").then((loaded) => loaded.PasskeyField);

export interface FactorFieldProps {
  /** A code, or what a passkey answered. */
  value: string;
  onValue: (factor: string) => void;
  problem: string | undefined;
  /** It has just come: the person goes on here. */
  takesFocus?: boolean;
}

/** A code of the authenticator, a recovery code, or a passkey: whichever the account has. */
export function FactorField({ value, onValue, problem, takesFocus = false }: FactorFieldProps) {
  const authorized = useAtomValue(authorizedAtom);
  const isHere = usePasskeysHere();
  const { data: totp } = useQuery({ ...totpQuery(), enabled: authorized });
  const hasPasskeys = authorized && isHere && (totp?.passkeys ?? 0) > 0;
  const hasCode = !hasPasskeys || totp?.enabled === 1;
  const isOutOfReach = authorized && !isHere && totp?.enabled === 0 && totp.passkeys > 0;
  const isConfirmed = value.startsWith(passkeyFactor);
  if (isOutOfReach)
    return (
      <p role="status">
        <Trans>
          This account asks for its passkey, which this browser or this address cannot use. Go on
          where it can.
        </Trans>
      </p>
    );
  return (
    <>
      {hasCode && !isConfirmed && (
        <CodeField value={value} onValue={onValue} problem={problem} takesFocus={takesFocus} />
      )}
      {hasPasskeys && (
        <LatePart
          load={loadPasskeyField}
          wanted
          props={{
            isConfirmed: isConfirmed && problem === undefined,
            isMissing: problem !== undefined && (isConfirmed || !hasCode),
            isChoice: hasCode,
            onValue,
          }}
        />
      )}
    </>
  );
}

function CodeField({ value, onValue, problem, takesFocus }: Required<FactorFieldProps>) {
  const { t } = useLingui();
  const [recovery, setRecovery] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (takesFocus || recovery) place.current?.querySelector("input")?.focus();
  }, [takesFocus, recovery]);

  function turn() {
    onValue("");
    setRecovery(!recovery);
  }

  return (
    <div ref={place} className={styles.with}>
      <Field
        label={recovery ? t`Recovery code` : t`Code of your authenticator`}
        hint={
          recovery
            ? t`One of the ten you kept; each opens once.`
            : t`6 digits, new every 30 seconds.`
        }
        name="totp"
        inputMode={recovery ? "text" : "numeric"}
        autoComplete="one-time-code"
        autoCapitalize={recovery ? "characters" : "none"}
        autoCorrect="off"
        spellCheck={false}
        maxLength={40}
        value={value}
        problem={problem}
        onValue={onValue}
      />
      <div className={styles.turn}>
        <Button look="quiet" size="small" onClick={turn}>
          {recovery ? (
            <Trans>Use the authenticator</Trans>
          ) : (
            <Trans>No authenticator at hand?</Trans>
          )}
        </Button>
      </div>
    </div>
  );
}
