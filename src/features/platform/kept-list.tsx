import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { formatDateTime } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { MoreSentinel } from "../../ui/more-sentinel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useOnline } from "./use-online.ts";
import styles from "./kept-list.module.css";

export interface KeptListProps<Row extends { id: string }> {
  /** Undefined until the first answer, the device's or the venue's. */
  rows: readonly Row[] | undefined;
  /** The last refresh failed. */
  failed: boolean;
  busy: boolean;
  /** When what is shown came, Unix ms of this device. */
  at: number;
  onRetry: () => void;
  /** What did not arrive, for a list without any copy. */
  missing: string;
  empty: ReactNode;
  more: { label: string; hasMore: boolean; busy: boolean; failed: boolean; onMore: () => void };
  row: (row: Row) => ReactNode;
}

/** A list of the person's own, one below the other, with what to say while there is none, or none that is fresh. */
export function KeptList<Row extends { id: string }>({ rows, failed, busy, at, onRetry, missing, empty, more, row }: KeptListProps<Row>) {
  const { t, i18n } = useLingui();
  const online = useOnline();
  const time = formatDateTime(at, i18n.locale);

  if (!rows) {
    if (!failed && online) return <SkeletonRows count={3} lead={false} />;
    return (
      <ErrorState compact title={missing} retryLabel={t`Try again`} onRetry={onRetry} busy={busy}>
        {online ? <Trans>Nothing is lost: they are kept by the venue.</Trans> : <Trans>You are offline, and this device has no copy.</Trans>}
      </ErrorState>
    );
  }
  return (
    <>
      {(failed || !online) && (
        <div className={styles.notice}>
          <Banner tone={online ? "warning" : "offline"} action={<Button look="quiet" size="small" busy={busy} onClick={onRetry}>{t`Try again`}</Button>}>
            {online ? <Trans>The list could not be refreshed. It is from {time}.</Trans> : <Trans>You are offline. The list is from {time}.</Trans>}
          </Banner>
        </div>
      )}
      {rows.length === 0 ? empty : <ul>{rows.map((one) => <li key={one.id}>{row(one)}</li>)}</ul>}
      {rows.length > 0 && <MoreSentinel hasMore={more.hasMore} busy={more.busy} failed={more.failed} onMore={more.onMore} moreLabel={more.label} />}
    </>
  );
}
