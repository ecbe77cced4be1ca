import { AgreementText } from "./agreement-text.tsx";
import styles from "./agreement.module.css";

/** The user agreement as a page of its own. */
export function AgreementScreen() {
  return (
    <div className={styles.screen}>
      <AgreementText />
    </div>
  );
}
