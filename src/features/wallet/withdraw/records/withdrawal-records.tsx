import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WithdrawalRecord } from "#protocol/api/withdrawal.ts";
import { formatDateTime } from "../../../../lib/format.ts";
import { EmptyState } from "../../../../ui/states/empty-state.tsx";
import { ListRow } from "../../../../ui/lists/list-row.tsx";
import { Segmented } from "../../../../ui/fields/segmented.tsx";
import { Sheet, useLast } from "../../../../ui/layers/sheet.tsx";
import { Tag } from "../../../../ui/text/tag.tsx";
import { LoadedCoinIcon } from "../../../platform/icons/loaded-coin-icon.tsx";
import { PersistedList } from "../../../platform/lists/persisted-list.tsx";
import { olderPages, pageRows } from "../../../platform/lists/paged-rows.ts";
import { shortAddress } from "../address/address-groups.ts";
import { useRequestMessages } from "../../../account/use-request-messages.ts";
import { ReviewDue, useDecided } from "../../assets/decided-requests.tsx";
import { useWithdrawMessages } from "../use-withdraw-messages.ts";
import { WithdrawalFacts } from "./withdrawal-facts.tsx";
import { isPending, withdrawalPagesQuery } from "../withdrawal-queries.ts";
import styles from "../withdraw.module.css";

/** All withdrawals, newest first, with their status. */
export function WithdrawalRecords() {
  const { t } = useLingui();
  const [kind, setKind] = useState<"all" | "coin" | "bank">("all");
  const query = useInfiniteQuery({
    ...withdrawalPagesQuery(kind === "all" ? undefined : kind),
    refetchOnMount: "always",
  });
  const rows = pageRows(query.data);
  const [opened, setOpened] = useState<WithdrawalRecord | null>(null);
  const shown = opened && (rows?.find(({ id }) => id === opened.id) ?? opened);

  useDecided(rows?.filter(isPending).map(({ id }) => id) ?? []);

  return (
    <section className={styles.records} data-records="" aria-labelledby="withdrawal-records">
      <div className={styles.recordsHead}>
        <h2 id="withdrawal-records" className={styles.heading}>
          <Trans>Your withdrawals</Trans>
        </h2>
        <Segmented
          size="small"
          label={t`Which withdrawals`}
          value={kind}
          onValue={setKind}
          options={[
            { value: "all", label: t({ context: "withdrawals", message: "All" }) },
            { value: "coin", label: t({ context: "withdrawals", message: "Coins" }) },
            { value: "bank", label: t`Card` },
          ]}
        />
      </div>
      <PersistedList
        rows={rows}
        query={query}
        missing={t`Your withdrawals did not arrive`}
        empty={
          <EmptyState compact title={t`No withdrawals yet`}>
            <Trans>
              What you ask for stays here, with its status and, where it was rejected, the reason.
            </Trans>
          </EmptyState>
        }
        more={olderPages(query, t`Show older withdrawals`)}
        row={(record) => <Row record={record} onPress={() => setOpened(record)} />}
      />
      <Opened record={shown} onClose={() => setOpened(null)} />
    </section>
  );
}

function Opened({ record, onClose }: { record: WithdrawalRecord | null; onClose: () => void }) {
  const { t } = useLingui();
  const last = useLast(record);
  return (
    <Sheet open={record !== null} onClose={onClose} title={t`Withdrawal`} closeLabel={t`Close`}>
      {last && <WithdrawalFacts key={last.id} record={last} />}
    </Sheet>
  );
}

function Row({ record, onPress }: { record: WithdrawalRecord; onPress: () => void }) {
  const { i18n } = useLingui();
  const messages = useWithdrawMessages();
  const { status } = useRequestMessages();
  const { text, tone } = status(record.status, record.reason);
  return (
    <ListRow
      lead={<LoadedCoinIcon code={record.flag} size={28} />}
      title={
        <span className={styles.inline}>
          {record.kind === "bank" ? record.bank?.card_no_masked : record.network}{" "}
          <Tag tone={tone}>{text}</Tag>
        </span>
      }
      detail={
        <>
          {formatDateTime(record.create_time, i18n.locale)}
          {isPending(record) ? (
            <>
              {" "}
              · <ReviewDue due={record.review_due} />
            </>
          ) : record.reason !== null && record.reason !== "" && record.reason !== "canceled" ? (
            <> · {record.reason}</>
          ) : (
            record.address !== "" && (
              <>
                {" "}
                · <span className={styles.whole}>{shortAddress(record.address)}</span>
              </>
            )
          )}
        </>
      }
      value={messages.own(record.amount, record.flag)}
      onPress={onPress}
    />
  );
}
