import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { LinkedSection } from "../../trade/own-orders/linked-section.tsx";
import { ClosedCard } from "./closed-card.tsx";
import { closedPagesQuery, positionsQuery } from "../figures/contract-queries.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { negated } from "../figures/position-size.ts";
import { useContractWords } from "../figures/use-contract-format.ts";
import { usePositionFacts } from "../figures/use-position-facts.ts";

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

/** An open position in a few lines, to read and not to act on. */
function PositionSummary({ position }: { position: ContractPosition }) {
  const { t, i18n } = useLingui();
  const { market, figures } = usePositionFacts(position);
  const words = useContractWords(market);
  return (
    <KeyValues dense>
      <KeyValue label={t`Position`}>
        {words.side(position.direction)} {position.lever_rate}× {position.contract_code}
      </KeyValue>
      <KeyValue label={t`Size`}>{words.size(position.volume)}</KeyValue>
      <KeyValue label={t`Entry price`}>{words.price(position.cost_open)}</KeyValue>
      <KeyValue label={t`Margin`}>{figures ? words.exact(figures.exposure.margin) : "–"}</KeyValue>
      <KeyValue label={t`Fees`}>{words.exactSigned(negated(position.fee))}</KeyValue>
      <KeyValue label={t`Funding`}>{words.exactSigned(position.funding)}</KeyValue>
      <KeyValue label={t`Opened`}>{formatDateTime(position.open_time, i18n.locale)}</KeyValue>
    </KeyValues>
  );
}
