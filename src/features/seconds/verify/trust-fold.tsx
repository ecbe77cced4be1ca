import { Trans } from "@lingui/react/macro";
import { Fold } from "../../../ui/lists/fold.tsx";
import styles from "./verify-panel.module.css";

/** What the check shows without trusting the operator, and what it cannot show; docs/trust.md says the same. */
export function TrustFold() {
  return (
    <Fold small summary={<Trans>What you need not trust us for, and what you do</Trans>}>
      <p className={styles.trustTitle}>
        <Trans>Shown by your own device:</Trans>
      </p>
      <ul className={styles.trust}>
        <li>
          <Trans>
            The contract was settled as agreed. The venue signs side, stake, odds and moments when
            it takes it in, and your device keeps that slip.
          </Trans>
        </li>
        <li>
          <Trans>Prices, result and payout follow from the samples by the published rules.</Trans>
        </li>
        <li>
          <Trans>
            Samples were not changed afterwards: each minute is published under a signature, and a
            simulated day is bound by a fingerprint that the slip repeats.
          </Trans>
        </li>
        <li>
          <Trans>
            No receipt was taken back unnoticed: they are chained, and your device remembers what it
            has seen. What is changed, withheld or owed is named, and can be saved as a file that
            others can check.
          </Trans>
        </li>
        <li>
          <Trans>
            What was lost when the venue was put back to an older state is declared under its
            signature, and is not taken for a forgery.
          </Trans>
        </li>
        <li>
          <Trans>
            With a real market, the samples follow from the quotes that the venue logged as
            received, each minute under its signature.
          </Trans>
        </li>
      </ul>
      <p className={styles.trustTitle}>
        <Trans>Taken on trust:</Trans>
      </p>
      <ul className={styles.trust}>
        <li>
          <Trans>
            Who holds the seed of the simulated market can foresee it, and could trade on that.
          </Trans>
        </li>
        <li>
          <Trans>
            With a real market, whether the venue logged all that the market sent. Only the market’s
            own records can say.
          </Trans>
        </li>
        <li>
          <Trans>
            A contract counts from its acceptance. The receipt says how long that took, and cannot
            say why.
          </Trans>
        </li>
        <li>
          <Trans>
            A device without the slip, such as another one or one that was cleared, cannot show what
            was agreed.
          </Trans>
        </li>
        <li>
          <Trans>
            What the venue shows to others is not seen here. Compare codes with another device to
            find out whether both were shown the same receipts.
          </Trans>
        </li>
      </ul>
    </Fold>
  );
}
