import { useLingui } from "@lingui/react/macro";
import { type ContractOrder } from "#protocol/perpetual.ts";
import { formatDateTime, formatRate } from "../../lib/format.ts";
import { CloseIcon, EditIcon } from "../../ui/action-icons.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Tag } from "../../ui/tag.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { isCancelling } from "../trading/cancel-flow.ts";
import { useContractCancel } from "./use-contract-cancel.ts";
import { useContractOrderWords } from "./use-contract-order-words.ts";
import styles from "./pending-row.module.css";

export interface PendingRowProps {
  order: ContractOrder;
  onPress: () => void;
  onCancel: () => void;
  onTpsl: () => void;
}

/** A contract order that waits: what it does at which price, how much has filled, what is set aside, its triggers. */
export function PendingRow({ order, onPress, onCancel, onTpsl }: PendingRowProps) {
  const { t, i18n } = useLingui();
  const { name, quantity, at, state, sentence, words } = useContractOrderWords(order);
  const { flow } = useContractCancel(order.id);
  const cancelling = isCancelling(flow);
  const shown =
    flow?.step === "checking"
      ? t`Checking the cancel`
      : cancelling
        ? t`Cancelling`
        : flow?.step === "standing" || flow?.step === "refused"
          ? t`Not cancelled`
          : state;
  const opens = order.offset === "open";
  const share = formatRate((100 * order.trade_volume) / Math.max(1, order.volume), i18n.locale, 0);
  const aside = words.signedText(order.margin_frozen).replace("+", "");
  const tp = words.price(order.tp_trigger_price);
  const sl = words.price(order.sl_trigger_price);
  return (
    <div className={styles.row}>
      <button type="button" className={styles.press} onClick={onPress}>
        <VisuallyHidden>{sentence}</VisuallyHidden>
        <span className={styles.line} aria-hidden="true">
          <span className={styles.title}>
            <Tag tone={order.direction === "buy" ? "up" : "down"}>{name}</Tag>
            <span>
              {order.contract_code} {order.lever_rate}×
            </span>
          </span>
          <span className={styles.price}>{at}</span>
        </span>
        <span className={styles.line} aria-hidden="true">
          <span>{t`${quantity}, ${share} filled`}</span>
          <span>{opens ? t`${aside} set aside` : t`closes contracts`}</span>
        </span>
        <span className={styles.line} aria-hidden="true">
          <span>{shown}</span>
          <span>{formatDateTime(order.create_time, i18n.locale)}</span>
        </span>
        {(order.tp_trigger_price !== null || order.sl_trigger_price !== null) && (
          <span>{t`Take profit ${tp}, stop loss ${sl}`}</span>
        )}
      </button>
      {opens && (
        <IconButton
          label={t`Take profit and stop loss of: ${name}`}
          icon={<EditIcon size={20} />}
          onClick={onTpsl}
        />
      )}
      {cancelling ? (
        <span className={styles.busy}>
          <Spinner />
        </span>
      ) : (
        <IconButton label={t`Cancel: ${name}`} icon={<CloseIcon size={20} />} onClick={onCancel} />
      )}
    </div>
  );
}
