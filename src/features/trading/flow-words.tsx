import { Trans, useLingui } from "@lingui/react/macro";
import { Banner } from "../../ui/banner.tsx";
import { Progress } from "../../ui/progress.tsx";
import styles from "./flow-words.module.css";

/** No answer came: the venue is asked what became of the order. */
export function CheckingOrder({ unreachable }: { unreachable: boolean }) {
  const { t } = useLingui();
  return (
    <div className={styles.progress} role="status">
      <Progress label={t`Asking the venue what became of your order`} />
      <p className={styles.words}>
        {unreachable ? (
          <Trans>
            The venue cannot be reached. Your order may have been placed or not; it is asked for
            until that is known, and never sent twice.
          </Trans>
        ) : (
          <Trans>
            The answer got lost on the way. Your order is looked up; it is never sent twice.
          </Trans>
        )}
      </p>
    </div>
  );
}

/** The venue has it, and it meets the market at any moment. */
export function AcceptedOrder({
  mayRest,
  unreachable,
  late,
}: {
  mayRest: boolean;
  unreachable: boolean;
  late: boolean;
}) {
  const { t } = useLingui();
  return (
    <div className={styles.progress} role="status">
      <Progress label={t`Submitted, waiting for the market`} />
      <p className={styles.words}>
        {unreachable ? (
          <Trans>
            The venue cannot be reached. It has your order; what becomes of it is asked for until
            that is known.
          </Trans>
        ) : mayRest ? (
          <Trans>
            The venue has your order. It looks whether the market has something at your price right
            now; if not, the order waits.
          </Trans>
        ) : (
          <Trans>
            The venue has your order. It fills with the next prices of the market, usually within a
            second.
          </Trans>
        )}
      </p>
      {late && <LateOrder />}
    </div>
  );
}

/** It has not arrived, and may still. */
export function DoubtWords() {
  return (
    <p className={styles.words}>
      <Trans>
        Should the message still arrive, within a minute or two, you are told here. If you send
        again before that, only one of the two can be placed.
      </Trans>
    </p>
  );
}

/** The person was told that it had not arrived. */
export function LateOrder() {
  return (
    <Banner tone="info" live>
      <Trans>This order arrived late: it had seemed lost on the way.</Trans>
    </Banner>
  );
}
