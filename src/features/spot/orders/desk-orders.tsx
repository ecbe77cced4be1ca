import { useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { coinStatus, type CoinOrder } from "#protocol/api/spot.ts";
import { formatAmount, formatSum, HIDDEN_AMOUNT } from "../../../lib/format.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { CloseIcon, RefreshIcon } from "../../../ui/icons/action-icons.tsx";
import { Spinner } from "../../../ui/icons/spinner.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { ChoiceCell, OwnTable, type RowPlace } from "../../trade/desk/own-table.tsx";
import type { Selection } from "../../trade/own-orders/use-selection.ts";
import { hideAmountsAtom } from "../../wallet/assets/wallet-atoms.ts";
import { useCancelOrder } from "./coin-cancel.ts";
import { flagsOf } from "./order-figures.ts";
import { filledAny } from "./order-summary.ts";
import { repeatPrefill, useTicketPrefill } from "./ticket-prefill.ts";
import { useOrderWords } from "./use-order-messages.ts";
import styles from "../../trade/desk/own-table.module.css";

export interface DeskOrdersProps {
  orders: readonly CoinOrder[];
  onOrder: (orderId: string) => void;
  /** For waiting orders. */
  onCancel?: ((order: CoinOrder) => void) | undefined;
  /** Where several can be cancelled together. */
  selection?: Selection | undefined;
}

/** Coin orders as a table. */
export function DeskOrders({ orders, onOrder, onCancel, selection }: DeskOrdersProps) {
  const { t } = useLingui();
  return (
    <OwnTable
      label={t`Your coin orders`}
      columns={[
        t`Market`,
        t`Type`,
        t`Price`,
        t`Quantity`,
        t`Filled`,
        t`Average price`,
        t`Worth`,
        t`Fee`,
        t`State`,
        t`Time`,
        t`Actions`,
      ]}
      selection={selection}
      rows={orders}
      row={(order, place) => (
        <OrderRow
          place={place}
          order={order}
          onPress={() => onOrder(order.id)}
          onCancel={onCancel && (() => onCancel(order))}
          selection={selection}
        />
      )}
    />
  );
}

interface OrderRowProps {
  place: RowPlace;
  order: CoinOrder;
  onPress: () => void;
  onCancel: (() => void) | undefined;
  selection: Selection | undefined;
}

function OrderRow({ place, order, onPress, onCancel, selection }: OrderRowProps) {
  const { t, i18n } = useLingui();
  const hidden = useAtomValue(hideAmountsAtom);
  const words = useOrderWords(order);
  const prefill = useTicketPrefill();
  const { write, isBusy: cancelling, hasFailed } = useCancelOrder(order.id);
  const waits = order.status !== coinStatus.completed;
  const filled = filledAny(order);
  const { name } = words;
  const { base, quote } = flagsOf(order);
  const amount = (text: string) => (hidden ? HIDDEN_AMOUNT : formatAmount(text, i18n.locale));
  const sum = (text: string, of: string) =>
    hidden ? HIDDEN_AMOUNT : `${formatSum(text, of, i18n.locale, { rounding: "up" })}\u00a0${of}`;
  return (
    <tr {...place}>
      <ChoiceCell selection={selection} id={order.id} name={words.summary} />
      <th scope="row">
        <span className={styles.name}>
          <Tag tone={order.side === "buy" ? "up" : "down"}>{words.side}</Tag>
          <button
            type="button"
            className={styles.open}
            aria-label={words.summary}
            onClick={onPress}
          >
            {words.market}
          </button>
        </span>
      </th>
      <td>{words.type}</td>
      <td>{words.price}</td>
      <td>
        {amount(order.value ?? order.amount ?? "0")} {order.value === null ? base : quote}
      </td>
      <td>{filled ? `${amount(order.filled_amount)} ${base}` : "–"}</td>
      <td>{words.averagePrice ?? "–"}</td>
      <td>{filled ? sum(order.filled_value, quote) : "–"}</td>
      <td>{filled ? sum(order.fee, order.fee_currency) : "–"}</td>
      <td>
        {waits && hasFailed
          ? t`Not cancelled`
          : !cancelling
            ? words.state
            : write.step === "checking"
              ? t`Checking the cancel`
              : t`Cancelling`}
      </td>
      <td>{words.time}</td>
      <td>
        <span className={styles.acts}>
          {cancelling ? (
            <Spinner />
          ) : onCancel ? (
            <IconButton
              label={t`Cancel: ${name}`}
              icon={<CloseIcon size={20} />}
              onClick={onCancel}
            />
          ) : order.status === coinStatus.completed ? (
            <IconButton
              label={t`Repeat: ${name}`}
              icon={<RefreshIcon size={20} />}
              onClick={() => prefill(repeatPrefill(order))}
            />
          ) : null}
        </span>
      </td>
    </tr>
  );
}
