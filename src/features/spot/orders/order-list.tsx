import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { coinStatus, type CoinOrder } from "#protocol/api/spot.ts";
import { PersistedList, type PersistedListProps } from "../../platform/lists/persisted-list.tsx";
import { repeatPrefill, useTicketPrefill } from "./ticket-prefill.ts";
import { formatSum, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { deskScreen, useMedia } from "../../../lib/use-media.ts";
import { CloseIcon, RefreshIcon } from "../../../ui/icons/action-icons.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Spinner } from "../../../ui/icons/spinner.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { LateContent } from "../../trade/late-content.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import type { Selection } from "../../trade/own-orders/use-selection.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { filledShare } from "./order-figures.ts";
import { filledAny } from "./order-summary.ts";
import { useCancelOrder } from "./coin-cancel.ts";
import { useOrderWords } from "./use-order-messages.ts";
import styles from "../../trade/own-orders/order-row.module.css";

const loadTable = () => import("./desk-orders.tsx").then((loaded) => loaded.DeskOrders);

export interface OrderListProps extends Pick<
  PersistedListProps<CoinOrder>,
  "query" | "empty" | "more"
> {
  /** Undefined until the first answer, from the device or the venue. */
  orders: readonly CoinOrder[] | undefined;
  onOrder: (orderId: string) => void;
  /** For waiting orders. */
  onCancel?: ((order: CoinOrder) => void) | undefined;
  /** Of the table of a desk, where several can be cancelled together. */
  selection?: Selection | undefined;
}

/** A list of orders, with a text where there are none, or only old ones. */
export function OrderList({ orders, onOrder, onCancel, selection, ...list }: OrderListProps) {
  const { t } = useLingui();
  const prefill = useTicketPrefill();
  const isDesk = useMedia(deskScreen);
  return (
    <PersistedList
      {...list}
      rows={orders}
      table={
        isDesk
          ? (rows) => (
              <LateContent
                load={loadTable}
                props={{ orders: rows, onOrder, onCancel, selection }}
              />
            )
          : undefined
      }
      missing={t`Your orders did not arrive`}
      row={(order) => (
        <OrderRow
          order={order}
          onPress={() => onOrder(order.id)}
          {...(onCancel
            ? { onCancel: () => onCancel(order) }
            : {
                onRepeat:
                  order.status === coinStatus.completed
                    ? () => prefill(repeatPrefill(order))
                    : undefined,
              })}
        />
      )}
    />
  );
}

interface OrderRowProps {
  order: CoinOrder;
  onPress: () => void;
  /** Asks whether to cancel it; for waiting orders. */
  onCancel?: (() => void) | undefined;
  /** Fills the ticket with the same order again; for ended orders. */
  onRepeat?: (() => void) | undefined;
}

/** An order in a list: side, market and type, price, state, and the filled part. */
export function OrderRow({ order, onPress, onCancel, onRepeat }: OrderRowProps) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const words = useOrderWords(order);
  const { write, isBusy: cancelling, hasFailed } = useCancelOrder(order.id);
  const waits = order.status !== coinStatus.completed;
  const filled = filledAny(order);
  // A sheet that was closed before the answer can no longer show it.
  const notCancelled = waits && hasFailed;
  const state = notCancelled
    ? t`Not cancelled`
    : !cancelling
      ? words.state
      : write.step === "checking"
        ? t`Checking the cancel`
        : t`Cancelling`;
  const fee = hidden
    ? HIDDEN_AMOUNT
    : formatSum(order.fee, order.fee_currency, i18n.locale, { rounding: "up" });
  const { name } = words;
  return (
    <div className={styles.row}>
      <button type="button" className={styles.press} onClick={onPress}>
        <VisuallyHidden>
          {cancelling || notCancelled ? `${state}: ${words.summary}` : words.summary}
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
