import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreSentinel } from "../../ui/more-sentinel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { MoreRows } from "./kept-pages.ts";
import { useOnline } from "./use-online.ts";
import styles from "./kept-list.module.css";

/** What a list wants to know of the query its rows came by, of one answer or of pages. */
export interface KeptQuery {
  error: unknown;
  isFetching: boolean;
  dataUpdatedAt: number;
  /** It was a further page that failed: what is shown is as fresh as it was. */
  isFetchNextPageError?: boolean;
  refetch: () => unknown;
}

export interface KeptListProps<Row extends { id: string }> {
  /** Undefined until the first answer, the device's or the venue's. */
  rows: readonly Row[] | undefined;
  query: KeptQuery;
  /** What did not arrive, for a list without any copy. */
  missing: string;
  empty: ReactNode;
  /** Left out where the first answer holds them all. */
  more?: MoreRows;
  row: (row: Row) => ReactNode;
}

/** A list of the person's own, one below the other, with what to say while there is none, or none that is fresh. */
export function KeptList<Row extends { id: string }>({
  rows,
  query,
  missing,
  empty,
  more,
  row,
}: KeptListProps<Row>) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const time = formatDateTime(query.dataUpdatedAt, i18n.locale);
  const failed = query.error !== null && query.isFetchNextPageError !== true;
  const busy = query.isFetching;
  const retry = () => void query.refetch();

  if (!rows) {
    if (!failed && online) return <SkeletonRows count={3} lead={false} />;
    return (
      <ErrorState compact title={missing} retryLabel={t`Try again`} onRetry={retry} busy={busy}>
        {online ? (
          <Trans>Nothing is lost: they are kept by the venue.</Trans>
        ) : (
          <Trans>You are offline, and this device has no copy.</Trans>
        )}
      </ErrorState>
    );
  }
  return (
    <>
      {(failed || !online) && (
        <div className={styles.notice}>
          <Banner
            tone={online ? "warning" : "offline"}
            action={
              <Button look="quiet" size="small" busy={busy} onClick={retry}>{t`Try again`}</Button>
            }
          >
            {online ? (
              <Trans>The list could not be refreshed. It is from {time}.</Trans>
            ) : (
              <Trans>You are offline. The list is from {time}.</Trans>
            )}
          </Banner>
        </div>
      )}
      {rows.length === 0 ? (
        empty
      ) : (
        <ul>
          {rows.map((one) => (
            <li key={one.id}>{row(one)}</li>
          ))}
        </ul>
      )}
      {more && rows.length > 0 && (
        <MoreSentinel
          hasMore={more.hasMore}
          busy={more.busy}
          failed={more.failed}
          onMore={more.onMore}
          moreLabel={more.label}
        />
      )}
    </>
  );
}
