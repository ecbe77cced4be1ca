import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { Button } from "../../../ui/actions/button.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { confirmWithPasskey } from "../passkeys/ask-browser.ts";
import styles from "./session-form.module.css";

export interface PasskeyFieldProps {
  /** The passkey has answered, and nothing has refused it. */
  isConfirmed: boolean;
  isMissing: boolean;
  /** A code would do, too. */
  isChoice: boolean;
  onValue: (factor: string) => void;
}

/** A passkey in the place of a code. */
export function PasskeyField({ isConfirmed, isMissing, isChoice, onValue }: PasskeyFieldProps) {
  const { t } = useLingui();
  const online = useOnline();
  const [isBusy, setBusy] = useState(false);
  const [isDeclined, setDeclined] = useState(false);

  async function confirm() {
    setBusy(true);
    setDeclined(false);
    try {
      onValue(await confirmWithPasskey());
    } catch {
      setDeclined(true);
    }
    setBusy(false);
  }

  return (
    <div className={styles.with}>
      <div role="status">
        {isConfirmed && <p>{t`Confirmed with your passkey. It is good for five minutes.`}</p>}
        {isDeclined && <p className={styles.problem}>{t`No passkey was used. Try again.`}</p>}
        {isMissing && !isDeclined && (
          <p className={styles.problem}>{t`Confirm with your passkey first.`}</p>
        )}
      </div>
      {isConfirmed ? (
        isChoice && (
          <div className={styles.turn}>
            <Button
              look="quiet"
              size="small"
              onClick={() => onValue("")}
            >{t`Use the authenticator`}</Button>
          </div>
        )
      ) : (
        <Button
          wide
          busy={isBusy}
          disabledReason={online ? undefined : t`You are offline. This needs a connection.`}
          onClick={() => void confirm()}
        >{t`Confirm with a passkey`}</Button>
      )}
    </div>
  );
}
