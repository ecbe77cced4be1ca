import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useEffect, useRef } from "react";
import type { RechargeRecord } from "#protocol/recharge.ts";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { KeyValue, KeyValues } from "../../ui/key-values.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Tag } from "../../ui/tag.tsx";
import { useLast } from "../../ui/use-last.ts";
import { useVenueSecond } from "../market/venue-second.ts";
import { isWaiting, voucherQuery } from "./recharge-queries.ts";
import { useRequestWords } from "../account/use-request-words.ts";
import { hideAmountsAtom } from "./wallet-atoms.ts";
import styles from "./recharge.module.css";

/** One recharge whole, with its picture as long as the venue keeps it. */
export function RechargeDetail({
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
  const now = useVenueSecond() * 1000;
  const { status, due } = useRequestWords();
  const { text, tone } = status(record.status, record.reason);
  const sum = (amount: string) => formatMoney(amount, record.flag, i18n.locale, { hidden });
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
  const picture = useRef<HTMLImageElement>(null);
  useEffect(() => {
    if (!data || !picture.current) return;
    const url = URL.createObjectURL(data);
    picture.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [data]);
  if (error?.status === 100005)
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
    <img ref={picture} className={styles.voucher} alt={t`Picture of the payment`} />
  ) : (
    <Skeleton shape="block" />
  );
}
