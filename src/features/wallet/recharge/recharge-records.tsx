import * as codes from "#protocol/wire/error-codes.ts";
import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useRef, useState } from "react";
import type { RechargeRecord } from "#protocol/api/recharge.ts";
import { useClockTick } from "../../../api/clock-tick.ts";
import { formatDateTime, formatMoney } from "../../../lib/format.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { CopyButton } from "../../../ui/actions/copy-button.tsx";
import { Sheet, useLast } from "../../../ui/layers/sheet.tsx";
import { KeyValue, KeyValues } from "../../../ui/lists/key-values.tsx";
import { ListRow } from "../../../ui/lists/list-row.tsx";
import { Banner } from "../../../ui/states/banner.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { Skeleton } from "../../../ui/states/skeleton.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { useRequestMessages } from "../../account/use-request-messages.ts";
import { LoadedCoinIcon } from "../../platform/icons/loaded-coin-icon.tsx";
import { olderPages, pageRows } from "../../platform/lists/paged-rows.ts";
import { PersistedList } from "../../platform/lists/persisted-list.tsx";
import { ReviewDue, useDecided } from "../assets/decided-requests.tsx";
import { hideAmountsAtom } from "../assets/wallet-atoms.ts";
import { isWaiting, rechargePagesQuery, voucherQuery } from "./recharge-queries.ts";
import styles from "./recharge.module.css";

/** All recharges, newest first, with their status. */
export function RechargeRecords() {
  const { t } = useLingui();
  const query = useInfiniteQuery({ ...rechargePagesQuery(), refetchOnMount: "always" });
  const rows = pageRows(query.data);
  const [opened, setOpened] = useState<string | null>(null);

  useDecided(rows?.filter(isWaiting).map(({ id }) => id) ?? []);

  return (
    <section className={styles.records} data-records="" aria-labelledby="recharge-records">
      <h2 id="recharge-records" className={styles.heading}>
        <Trans>Your recharges</Trans>
      </h2>
      <PersistedList
        rows={rows}
        query={query}
        missing={t`Your recharges did not arrive`}
        empty={
          <EmptyState compact title={t`No recharges yet`}>
            <Trans>
              What you ask for stays here, with its status and, where it was rejected, the reason.
            </Trans>
          </EmptyState>
        }
        more={olderPages(query, t`Show older recharges`)}
        row={(record) => <Row record={record} onPress={() => setOpened(record.id)} />}
      />
      <RechargeDetail
        record={rows?.find(({ id }) => id === opened) ?? null}
        onClose={() => setOpened(null)}
      />
    </section>
  );
}

function Row({ record, onPress }: { record: RechargeRecord; onPress: () => void }) {
  const { i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const { status } = useRequestMessages();
  const { text, tone } = status(record.status, record.reason);
  return (
    <ListRow
      lead={<LoadedCoinIcon code={record.flag} size={28} />}
      title={
        <span className={styles.row}>
          {record.network} <Tag tone={tone}>{text}</Tag>
        </span>
      }
      detail={
        <>
          {formatDateTime(record.create_time, i18n.locale)}
          {isWaiting(record) ? (
            <>
              {" "}
              · <ReviewDue due={record.review_due} />
            </>
          ) : (
            record.reason !== null && record.reason !== "canceled" && <> · {record.reason}</>
          )}
        </>
      }
      value={formatMoney(record.actual_amount ?? record.amount, record.flag, i18n.locale, {
        hidden,
      })}
      onPress={onPress}
    />
  );
}

/** All facts of one recharge, with its image as long as the venue has it. */
function RechargeDetail({
  record,
  onClose,
}: {
  record: RechargeRecord | null;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const last = useLast(record);
  return (
    <Sheet open={record !== null} onClose={onClose} title={t`Recharge`} closeLabel={t`Close`}>
      {last && <Facts record={last} />}
    </Sheet>
  );
}

function Facts({ record }: { record: RechargeRecord }) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const now = useClockTick() * 1000;
  const { status, due } = useRequestMessages();
  const { text, tone } = status(record.status, record.reason);
  const sum = (amount: string) =>
    formatMoney(amount, record.flag, i18n.locale, { whole: true, hidden });
  return (
    <div className={styles.detail}>
      {record.reason !== null && record.reason !== "" && record.reason !== "canceled" && (
        <Banner tone="danger">
          <Trans>The reviewer's reason: {record.reason}</Trans>
        </Banner>
      )}
      <KeyValues>
        <KeyValue label={t`Status`}>
          <Tag tone={tone}>{text}</Tag>
        </KeyValue>
        {isWaiting(record) && <KeyValue label={t`Review`}>{due(record.review_due, now)}</KeyValue>}
        <KeyValue label={t`Asked for`}>{sum(record.amount)}</KeyValue>
        {record.actual_amount !== null && (
          <KeyValue label={t`Credited`} strong>
            {sum(record.actual_amount)}
          </KeyValue>
        )}
        <KeyValue label={t`Network`}>{record.network}</KeyValue>
        {record.address !== "" && (
          <KeyValue label={t`Paper address`}>
            <span className={styles.code}>{record.address}</span>
          </KeyValue>
        )}
        <KeyValue label={t`Time`}>{formatDateTime(record.create_time, i18n.locale)}</KeyValue>
        {record.review_time !== null && (
          <KeyValue label={t`Decided`}>{formatDateTime(record.review_time, i18n.locale)}</KeyValue>
        )}
        <KeyValue label={t`Number`}>
          <span className={styles.row}>
            {record.order_no}
            <CopyButton text={record.order_no} label={t`Copy the number`} copiedLabel={t`Copied`} />
          </span>
        </KeyValue>
      </KeyValues>
      {record.voucher_used === 1 && (
        <p className={styles.soft}>
          <Trans>Its picture came with an earlier recharge of yours, too.</Trans>
        </p>
      )}
      {record.voucher === "" ? (
        <p className={styles.soft}>
          <Trans>The picture has been deleted.</Trans>
        </p>
      ) : (
        <Voucher key={record.voucher} id={record.voucher} />
      )}
    </div>
  );
}

function Voucher({ id }: { id: string }) {
  const { t } = useLingui();
  const { data, error, isFetching, refetch } = useQuery(voucherQuery(id));
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!data || !image.current) return;
    const url = URL.createObjectURL(data);
    image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [data]);
  if (error?.status === codes.invalidParameters)
    return (
      <p className={styles.soft}>
        <Trans>The picture has been deleted.</Trans>
      </p>
    );
  if (error)
    return (
      <Banner
        tone="warning"
        action={
          <Button
            look="quiet"
            size="small"
            busy={isFetching}
            onClick={() => void refetch()}
          >{t`Try again`}</Button>
        }
      >
        <Trans>The picture did not arrive.</Trans>
      </Banner>
    );
  return data ? (
    <img ref={image} className={styles.voucher} alt={t`Picture of the payment`} />
  ) : (
    <Skeleton shape="block" />
  );
}
