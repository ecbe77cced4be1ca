import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatDateTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { MoreSentinel } from "../../../ui/lists/more-sentinel.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import type { MoreRows } from "./paged-rows.ts";
import { RowsMissing } from "./rows-missing.tsx";
import { useOnline } from "../use-online.ts";
import styles from "./persisted-list.module.css";

/** What a list needs of the query of its rows, with one answer or with pages. */
export interface ListQuery {
  error: unknown;
  isFetching: boolean;
  dataUpdatedAt: number;
  /** Only a further page failed: the shown rows are not affected. */
  isFetchNextPageError?: boolean;
  refetch: () => unknown;
}

export interface PersistedListProps<Row extends { id: string }> {
  /** Undefined until the first answer, from the device or the venue. */
  rows: readonly Row[] | undefined;
  query: ListQuery;
  /** The error's title where there is no copy of the list. */
  missing: string;
  empty: ReactNode;
  /** Omitted where the first answer has all rows. */
  more?: MoreRows;
  row: (row: Row) => ReactNode;
  /** Takes the place of the list where there is room for a table. */
  table?: ((rows: readonly Row[]) => ReactNode) | undefined;
}

/** A list of the user's rows with its loading, error, offline and outdated states. */
export function PersistedList<Row extends { id: string }>({
  rows,
  query,
  missing,
  empty,
  more,
  row,
  table,
}: PersistedListProps<Row>) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const time = formatDateTime(query.dataUpdatedAt, i18n.locale);
  const failed = query.error !== null && query.isFetchNextPageError !== true;
  const busy = query.isFetching;
  const retry = () => void query.refetch();

  if (!rows) {
    if (!failed && online) return <SkeletonRows count={3} lead={false} />;
    return <RowsMissing title={missing} query={query} />;
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
      ) : table ? (
        table(rows)
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
