import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { formatDateTime } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { SecurityList } from "./security-list.tsx";
import { loginPagesQuery } from "./security-queries.ts";
import { loginText } from "./security-messages.ts";
import styles from "./security.module.css";

/** Who logged in, and who tried. */
export function SecurityLogins() {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const query = useInfiniteQuery({ ...loginPagesQuery(), refetchOnMount: "always" });
  const logins = query.data?.pages.flatMap((page) => page.list) ?? [];
  return (
    <Card title={t`Login history`}>
      <SecurityList missingTitle={t`The login history did not arrive`} query={query}>
        {logins.length === 0 && (
          <p className={styles.soft}>
            <Trans>No login is on record yet.</Trans>
          </p>
        )}
        <ol className={styles.rows}>
          {logins.map(({ time, outcome, ip, agent }, at) => {
            const { text, tone } = loginText(outcome);
            return (
              <li key={`${time} ${at}`} className={styles.row}>
                <div className={styles.words}>
                  <p className={styles.name}>{formatDateTime(time, i18n.locale)}</p>
                  <p className={styles.soft}>
                    {[agent, ip].filter((part) => part !== "").join(" · ")}
                  </p>
                </div>
                <Tag tone={tone}>{i18n._(text)}</Tag>
              </li>
            );
          })}
        </ol>
        {query.hasNextPage && (
          <Button
            look="quiet"
            wide
            busy={query.isFetchingNextPage}
            disabledReason={online ? undefined : t`You are offline.`}
            onClick={() => void query.fetchNextPage()}
          >
            {t`Show older`}
          </Button>
        )}
      </SecurityList>
    </Card>
  );
}
