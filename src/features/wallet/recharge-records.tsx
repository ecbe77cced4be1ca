import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useState } from "react";
import type { RechargeRecord } from "#protocol/recharge.ts";
import { formatDateTime, formatMoney } from "../../lib/format.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { Tag } from "../../ui/tag.tsx";
import { CoinPicture } from "../platform/coin-picture.tsx";
import { KeptList } from "../platform/kept-list.tsx";
import { olderPages, pageRows } from "../platform/kept-pages.ts";
import { RechargeDetail } from "./recharge-detail.tsx";
import { isWaiting, rechargePagesQuery } from "./recharge-queries.ts";
import { useRequestWords } from "../account/use-request-words.ts";
import { ReviewDue } from "./review-due.tsx";
import { useDecided } from "./use-decided.ts";
import { hideAmountsAtom } from "./wallet-atoms.ts";
import styles from "./recharge.module.css";

/** Every recharge asked for, newest first, with what became of it. */
export function RechargeRecords() {
  const { t } = useLingui();
  const query = useInfiniteQuery({ ...rechargePagesQuery(), refetchOnMount: "always" });
  const rows = pageRows(query.data);
  const [opened, setOpened] = useState<string | null>(null);

  useDecided(rows?.filter(isWaiting).map(({ id }) => id) ?? []);

  return (
    <section className={styles.records} aria-labelledby="recharge-records">
      <h2 id="recharge-records" className={styles.heading}>
        <Trans>Your recharges</Trans>
      </h2>
      <KeptList
        rows={rows}
        query={query}
        missing={t`Your recharges did not arrive`}
        empty={
          <EmptyState compact title={t`No recharges yet`}>
            <Trans>
              What you ask for above stays here, with its status and, where it was rejected, the
              reason.
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
  const { status } = useRequestWords();
  const { text, tone } = status(record.status, record.reason);
  return (
    <ListRow
      lead={<CoinPicture code={record.flag} size={28} />}
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
