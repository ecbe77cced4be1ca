import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Bill } from "#protocol/api/wallet.ts";
import { Button, buttonClass } from "../../../ui/actions/button.tsx";
import { Card } from "../../../ui/lists/card.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { pageRows } from "../../platform/lists/paged-rows.ts";
import { RowsMissing } from "../../platform/lists/rows-missing.tsx";
import { useOnline } from "../../platform/use-online.ts";
import { LinkedOrder } from "../../spot/orders/linked-order.tsx";
import { BillDetail } from "../../wallet/bills/bill-detail.tsx";
import { BillRow } from "../../wallet/bills/bill-row.tsx";
import { billPagesQuery } from "../../wallet/bills/bill-queries.ts";
import { FactsAge } from "./facts-age.tsx";
import styles from "./currency-screen.module.css";

const shownFirst = 5;
const shownMore = 10;

/** The user's bills in one currency, newest first, a few at a time, from the same query as the history. */
export function CurrencyBills({ flag }: { flag: string }) {
  const { t } = useLingui();
  const online = useOnline();
  const {
    data,
    dataUpdatedAt,
    error,
    isFetching,
    isFetchingNextPage,
    hasNextPage,
    fetchNextPage,
    refetch,
  } = useInfiniteQuery({ ...billPagesQuery({ flag }), refetchOnMount: "always" });
  const [count, setCount] = useState(shownFirst);
  const [opened, setOpened] = useState<Bill | null>(null);
  const bills = pageRows(data);

  function more() {
    setCount(count + shownMore);
    if (hasNextPage && bills && bills.length < count + shownMore) void fetchNextPage();
  }

  return (
    <Card
      title={t`Entries in ${flag}`}
      aside={
        <Link
          to="/history"
          search={{ flag }}
          className={buttonClass({ look: "quiet", size: "small" })}
        >
          <Trans>History</Trans>
        </Link>
      }
      flush
    >
      {bills && bills.length > 0 && (
        <ul>
          {bills.slice(0, count).map((bill) => (
            <li key={bill.id}>
              <BillRow bill={bill} onPress={() => setOpened(bill)} />
            </li>
          ))}
        </ul>
      )}
      {bills?.length === 0 && (
        <EmptyState compact title={t`No entries in ${flag} yet`}>
          <Trans>Every change of this balance will be listed here.</Trans>
        </EmptyState>
      )}
      {bills && (bills.length > count || hasNextPage) && (
        <div className={styles.more}>
          <Button
            look="quiet"
            busy={isFetchingNextPage}
            onClick={more}
          >{t`Show older entries`}</Button>
        </div>
      )}
      {!bills && (error || !online) && (
        <RowsMissing title={t`The entries did not arrive`} query={{ refetch, isFetching }} />
      )}
      {!bills && !error && online && <SkeletonRows count={3} />}
      {bills && (
        <div className={styles.inset}>
          <FactsAge at={dataUpdatedAt} failed={error !== null} />
        </div>
      )}
      <BillDetail bill={opened} onClose={() => setOpened(null)} linked={linkedOrder} />
    </Card>
  );
}

function linkedOrder({ ref_type, ref_id }: Bill) {
  return ref_type === "spot_order" && /^\d{1,19}$/.test(ref_id) ? (
    <LinkedOrder orderId={ref_id} />
  ) : null;
}
