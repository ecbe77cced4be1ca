import { Trans, useLingui } from "@lingui/react/macro";
import type { RechargeRecord } from "#protocol/recharge.ts";
import type { WriteFlow } from "../../api/run-write.ts";
import { formatAmount } from "../../lib/format.ts";
import { Banner } from "../../ui/banner.tsx";
import { Progress } from "../../ui/progress.tsx";
import { useVenueSecond } from "../market/venue-second.ts";
import { isWaiting } from "./recharge-queries.ts";
import { useRequestWords } from "../account/use-request-words.ts";
import styles from "./recharge.module.css";

export interface RechargeProgressProps {
  flow: WriteFlow<RechargeRecord>;
  /** One whose outcome an earlier life of this page did not learn. */
  found: RechargeRecord | null;
  refusal: (status: number, data: unknown) => string;
}

/** What a recharge that was sent is doing, or what became of it. */
export function RechargeProgress({ flow, found, refusal }: RechargeProgressProps) {
  const { t } = useLingui();
  switch (flow.step) {
    case "checking":
      return (
        <div role="status">
          <Progress label={t`Asking the venue what became of it`} />
          <p className={styles.note}>
            {flow.tries > 0 ? (
              <Trans>
                The venue cannot be reached. It may have your recharge or not; it is asked until
                that is known, and nothing is sent twice.
              </Trans>
            ) : (
              <Trans>
                The answer got lost on the way. Your recharge is looked up; it is never sent twice.
              </Trans>
            )}
          </p>
        </div>
      );
    case "refused":
      return (
        <Banner tone="danger" live>
          {refusal(flow.status, flow.data)}
        </Banner>
      );
    case "absent":
      return (
        <Banner tone="warning" live>
          <Trans>
            It did not reach the venue, and nothing was asked for. If you send it again, it can be
            taken only once.
          </Trans>
        </Banner>
      );
    case "done":
      return <Taken record={flow.answer} isLate={false} />;
    default:
      return found && <Taken record={found} isLate />;
  }
}

function Taken({ record, isLate }: { record: RechargeRecord; isLate: boolean }) {
  const { i18n } = useLingui();
  const now = useVenueSecond() * 1000;
  const { due } = useRequestWords();
  const sum = `${formatAmount(record.amount, i18n.locale)}\u00a0${record.flag}`;
  return (
    <Banner tone="success" live>
      {isLate ? (
        <Trans>The venue did get your recharge of {sum}.</Trans>
      ) : (
        <Trans>The venue has your recharge of {sum}.</Trans>
      )}
      {/* Counts down in the list; here it would be read aloud each second. */}
      {isWaiting(record) && record.review_due !== null && record.review_due > now ? (
        <>
          {" "}
          <Trans>It is under review; the list below says when it is decided.</Trans>
        </>
      ) : (
        isWaiting(record) && record.review_due === null && <> {due(null, now)}</>
      )}
      {record.voucher_used === 1 && (
        <>
          {" "}
          <Trans>Its picture came with an earlier one, too, which the reviewer is told.</Trans>
        </>
      )}
    </Banner>
  );
}
