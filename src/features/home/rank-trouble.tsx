import { Trans, useLingui } from "@lingui/react/macro";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState, type ReactNode } from "react";
import { ErrorState } from "../../ui/error-state.tsx";
import { liveFeed } from "../market/live-feed-instance.ts";

const patienceMs = 8000;

/** Where no market is known yet: the fallback for a while, then that prices do not arrive, with a way to ask again. */
export function RankTrouble({ fallback }: { fallback: ReactNode }) {
  const { t } = useLingui();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  const again = useMutation({ mutationFn: () => liveFeed.refresh(), networkMode: "always", retry: false });
  if (!late) return fallback;
  return (
    <ErrorState compact title={t`Prices have not arrived`} retryLabel={t`Try again`} onRetry={() => again.mutate()} busy={again.isPending}>
      <Trans>The venue cannot be reached, and this device holds no earlier prices. They will show as soon as they come.</Trans>
    </ErrorState>
  );
}
