import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { certStatus } from "#protocol/user.ts";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { Card } from "../../ui/card.tsx";
import { CheckCircleIcon } from "../../ui/status-icons.tsx";
import type { WithdrawGate } from "./use-withdraw-gate.ts";
import styles from "./withdraw.module.css";

/** What a withdrawal needs before it, each with the way there and back; nothing where all is done. */
export function WithdrawalGates({
  gate,
  here,
}: {
  gate: WithdrawGate;
  here: "/withdraw" | "/withdraw/bankcard";
}) {
  const { t, i18n } = useLingui();
  const { gates, heldUntil } = gate;
  const until = heldUntil === undefined ? "" : formatDateTime(heldUntil, i18n.locale);
  return (
    <>
      {heldUntil !== undefined && (
        <Banner tone="warning" live>
          <Trans>
            Withdrawals are held until {until}: a password or a second factor was changed, or a
            wrong withdrawal password was tried too often. It gives you time to notice what was not
            you.
          </Trans>
        </Banner>
      )}
      {gates && (gates.certification || gates.password) && (
        <Card title={t`Before your first withdrawal`}>
          <ol className={styles.gates}>
            <li>
              <div>
                <p className={styles.strong}>
                  <Trans>Certification</Trans>
                </p>
                <p className={styles.soft}>
                  {!gates.certification ? (
                    gates.cert === certStatus.certified ? (
                      <Trans>Done.</Trans>
                    ) : (
                      <Trans>Done, or not needed here.</Trans>
                    )
                  ) : gates.cert === certStatus.underReview ? (
                    <Trans>Under review. You can go on as soon as it is decided.</Trans>
                  ) : gates.cert === certStatus.failed ? (
                    <Trans>It was not accepted. Look at the reason and send what is missing.</Trans>
                  ) : (
                    <Trans>
                      The venue pays out to certified accounts alone, so that nobody else empties
                      yours.
                    </Trans>
                  )}
                </p>
              </div>
              {gates.certification ? (
                <Link
                  to="/certification"
                  search={{ to: here }}
                  className={buttonClass({
                    look: gates.cert === certStatus.underReview ? "secondary" : "primary",
                    size: "small",
                  })}
                >
                  {gates.cert === certStatus.underReview ? (
                    <Trans>Look</Trans>
                  ) : (
                    <Trans>Certify</Trans>
                  )}
                </Link>
              ) : (
                <span className={styles.done}>
                  <CheckCircleIcon size={20} />
                </span>
              )}
            </li>
            <li>
              <div>
                <p className={styles.strong}>
                  <Trans>Withdrawal password</Trans>
                </p>
                <p className={styles.soft}>
                  {gates.password ? (
                    <Trans>6 to 12 digits that every withdrawal asks for.</Trans>
                  ) : (
                    <Trans>Done.</Trans>
                  )}
                </p>
              </div>
              {gates.password ? (
                <Link
                  to="/password/withdraw"
                  search={{ to: here }}
                  className={buttonClass({
                    look: gates.certification ? "secondary" : "primary",
                    size: "small",
                  })}
                >
                  <Trans>Set it</Trans>
                </Link>
              ) : (
                <span className={styles.done}>
                  <CheckCircleIcon size={20} />
                </span>
              )}
            </li>
          </ol>
          <p className={styles.soft}>
            <Trans>What you typed below is kept, and you are led back here.</Trans>
          </p>
        </Card>
      )}
    </>
  );
}
