import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ApiError } from "../../../api/api-error.ts";
import { errorText } from "../../../i18n/error-messages.ts";
import { formatDateTime } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Button } from "../../../ui/actions/button.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { useOnline } from "../../platform/use-online.ts";

export interface SecurityListProps {
  /** What is listed, as the subject of a sentence that says it did not arrive. */
  missingTitle: string;
  query: {
    data: unknown;
    error: ApiError | null;
    isFetching: boolean;
    dataUpdatedAt: number;
    refetch: () => Promise<unknown>;
  };
  children: ReactNode;
}

/** What stands around a list of the venue's: on its way, not arrived, or as old as it is. */
export function SecurityList({ missingTitle, query, children }: SecurityListProps) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const { data, error, isFetching, dataUpdatedAt } = query;
  const retry = () => void query.refetch();
  if (data === undefined && error === null && online)
    return <SkeletonRows count={2} lead={false} />;
  if (data === undefined) {
    return (
      <ErrorState
        compact
        title={missingTitle}
        retryLabel={t`Try again`}
        onRetry={retry}
        busy={isFetching}
      >
        {!online ? (
          <Trans>You are offline, and this device has no copy.</Trans>
        ) : error?.status ? (
          i18n._(errorText(error.status))
        ) : (
          <Trans>The venue did not answer.</Trans>
        )}
      </ErrorState>
    );
  }
  const asOf = formatDateTime(dataUpdatedAt, i18n.locale);
  return (
    <>
      {(error !== null || !online) && (
        <Banner
          tone={online ? "warning" : "offline"}
          action={
            online ? (
              <Button
                look="quiet"
                size="small"
                busy={isFetching}
                onClick={retry}
              >{t`Try again`}</Button>
            ) : undefined
          }
        >
          <Trans>Not refreshed. This is as of {asOf}.</Trans>
        </Banner>
      )}
      {children}
    </>
  );
}
