import { Trans, useLingui } from "@lingui/react/macro";
import type { RechargeRecord } from "#protocol/api/recharge.ts";
import { formatAmount } from "../../../lib/format.ts";
import { Banner } from "../../../ui/states/banner.tsx";
import { Progress } from "../../../ui/states/progress.tsx";
import { useClockTick } from "../../../api/clock-tick.ts";
import { isWaiting } from "./recharge-queries.ts";
import { useRequestMessages } from "../../account/use-request-messages.ts";
import type { RechargeWrite } from "./use-recharge.ts";
import styles from "./recharge.module.css";

export interface RechargeProgressProps {
  write: RechargeWrite;
  refusal: (status: number, data: unknown) => string;
}

/** The progress of a sent recharge, or its outcome. */
export function RechargeProgress({ write, refusal }: RechargeProgressProps) {
  const { t } = useLingui();
  switch (write.step) {
    case "checking":
      return (
        <div role="status">
          <Progress label={t`Asking the venue what became of it`} />
          <p className={styles.note}>
            {write.tries > 0 ? (
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
          {refusal(write.refusal.status, write.refusal.data)}
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
      return <Received record={write.answer} wasUnresolved={write.wasAbsent} />;
    default:
      return null;
  }
}

function Received({ record, wasUnresolved }: { record: RechargeRecord; wasUnresolved: boolean }) {
  const { i18n } = useLingui();
  const now = useClockTick() * 1000;
  const { due } = useRequestMessages();
  const sum = `${formatAmount(record.amount, i18n.locale)}\u00a0${record.flag}`;
  return (
    <Banner tone="success" live>
      {wasUnresolved ? (
        <Trans>The venue did get your recharge of {sum}.</Trans>
      ) : (
        <Trans>The venue has your recharge of {sum}.</Trans>
      )}
      {/* The countdown is in the list: here a screen reader would announce it each second. */}
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
          <Trans>Its picture came with an earlier one, too. The reviewer can see that.</Trans>
        </>
      )}
    </Banner>
  );
}
