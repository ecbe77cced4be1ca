import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useState, type ReactNode } from "react";
import type { Bill } from "#protocol/wallet.ts";
import { formatDateTime } from "../../lib/format.ts";
import { FilterIcon } from "../../ui/action-icons.tsx";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-class.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreSentinel } from "../../ui/more-sentinel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { DownloadIcon } from "../../ui/navigation-icons.tsx";
import { InboxIcon } from "../../ui/status-icons.tsx";
import { AccountNotice } from "../account/account-notice.tsx";
import { standingAtom } from "../account/standing-atom.ts";
import { useOnline } from "../platform/use-online.ts";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom, sessionAtom } from "../session/session-atoms.ts";
import { BillDetail } from "./bill-detail.tsx";
import { BillFilterSheet } from "./bill-filter-sheet.tsx";
import { countFilters, type BillFilters } from "./bill-filters.ts";
import { billMonths } from "./bill-months.ts";
import { BillRow } from "./bill-row.tsx";
import { BillStatus, useBillStatus } from "./bill-status.tsx";
import { ExportSheet } from "./export-sheet.tsx";
import { FilterTags } from "./filter-tags.tsx";
import { billPagesQuery } from "./queries.ts";
import styles from "./history-screen.module.css";

export interface HistoryScreenProps {
  filters: BillFilters;
  onFilters: (filters: BillFilters) => void;
  /** What a bill belongs to (an order with its fills), drawn by the word that owns it. */
  linked: (bill: Bill) => ReactNode;
}

/** Every change of an available balance, newest first. */
export function HistoryScreen({ filters, onFilters, linked }: HistoryScreenProps) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const owner = useAtomValue(sessionAtom)?.id;
  const blocked = useAtomValue(standingAtom) === "blocked";
  const [choosing, setChoosing] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [opened, setOpened] = useState<Bill | null>(null);
  const query = useInfiniteQuery({
    ...billPagesQuery(filters),
    enabled: authorized,
    refetchOnMount: "always",
  });
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const statusOf = useBillStatus();
  // A word beside every row would say nothing.
  const statusWord = (bill: Bill) => {
    const status = statusOf(bill);
    return status === "final" ? undefined : <BillStatus status={status} />;
  };
  const months = data && billMonths(data.pages);
  const total = data?.pages[0]?.total;
  const filtered = countFilters(filters) > 0;
  const monthName = new Intl.DateTimeFormat(i18n.locale, { month: "long", year: "numeric" });
  const stale = data !== undefined && error !== null && !isFetchNextPageError;

  if (!authorized) {
    return (
      <div className={styles.screen}>
        <LoginWanted title={t`Your history appears here`}>
          <Trans>Log in to see every change of your balances.</Trans>
        </LoginWanted>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      <div className={styles.account}>
        <AccountNotice />
      </div>
      <div className={styles.bar}>
        <p className={styles.count}>
          {total !== undefined && <Plural value={total} one="# entry" other="# entries" />}
        </p>
        <div className={styles.tools}>
          <Button
            size="small"
            icon={<DownloadIcon size={20} />}
            onClick={() => setExporting(true)}
          >{t`Export`}</Button>
          <Button
            size="small"
            icon={<FilterIcon size={20} />}
            onClick={() => setChoosing(true)}
          >{t`Filter`}</Button>
        </div>
      </div>
      <FilterTags filters={filters} onFilters={onFilters} />

      {stale && !blocked && (
        <div className={styles.notice}>
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
            <OldRecords at={query.dataUpdatedAt} />
          </Banner>
        </div>
      )}

      {!months && !error && !blocked && <SkeletonRows count={8} />}
      {!months && error && !blocked && (
        <ErrorState
          title={t`The history did not arrive`}
          retryLabel={t`Try again`}
          onRetry={() => void query.refetch()}
          busy={isFetching}
        >
          {online ? (
            <Trans>Nothing is lost: it is kept by the venue.</Trans>
          ) : (
            <Trans>You are offline, and this device has no copy of these entries.</Trans>
          )}
        </ErrorState>
      )}

      {months?.map((month) => (
        <section key={month.key} aria-labelledby={`month-${month.key}`}>
          <h2 id={`month-${month.key}`} className={styles.month}>
            {monthName.format(month.at)}
          </h2>
          <ul>
            {month.bills.map((bill) => (
              <li key={bill.id}>
                <BillRow bill={bill} status={statusWord(bill)} onPress={() => setOpened(bill)} />
              </li>
            ))}
          </ul>
        </section>
      ))}

      {months?.length === 0 &&
        (filtered ? (
          <EmptyState
            icon={<FilterIcon />}
            title={t`Nothing for these filters`}
            action={<Button onClick={() => onFilters({})}>{t`Clear filters`}</Button>}
          >
            <Trans>There may be entries of other kinds or days.</Trans>
          </EmptyState>
        ) : (
          <EmptyState
            icon={<InboxIcon />}
            title={t`Nothing yet`}
            action={
              <Link to="/coins" className={buttonClass({ look: "primary" })}>{t`Trade coins`}</Link>
            }
          >
            <Trans>
              Every change of your paper balances will be listed here, with the order it belongs to.
            </Trans>
          </EmptyState>
        ))}

      {isFetchNextPageError && (
        <div className={styles.notice}>
          <Banner tone={online ? "warning" : "offline"}>
            {online ? (
              <Trans>Older entries did not arrive. Those above stay.</Trans>
            ) : (
              <Trans>Older entries need a connection.</Trans>
            )}
          </Banner>
        </div>
      )}
      {months && months.length > 0 && (
        <MoreSentinel
          hasMore={hasNextPage}
          busy={isFetchingNextPage}
          failed={isFetchNextPageError}
          onMore={() => void query.fetchNextPage()}
          moreLabel={t`Show older entries`}
          endLabel={t`That is everything.`}
        />
      )}

      <BillFilterSheet
        open={choosing}
        filters={filters}
        onClose={() => setChoosing(false)}
        onFilters={onFilters}
      />
      <ExportSheet key={owner} open={exporting} onClose={() => setExporting(false)} />
      <BillDetail bill={opened} onClose={() => setOpened(null)} linked={linked} />
    </div>
  );
}

/** How old the shown copy is, where the venue did not answer. */
function OldRecords({ at }: { at: number }) {
  const { i18n } = useLingui();
  const time = formatDateTime(at, i18n.locale);
  return <Trans>The history could not be refreshed. These entries are from {time}.</Trans>;
}
