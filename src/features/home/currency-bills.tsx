import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Bill } from "#protocol/wallet.ts";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { BillDetail } from "../wallet/bill-detail.tsx";
import { BillRow } from "../wallet/bill-row.tsx";
import { billsQuery } from "../wallet/queries.ts";

const shownBills = 5;

/** The last changes of my balance in one currency. */
export function CurrencyBills({ flag }: { flag: string }) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useQuery(billsQuery({ flag, size: shownBills }));
  const [opened, setOpened] = useState<Bill | null>(null);
  const all = (
    <Link to="/history">
      <Trans>All</Trans>
    </Link>
  );
  return (
    <Card title={t`Last entries`} aside={all} flush>
      {data ? (
        data.list.length > 0 ? (
          data.list.map((bill) => <BillRow key={bill.id} bill={bill} icon={undefined} onPress={() => setOpened(bill)} />)
        ) : (
          <EmptyState compact title={t`No entries in ${flag} yet`}>
            <Trans>Every change of this balance will be listed here.</Trans>
          </EmptyState>
        )
      ) : error ? (
        <ErrorState compact title={t`The entries did not arrive`} retryLabel={t`Try again`} onRetry={() => void refetch()} busy={isFetching} />
      ) : (
        <SkeletonRows count={3} />
      )}
      <BillDetail bill={opened} onClose={() => setOpened(null)} linked={() => null} />
    </Card>
  );
}
