import { Trans, useLingui } from "@lingui/react/macro";
import { Progress } from "../../../ui/states/progress.tsx";
import styles from "./late-answer.module.css";

/** The answer to a write is late: the person hears it, and need not wait. */
export function LateAnswer() {
  const { t } = useLingui();
  return (
    <div role="status" className={styles.body}>
      <Progress label={t`No answer yet: asking the venue what became of it`} />
      <p className={styles.note}>
        <Trans>It may still be on its way, and is never sent twice. You need not wait.</Trans>
      </p>
    </div>
  );
}
