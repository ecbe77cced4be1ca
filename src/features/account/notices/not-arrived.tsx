import { Trans, useLingui } from "@lingui/react/macro";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { useOnline } from "../../platform/use-online.ts";

interface NotArrivedProps {
  title: string;
  /** What did not arrive. */
  query: { refetch: () => Promise<unknown>; isFetching: boolean };
}

/** In the place of choices that the venue keeps, where they could not be read: they hold all the same. */
export function NotArrived({ title, query }: NotArrivedProps) {
  const { t } = useLingui();
  const online = useOnline();
  return (
    <ErrorState
      compact
      title={title}
      retryLabel={t`Try again`}
      onRetry={() => void query.refetch()}
      busy={query.isFetching}
    >
      {online ? (
        <Trans>They are kept by the venue, and still hold.</Trans>
      ) : (
        <Trans>You are offline, and this device has no copy of them. They still hold.</Trans>
      )}
    </ErrorState>
  );
}
