import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { certStatus } from "#protocol/api/user.ts";
import { useClockTick } from "../../../../api/clock-tick.ts";
import { formatDateTime } from "../../../../lib/format.ts";
import { buttonClass } from "../../../../ui/actions/button.tsx";
import { CheckCircleIcon } from "../../../../ui/icons/status-icons.tsx";
import { Card } from "../../../../ui/lists/card.tsx";
import { Banner } from "../../../../ui/states/banner.tsx";
import { platformAtom } from "../../../platform/platform-atoms.ts";
import { useWriteStop } from "../../../session/account-status/use-write-stop.ts";
import { authorizedAtom, userAtom } from "../../../session/session-atoms.ts";
import styles from "../withdraw.module.css";
import { withdrawalHoldQuery } from "../withdrawal-queries.ts";

/** The steps before a first withdrawal, each with a link there and back; nothing where all are done. */
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

/** The steps before a first withdrawal, and what forbids withdrawals at present. */
export function useWithdrawGate() {
  const { t, i18n } = useLingui();
  const user = useAtomValue(userAtom);
  const authorized = useAtomValue(authorizedAtom);
  const base = useAtomValue(platformAtom)?.base;
  const stop = useWriteStop();
  const held = useQuery({ ...withdrawalHoldQuery(), enabled: authorized }).data?.held_until ?? 0;
  const isHeld = held > useClockTick() * 1000;
  const cert = Number(user?.certstatus ?? 0);
  const certification =
    base?.kyc_required.includes("withdrawal") === true && cert !== certStatus.certified;
  const password = user !== null && String(user.wpassword ?? "") === "";
  const until = formatDateTime(held, i18n.locale);
  return {
    /** Undefined until the user is loaded. */
    gates: user === null ? undefined : { certification, password, cert },
    heldUntil: isHeld ? held : undefined,
    /** Why nothing can be withdrawn now, as the reason of a disabled button. */
    reason:
      stop ??
      (isHeld
        ? t`Withdrawals are held until ${until}.`
        : certification
          ? t`Certify your account first.`
          : password
            ? t`Set your withdrawal password first.`
            : undefined),
  };
}

export type WithdrawGate = ReturnType<typeof useWithdrawGate>;
