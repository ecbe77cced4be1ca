import { plural } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as codes from "#protocol/wire/error-codes.ts";
import type { AccountSession } from "#protocol/api/security.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { formatDateTime, formatRelative } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { Dialog } from "../../../ui/layers/dialog.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { WriteTrouble } from "../../platform/forms/write-trouble.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { SecurityList } from "./security-list.tsx";
import { sessionsQuery } from "./security-queries.ts";
import { allOthers, endingSessions } from "./security-writes.ts";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import styles from "./security.module.css";

/** The sessions of the account, with a button to end each. */
export function SecuritySessions() {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const query = useQuery({ ...sessionsQuery(), refetchOnMount: "always" });
  /** The session to be ended once confirmed, or all others. */
  const [asked, setAsked] = useState<AccountSession | typeof allOthers | null>(null);
  const close = () => setAsked(null);
  const revoke = useFormWrite(endingSessions, { onDone: close, onFailed: close });
  const sessions = [...(query.data ?? [])].sort(
    (a, b) => b.current - a.current || b.seen_time - a.seen_time,
  );
  const others = sessions.filter(({ current }) => current === 0);
  const offlineReason = online ? undefined : t`You are offline. This needs a connection.`;

  function end() {
    if (asked === null) return;
    revoke.send({
      id: asked === allOthers ? allOthers : asked.id,
      before: others.map(({ id }) => id),
    });
  }

  return (
    <Card title={t`Where you are logged in`}>
      <SecurityList missingTitle={t`Your sessions did not arrive`} query={query}>
        <ul className={styles.rows}>
          {sessions.map((session) => (
            <li key={session.id} className={styles.row}>
              <div className={styles.words}>
                <p className={styles.name}>
                  {session.agent || t`Unknown app`}{" "}
                  {session.current === 1 && <Tag tone="info">{t`This device`}</Tag>}
                </p>
                <p className={styles.soft}>{session.ip}</p>
                <p className={styles.soft}>
                  <Trans>
                    Logged in {formatDateTime(session.create_time, i18n.locale)}, last seen{" "}
                    {formatRelative(session.seen_time, venueNow(), i18n.locale)}
                  </Trans>
                </p>
              </div>
              {session.current === 0 && (
                <Button
                  size="small"
                  aria-label={t`Sign out ${session.agent || t`Unknown app`}, ${session.ip}`}
                  disabledReason={offlineReason}
                  onClick={() => setAsked(session)}
                >
                  {t`Sign out`}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {query.data && others.length === 0 && (
          <p className={styles.soft}>
            <Trans>Nowhere else.</Trans>
          </p>
        )}
        {others.length > 1 && (
          <Button
            wide
            disabledReason={offlineReason}
            onClick={() => setAsked(allOthers)}
          >{t`Sign out everywhere else`}</Button>
        )}
      </SecurityList>
      {revoke.error && revoke.error.status === codes.noSuchOrder && (
        <Banner tone="info" live>
          <Trans>That session had ended already.</Trans>
        </Banner>
      )}
      {(revoke.isLate || revoke.isChecking || revoke.error?.status === null) && (
        <WriteTrouble write={revoke} />
      )}
      {revoke.answer && (
        <Banner tone="success" live>
          {plural(revoke.answer.ended, {
            0: "No other session was open.",
            one: "One session was signed out.",
            other: "# sessions were signed out.",
          })}
        </Banner>
      )}
      <Dialog
        open={asked !== null}
        onClose={() => setAsked(null)}
        title={asked === allOthers ? t`Sign out everywhere else?` : t`Sign out this session?`}
        actions={
          <>
            <Button wide onClick={() => setAsked(null)}>{t`Cancel`}</Button>
            <Button wide look="danger" busy={revoke.isPending} onClick={end}>{t`Sign out`}</Button>
          </>
        }
      >
        {asked !== null && asked !== allOthers && (
          <p>
            {asked.agent || t`Unknown app`} · {asked.ip}
          </p>
        )}
        <p>
          <Trans>It ends at once. If it was not you, change your password too.</Trans>
        </p>
      </Dialog>
    </Card>
  );
}
