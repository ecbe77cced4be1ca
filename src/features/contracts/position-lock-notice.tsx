import { Trans } from "@lingui/react/macro";
import { Banner } from "../../ui/banner.tsx";
import styles from "./position-card.module.css";

/** Why a position may not be closed or changed at present. */
export function PositionLockNotice({ reason }: { reason: string | null }) {
  return (
    <div className={styles.notice}>
      <Banner tone="warning" live>
        {reason === "liquidating" || reason === "liquidation" ? (
          <Trans>Locked: it is being liquidated.</Trans>
        ) : reason === "operator" ? (
          <Trans>Locked by the venue. Ask the customer service for the reason.</Trans>
        ) : reason === null || reason === "" ? (
          <Trans>Locked: it cannot be closed or changed at present.</Trans>
        ) : (
          <Trans>Locked by the venue: {reason}</Trans>
        )}
      </Banner>
    </div>
  );
}
