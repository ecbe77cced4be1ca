import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { liveFeed } from "./live-feed-instance.ts";
import { symbolsQuery } from "./queries.ts";

const patienceMs = 8000;

/** Where no market is known yet: the places of rows for a while, then that prices do not arrive, with a way to ask again. */
export function MarketListTrouble() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const again = useMutation({
    mutationFn: () => Promise.all([liveFeed.refresh(), client.fetchQuery(symbolsQuery())]),
    networkMode: "always",
    retry: false,
  });
  if (!late) return <SkeletonRows count={8} />;
  return (
    <ErrorState
      compact
      title={t`Prices have not arrived`}
      retryLabel={t`Try again`}
      onRetry={() => again.mutate()}
      busy={again.isPending}
    >
      <Trans>
        The venue cannot be reached, and this device holds no earlier prices. They will show as soon
        as they come.
      </Trans>
    </ErrorState>
  );
}
