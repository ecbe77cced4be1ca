import { Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { Field } from "../../../ui/fields/field.tsx";
import styles from "./session-form.module.css";

export interface FactorFieldProps {
  value: string;
  onValue: (code: string) => void;
  problem: string | undefined;
  /** It has just come: the person goes on here. */
  takesFocus?: boolean;
}

/** A code of the authenticator, or a recovery code. */
export function FactorField({ value, onValue, problem, takesFocus = false }: FactorFieldProps) {
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
