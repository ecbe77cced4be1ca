import { Trans, useLingui } from "@lingui/react/macro";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { useOnline } from "../use-online.ts";

export interface RowsMissingProps {
  /** That they did not arrive. */
  title: string;
  /** They have an effect without being seen, as alerts and settings have. */
  hold?: boolean;
  query: { refetch: () => unknown; isFetching: boolean };
}

/** In the place of the user's rows, where they did not arrive and the device has no copy. */
export function RowsMissing({ title, hold = false, query }: RowsMissingProps) {
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
      {hold && online && <Trans>They are kept by the venue, and still hold.</Trans>}
      {hold && !online && (
        <Trans>You are offline, and this device has no copy of them. They still hold.</Trans>
      )}
      {!hold && online && <Trans>Nothing is lost: they are kept by the venue.</Trans>}
      {!hold && !online && <Trans>You are offline, and this device has no copy.</Trans>}
    </ErrorState>
  );
}
