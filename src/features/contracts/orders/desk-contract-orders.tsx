import { useLingui } from "@lingui/react/macro";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { formatDateTime, formatMoney } from "../../../lib/format.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { CloseIcon, EditIcon } from "../../../ui/icons/action-icons.tsx";
import { Spinner } from "../../../ui/icons/spinner.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { ChoiceCell, OwnTable, type RowPlace } from "../../trade/desk/own-table.tsx";
import type { Selection } from "../../trade/own-orders/use-selection.ts";
import { useContractCancel } from "./contract-cancel.ts";
import { useContractOrderWords } from "./use-contract-order-messages.ts";
import styles from "../../trade/desk/own-table.module.css";

export interface DeskContractOrdersProps {
  orders: readonly ContractOrder[];
  selection: Selection;
  onAct: (act: "order" | "cancel" | "order-tpsl", order: ContractOrder) => void;
}

/** Waiting contract orders as a table. */
export function DeskContractOrders({ orders, selection, onAct }: DeskContractOrdersProps) {
  const { t } = useLingui();
  return (
    <OwnTable
      label={t`Your waiting contract orders`}
      columns={[
        t`Contract`,
        t`Price`,
        t`Size`,
        t`Filled`,
        t`Set aside`,
        t`TP / SL`,
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
          selection={selection}
          onAct={(act) => onAct(act, order)}
        />
      )}
    />
  );
}

interface OrderRowProps {
  place: RowPlace;
  order: ContractOrder;
  selection: Selection;
  onAct: (act: "order" | "cancel" | "order-tpsl") => void;
}

function OrderRow({ place, order, selection, onAct }: OrderRowProps) {
  const { t, i18n } = useLingui();
  const { name, quantity, filled, at, state, summary, words } = useContractOrderWords(order);
  const { write, isBusy: cancelling, hasFailed } = useContractCancel(order.id);
  const opens = order.offset === "open";
  const trigger = (price: string | null) => (price === null ? "–" : words.price(price));
  return (
    <tr {...place}>
      <ChoiceCell selection={selection} id={order.id} name={summary} />
      <th scope="row">
        <span className={styles.name}>
          <Tag tone={order.direction === "buy" ? "up" : "down"}>{name}</Tag>
          <button
            type="button"
            className={styles.open}
            aria-label={summary}
            onClick={() => onAct("order")}
          >
            {order.contract_code} {order.lever_rate}×
          </button>
        </span>
      </th>
      <td>{at}</td>
      <td>{quantity}</td>
      <td>{filled}</td>
      <td>
        {opens
          ? formatMoney(order.margin_frozen, words.quote, i18n.locale, { hidden: words.hidden })
          : "–"}
      </td>
      <td>
        {trigger(order.tp_trigger_price)}
        <small>{trigger(order.sl_trigger_price)}</small>
      </td>
      <td>
        {write.step === "checking"
          ? t`Checking the cancel`
          : cancelling
            ? t`Cancelling`
            : hasFailed
              ? t`Not cancelled`
              : state}
      </td>
      <td>{formatDateTime(order.create_time, i18n.locale)}</td>
      <td>
        <span className={styles.acts}>
          {opens && (
            <IconButton
              label={t`Take profit and stop loss of: ${name}`}
              icon={<EditIcon size={20} />}
              onClick={() => onAct("order-tpsl")}
            />
          )}
          {cancelling ? (
            <Spinner />
          ) : (
            <IconButton
              label={t`Cancel: ${name}`}
              icon={<CloseIcon size={20} />}
              onClick={() => onAct("cancel")}
            />
          )}
        </span>
      </td>
    </tr>
  );
}
