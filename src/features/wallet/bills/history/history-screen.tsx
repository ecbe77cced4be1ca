import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { type ReactNode, useState } from "react";
import type { Bill } from "#protocol/api/wallet.ts";
import { formatDate, formatDateTime, formatMonth } from "../../../../lib/format.ts";
import { deskScreen, useMedia } from "../../../../lib/use-media.ts";
import { Button, buttonClass } from "../../../../ui/actions/button.tsx";
import { Chip, ChipRow } from "../../../../ui/fields/chip.tsx";
import { CloseIcon, FilterIcon } from "../../../../ui/icons/action-icons.tsx";
import { DownloadIcon } from "../../../../ui/icons/navigation-icons.tsx";
import { InboxIcon } from "../../../../ui/icons/status-icons.tsx";
import { MoreSentinel } from "../../../../ui/lists/more-sentinel.tsx";
import { Banner } from "../../../../ui/states/banner.tsx";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../../ui/states/skeleton.tsx";
import { useOnline } from "../../../platform/use-online.ts";
import { AccountNotice } from "../../../session/account-status/account-notice.tsx";
import { accountStatusAtom } from "../../../session/account-status/account-status-atom.ts";
import { LoginWanted } from "../../../session/login-wanted.tsx";
import { authorizedAtom, sessionAtom } from "../../../session/session-atoms.ts";
import { BillDetail, BillFacts } from "../bill-detail.tsx";
import {
  type BillFilters,
  billRequest,
  countFilters,
  toggleType,
  typesOf,
} from "../bill-filters.ts";
import { useBillTitle, useBillTypeName } from "../bill-messages.ts";
import { billPagesQuery } from "../bill-queries.ts";
import { BillRow, BillStatus, useBillStatus } from "../bill-row.tsx";
import { ExportSheet } from "../export/export-sheet.tsx";
import { BillFilterSheet } from "./bill-filter-sheet.tsx";
import { billMonths } from "./bill-months.ts";
import styles from "./history-screen.module.css";

interface HistoryScreenProps {
  filters: BillFilters;
  onFilters: (filters: BillFilters) => void;
  /** Renders what a bill belongs to, such as an order with its fills. */
  linked: (bill: Bill) => ReactNode;
}

/** Every change of an available balance, newest first. */
export function HistoryScreen({ filters, onFilters, linked }: HistoryScreenProps) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const authorized = useAtomValue(authorizedAtom);
  const owner = useAtomValue(sessionAtom)?.id;
  const blocked = useAtomValue(accountStatusAtom) === "blocked";
  const [choosing, setChoosing] = useState(false);
  const [exporting, setExporting] = useState(false);
  const [opened, setOpened] = useState<Bill | null>(null);
  const isDesk = useMedia(deskScreen);
  const titleOf = useBillTitle();
  const query = useInfiniteQuery({
    ...billPagesQuery(filters),
    enabled: authorized,
    refetchOnMount: "always",
  });
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, hasNextPage } = query;
  const statusOf = useBillStatus();
  // A tag on every row would carry no information.
  const statusTag = (bill: Bill) => {
    const status = statusOf(bill);
    return status === "final" ? undefined : <BillStatus status={status} />;
  };
  const months = data && billMonths(data.pages);
  const total = data?.pages[0]?.total;
  const filtered = countFilters(filters) > 0;
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
  const beside = isDesk ? (opened ?? data?.pages[0]?.list[0]) : undefined;
  return (
    <div className={styles.screen} data-window={isDesk || undefined}>
      {beside && (
        <section className={styles.beside} aria-label={titleOf(beside)} aria-live="polite">
          <h2 className={styles.title}>{titleOf(beside)}</h2>
          <BillFacts bill={beside} more={linked(beside)} />
        </section>
      )}
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
            {formatMonth(month.at, i18n.locale)}
          </h2>
          <ul>
            {month.bills.map((bill) => (
              <li key={bill.id}>
                <BillRow bill={bill} status={statusTag(bill)} onPress={() => setOpened(bill)} />
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
      <BillDetail bill={isDesk ? null : opened} onClose={() => setOpened(null)} linked={linked} />
    </div>
  );
}

/** The age of the shown copy, where the venue did not answer. */
function OldRecords({ at }: { at: number }) {
  const { i18n } = useLingui();
  const time = formatDateTime(at, i18n.locale);
  return <Trans>The history could not be refreshed. These entries are from {time}.</Trans>;
}

/** The active filters; a press removes one. */
function FilterTags({
  filters,
  onFilters,
}: {
  filters: BillFilters;
  onFilters: (filters: BillFilters) => void;
}) {
  const { t, i18n } = useLingui();
  const typeName = useBillTypeName();
  const { start_time: from, end_time: to } = billRequest(filters);
  const day = (at: unknown) => formatDate(Number(at), i18n.locale);
  const tags = [
    ...typesOf(filters).map((type) => ({
      key: `type${type}`,
      text: typeName(type),
      without: toggleType(filters, type),
    })),
    ...(filters.flag
      ? [{ key: "flag", text: filters.flag, without: { ...filters, flag: undefined } }]
      : []),
    ...(filters.order
      ? [
          {
            key: "order",
            text: t`Order ${filters.order}`,
            without: { ...filters, order: undefined },
          },
        ]
      : []),
    ...(filters.second
      ? [
          {
            key: "second",
            text: t`Seconds contract ${filters.second}`,
            without: { ...filters, second: undefined },
          },
        ]
      : []),
    ...(from === undefined
      ? []
      : [{ key: "from", text: t`From ${day(from)}`, without: { ...filters, from: undefined } }]),
    ...(to === undefined
      ? []
      : [{ key: "to", text: t`Until ${day(to)}`, without: { ...filters, to: undefined } }]),
  ];
  if (tags.length === 0) return null;
  return (
    <div className={styles.tags}>
      <ChipRow label={t`Filters in force`}>
        {tags.map((tag) => (
          <Chip
            key={tag.key}
            selected
            aria-label={t`${tag.text}: remove this filter`}
            onClick={() => onFilters(tag.without)}
          >
            {tag.text} <CloseIcon size={16} />
          </Chip>
        ))}
      </ChipRow>
    </div>
  );
}
