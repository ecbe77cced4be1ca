import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { symbolsQuery } from "./market-queries.ts";

/** Whether trading rules are still loading: neither an answer nor an error has arrived. */
export function useRulesAwaited(): boolean {
  return useQuery(symbolsQuery()).status === "pending";
}

/** Shown in place of a market's rules after they failed to load. */
export function RulesTrouble() {
  const { t } = useLingui();
  // This component mounts after a failed read: a retry on mount would unmount and mount it in a loop.
  const { refetch, isFetching } = useQuery({ ...symbolsQuery(), retryOnMount: false });
  return (
    <ErrorState
      compact
      title={t`The trading rules did not arrive`}
      retryLabel={t`Try again`}
      onRetry={() => void refetch()}
      busy={isFetching}
    >
      <Trans>Orders can be placed once they are here.</Trans>
    </ErrorState>
  );
}
