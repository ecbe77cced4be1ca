import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { venueNow } from "../../../api/venue-clock.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Card } from "../../../ui/lists/card.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { userAtom } from "../../session/session-atoms.ts";
import { totpQuery } from "../../session/form/factor-asked.ts";
import { userInfoQuery } from "../../session/session-queries.ts";
import { securityQuery, sessionsQuery } from "./security-queries.ts";
import styles from "./security.module.css";

const unknown = <Skeleton width="half" />;

/** The security of the account at a glance, with links to each password. */
export function SecurityGlance() {
  const { t, i18n } = useLingui();
  const user = useAtomValue(userAtom);
  const [own, asked, listed, looked] = [
    useQuery(userInfoQuery()),
    useQuery(totpQuery()),
    useQuery(sessionsQuery()),
    useQuery(securityQuery()),
  ];
  const [totp, sessions, overview] = [asked.data, listed.data, looked.data];
  // Without an answer and without a copy it is not known, and is not waited for.
  const unless = (failed: boolean) => (failed ? t`Not known now` : unknown);
  const old = [asked, listed, looked]
    .filter(({ data, error }) => data !== undefined && error !== null)
    .map(({ dataUpdatedAt }) => dataUpdatedAt);
  const asOf = old.length === 0 ? undefined : formatDateTime(Math.min(...old), i18n.locale);
  const hasWithdrawalPassword = user ? String(user.wpassword ?? "") !== "" : undefined;
  const heldUntil = overview?.held_until ?? 0;
  const open = sessions?.length ?? 0;

  return (
    <Card title={t`What guards this account`}>
      <KeyValues>
        <KeyValue label={t`Account`}>{user?.account ?? unless(own.error !== null)}</KeyValue>
        <KeyValue label={t`Second factor`}>
          {totp === undefined ? (
            unless(asked.error !== null)
          ) : totp.enabled === 1 ? (
            <Tag tone="success">{t`On`}</Tag>
          ) : (
            <Tag tone="warning">{t({ context: "a guard of the account", message: "Off" })}</Tag>
          )}
        </KeyValue>
        <KeyValue label={t`Passkeys`}>
          {totp === undefined ? unless(asked.error !== null) : totp.passkeys}
        </KeyValue>
        <KeyValue label={t`Withdrawal password`}>
          {hasWithdrawalPassword === undefined ? (
            unless(own.error !== null)
          ) : hasWithdrawalPassword ? (
            <Tag tone="success">{t`Set`}</Tag>
          ) : (
            <Tag tone="warning">{t`Not set`}</Tag>
          )}
        </KeyValue>
        <KeyValue label={t`Logged in on`}>
          {sessions === undefined
            ? unless(listed.error !== null)
            : plural(open, { one: "# device", other: "# devices" })}
        </KeyValue>
        <KeyValue label={t`Withdrawals`} tone={heldUntil > venueNow() ? "warning" : undefined}>
          {overview === undefined
            ? unless(looked.error !== null)
            : heldUntil > venueNow()
              ? t`Held until ${formatDateTime(heldUntil, i18n.locale)}`
              : t`Not held`}
        </KeyValue>
      </KeyValues>
      {asOf !== undefined && (
        <p className={styles.soft}>
          <Trans>Not refreshed. This is as of {asOf}.</Trans>
        </p>
      )}
      {totp?.enabled === 0 && (
        <p className={styles.soft}>
          <Trans>
            What helps most is a second factor: then nobody logs in with a stolen password alone.
          </Trans>
        </p>
      )}
      <nav className={styles.links} aria-label={t`Passwords`}>
        <Link to="/password/modify">{t`Change login password`}</Link>
        <Link to="/password/withdraw">
          {hasWithdrawalPassword === undefined
            ? t`Withdrawal password`
            : hasWithdrawalPassword
              ? t`Change withdrawal password`
              : t`Set withdrawal password`}
        </Link>
      </nav>
    </Card>
  );
}
