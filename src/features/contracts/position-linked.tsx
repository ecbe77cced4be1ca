import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { LinkedSection } from "../trading/linked-section.tsx";
import { ClosedCard } from "./closed-card.tsx";
import { closedPagesQuery, positionsQuery } from "./position-queries.ts";
import { PositionSummary } from "./position-summary.tsx";

/** The position behind an entry of the billing history: open or closed. */
export function LinkedPosition({ positionId }: { positionId: string }) {
  return (
    <LinkedSection heading={<Trans>The position it belongs to</Trans>}>
      <Found positionId={positionId} />
    </LinkedSection>
  );
}

function Found({ positionId }: { positionId: string }) {
  const { t } = useLingui();
  const open = useQuery(positionsQuery());
  const pages = useInfiniteQuery(closedPagesQuery());
  const position = open.data?.list.find(({ id }) => id === positionId);
  const closed = pages.data?.pages.flatMap((page) => page.list).find(({ id }) => id === positionId);
  if (position) return <PositionSummary position={position} />;
  if (closed) return <ClosedCard closed={closed} />;
  if (pages.hasNextPage)
    return (
      <Button
        busy={pages.isFetchingNextPage}
        onClick={() => void pages.fetchNextPage()}
      >{t`Look further back`}</Button>
    );
  if (open.error ?? pages.error) {
    return (
      <ErrorState
        compact
        title={t`The position did not arrive`}
        retryLabel={t`Try again`}
        onRetry={() => void Promise.all([open.refetch(), pages.refetch()])}
        busy={pages.isFetching}
      />
    );
  }
  return pages.data && open.data ? (
    <p>
      <Trans>The venue no longer lists it.</Trans>
    </p>
  ) : (
    <Skeleton shape="block" />
  );
}
