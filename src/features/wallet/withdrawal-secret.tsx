import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { PinField } from "../../ui/pin-field.tsx";
import type { WithdrawalSecret } from "./use-withdrawal-secret.ts";
import styles from "./withdraw.module.css";

/** Where the withdrawal password is typed, on the keypad below it. */
export function WithdrawalSecretField({ secret }: { secret: WithdrawalSecret }) {
  const { t } = useLingui();
  return (
    <div className={styles.secret}>
      <PinField
        name="withdrawal-password"
        label={t`Withdrawal password`}
        problem={secret.problem}
        min={6}
        max={12}
        value={secret.value}
        onValue={secret.type}
        keypadLabel={t`Keypad`}
        deleteLabel={t`Delete the last digit`}
      />
      <Link to="/password/withdraw" className={styles.aside}>
        <Trans>Forgot it?</Trans>
      </Link>
    </div>
  );
}
