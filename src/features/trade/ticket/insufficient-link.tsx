import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import styles from "./ticket.module.css";

/** Where money comes from. */
export function InsufficientLink() {
  return (
    <Link to="/assets" className={styles.recharge}>
      <Trans>Get more in Assets</Trans>
    </Link>
  );
}
