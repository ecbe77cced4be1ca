import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { venueNow } from "../../../api/venue-clock.ts";
import { formatDateTime, formatRelative } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { CheckIcon } from "../../../ui/icons/status-icons.tsx";
import { useFormWrite } from "../../../writes/use-form-write.ts";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { pageRows } from "../../platform/lists/paged-rows.ts";
import { RowsMissing } from "../../platform/lists/rows-missing.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { NoticeIcon } from "./notice-icon.tsx";
import { placeOfNotice } from "./notice-place.ts";
import { noticePagesQuery, readingNotices, showAsRead } from "./notices-query.ts";
import { noticeText } from "./notices-messages.ts";
import styles from "./notices-list.module.css";

/**
 * The notices of the account: orders, positions, decisions, logins, its status. Each leads to the screen where it is
 * dealt with.
 */
export function NoticesList({ hidden, onLeave }: { hidden: boolean; onLeave: () => void }) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const query = useInfiniteQuery({ ...noticePagesQuery(), refetchOnMount: "always" });
  const { data, error, isFetching } = query;
  const client = useQueryClient();
  const marking = useFormWrite(readingNotices, { onDone: (read) => showAsRead(client, read) });
  const notices = pageRows(data);
  const unread = data?.pages[0]?.unread ?? 0;
  const offlineReason = online ? undefined : t`You are offline.`;

  return (
    <section className={styles.section} aria-labelledby="account-notices">
      <div className={styles.head}>
        <h3 id="account-notices" className={styles.name}>
          <Trans>Your account</Trans>
        </h3>
        {unread > 0 && (
          <Button
            size="small"
            look="quiet"
            busy={marking.isPending}
            disabledReason={offlineReason}
            onClick={() => marking.send({ ids: "all" })}
          >
            <Trans>Mark all as read</Trans>
          </Button>
        )}
      </div>

      {marking.error && (
        <Banner tone="warning" live>
          <Trans>Not marked as read. Try again.</Trans>
        </Banner>
      )}
      {notices && error && (
        <Banner
          tone={online ? "warning" : "offline"}
          action={
            <Button
              look="quiet"
              size="small"
              busy={isFetching}
              onClick={() => void query.refetch()}
            >{t`Try again`}</Button>
          }
        >
          <ListAge at={query.dataUpdatedAt} />
        </Banner>
      )}
      {!notices && !error && <SkeletonRows count={3} lead={false} />}
      {!notices && error && <RowsMissing title={t`The notices did not arrive`} query={query} />}
      {notices?.length === 0 && (
        <EmptyState compact title={t`Nothing yet`}>
          <Trans>
            New logins, orders that fill, decisions and changes to your account appear here.
          </Trans>
        </EmptyState>
      )}

      {notices && notices.length > 0 && (
        <ul>
          {notices.map((notice) => {
            const { title, content } = noticeText(notice, i18n, hidden);
            const isUnread = notice.is_read === 0;
            const place = placeOfNotice(notice);
            const open = () => {
              if (isUnread && online) marking.send({ ids: [notice.id] });
              onLeave();
            };
            return (
              <li key={notice.id} className={styles.notice} data-unread={isUnread || undefined}>
                <span className={styles.icon}>
                  <NoticeIcon kind={notice.kind} />
                </span>
                <div className={styles.words}>
                  <p className={styles.title}>
                    {isUnread && <VisuallyHidden>{t`Unread:`}</VisuallyHidden>}{" "}
                    {place ? (
                      <Link {...place} className={styles.way} onClick={open}>
                        {title}
                      </Link>
                    ) : (
                      title
                    )}
                  </p>
                  {content !== "" && <p className={styles.content}>{content}</p>}
                  <p className={styles.time}>
                    <time dateTime={isoOf(notice.create_time)}>
                      {formatDateTime(notice.create_time, i18n.locale)} ·{" "}
                      {formatRelative(notice.create_time, venueNow(), i18n.locale)}
                    </time>
                  </p>
                </div>
                {isUnread && online && (
                  <IconButton
                    label={t`Mark “${title}” as read`}
                    icon={<CheckIcon size={20} />}
                    disabled={marking.isPending}
                    onClick={() => marking.send({ ids: [notice.id] })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {query.hasNextPage && (
        <Button
          look="quiet"
          wide
          busy={query.isFetchingNextPage}
          disabledReason={offlineReason}
          onClick={() => void query.fetchNextPage()}
        >
          <Trans>Show older</Trans>
        </Button>
      )}
    </section>
  );
}

function ListAge({ at }: { at: number }) {
  const { i18n } = useLingui();
  const time = formatDateTime(at, i18n.locale);
  return <Trans>The notices could not be refreshed. These are as of {time}.</Trans>;
}

function isoOf(ms: number): string | undefined {
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
