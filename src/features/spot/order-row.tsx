import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { coinStatus, type CoinOrder } from "#protocol/spot.ts";
import { formatBrief, HIDDEN_AMOUNT } from "../../lib/format.ts";
import { CloseIcon, RefreshIcon } from "../../ui/action-icons.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Tag } from "../../ui/tag.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { hideAmountsAtom } from "../wallet/wallet-atoms.ts";
import { isCancelling } from "../trading/cancel-flow.ts";
import { filledShare } from "./order-measures.ts";
import { filledAny } from "./order-receipt.ts";
import { useCancelOrder } from "./use-cancel-order.ts";
import { useOrderWords } from "./use-order-words.ts";
import styles from "../trading/order-row.module.css";

export interface OrderRowProps {
  order: CoinOrder;
  onPress: () => void;
  /** Asks whether it is to be cancelled; for orders that wait. */
  onCancel?: (() => void) | undefined;
  /** Puts the same wish into the ticket once more; for orders that ended. */
  onRepeat?: (() => void) | undefined;
}

/** An order in a list: side, market and type, its price, what it does, and how much of it has filled. */
export function OrderRow({ order, onPress, onCancel, onRepeat }: OrderRowProps) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const words = useOrderWords(order);
  const { flow } = useCancelOrder(order.id);
  const cancelling = isCancelling(flow);
  const waits = order.status !== coinStatus.completed;
  const filled = filledAny(order);
  // A sheet that was left before the venue answered tells it no more.
  const notCancelled = waits && (flow?.step === "standing" || flow?.step === "refused");
  const state = notCancelled
    ? t`Not cancelled`
    : !cancelling
      ? words.state
      : flow?.step === "checking"
        ? t`Checking the cancel`
        : t`Cancelling`;
  const fee = hidden ? HIDDEN_AMOUNT : formatBrief(order.fee, i18n.locale);
  const { name } = words;
  return (
    <div className={styles.row}>
      <button type="button" className={styles.press} onClick={onPress}>
        <VisuallyHidden>
          {cancelling || notCancelled ? `${state}: ${words.sentence}` : words.sentence}
        </VisuallyHidden>
        <span className={styles.line} aria-hidden="true">
          <span className={styles.title}>
            <Tag tone={order.side === "buy" ? "up" : "down"}>{words.side}</Tag>
            <span>{words.market}</span>
          </span>
          <span className={styles.price}>{waits ? words.at : words.quantity}</span>
        </span>
        <span className={styles.line} aria-hidden="true">
          <span>{words.type}</span>
          <span>{waits ? words.quantity : filled ? words.worth : t`Nothing filled`}</span>
        </span>
        <span className={styles.line} aria-hidden="true">
          <span
            className={styles.state}
            data-state={notCancelled ? "rejected" : cancelling ? "cancelling" : order.state}
          >
            {state}
          </span>
          <span>{!waits && filled ? words.average : words.time}</span>
        </span>
        {!waits && filled && (
          <span className={styles.line} aria-hidden="true">
            <span>{t`Fee ${fee} ${order.fee_currency}`}</span>
            <span>{words.time}</span>
          </span>
        )}
        {waits && (
          <span className={styles.track} data-side={order.side}>
            <span
              className={styles.bar}
              style={{ inlineSize: `${(filledShare(order) * 100).toFixed(1)}%` }}
            />
          </span>
        )}
      </button>
      {cancelling ? (
        <span className={styles.busy}>
          <Spinner />
        </span>
      ) : onCancel ? (
        <IconButton label={t`Cancel: ${name}`} icon={<CloseIcon size={20} />} onClick={onCancel} />
      ) : onRepeat ? (
        <IconButton
          label={t`Repeat: ${name}`}
          icon={<RefreshIcon size={20} />}
          onClick={onRepeat}
        />
      ) : null}
    </div>
  );
}
