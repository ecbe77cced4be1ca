import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../ui/error-state.tsx";
import { symbolsQuery } from "./queries.ts";

/** Whether a market's rules may still come: neither the venue's answer nor its failure is here. */
export function useRulesAwaited(): boolean {
  return useQuery(symbolsQuery()).status === "pending";
}

/** In the place of a market's rules, once it is known that they have not come or cannot be read. */
export function RulesTrouble() {
  const { t } = useLingui();
  // It appears when the read has failed: asking again by appearing, it would go and come without end.
  const { refetch, isFetching } = useQuery({ ...symbolsQuery(), retryOnMount: false });
  return (
    <ErrorState
      compact
      title={t`The trading rules did not arrive`}
      retryLabel={t`Try again`}
      onRetry={() => void refetch()}
      busy={isFetching}
    >
      <Trans>The price and the chart above are not affected.</Trans>
    </ErrorState>
  );
}
