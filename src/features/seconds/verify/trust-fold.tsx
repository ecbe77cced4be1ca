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
            No receipt was taken back unnoticed: they are chained, and your device remembers the
            newest it has seen.
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
            With a real market nobody can check what the venue received from it, nor whether missing
            prices were missing.
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
      </ul>
    </Fold>
  );
}
