import { useLingui } from "@lingui/react/macro";
import { type ContractOrder } from "#protocol/api/contracts.ts";
import { formatDateTime, formatMoney, formatRate } from "../../../lib/format.ts";
import { CloseIcon, EditIcon } from "../../../ui/icons/action-icons.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Spinner } from "../../../ui/icons/spinner.tsx";
import { Tag } from "../../../ui/text/tag.tsx";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { useContractCancel } from "./contract-cancel.ts";
import { useContractOrderWords } from "./use-contract-order-messages.ts";
import styles from "./pending-row.module.css";

export interface PendingRowProps {
  order: ContractOrder;
  onPress: () => void;
  onCancel: () => void;
  onTpsl: () => void;
}

/** A waiting contract order: action, price, filled part, held amount, triggers. */
export function PendingRow({ order, onPress, onCancel, onTpsl }: PendingRowProps) {
  const { t, i18n } = useLingui();
  const { name, quantity, at, state, summary, words } = useContractOrderWords(order);
  const { write, isBusy: cancelling, hasFailed } = useContractCancel(order.id);
  const shown =
    write.step === "checking"
      ? t`Checking the cancel`
      : cancelling
        ? t`Cancelling`
        : hasFailed
          ? t`Not cancelled`
          : state;
  const opens = order.offset === "open";
  const share = formatRate((100 * order.trade_volume) / Math.max(1, order.volume), i18n.locale, 0);
  const aside = formatMoney(order.margin_frozen, words.quote, i18n.locale, {
    hidden: words.hidden,
  });
  const tp = words.price(order.tp_trigger_price);
  const sl = words.price(order.sl_trigger_price);
  return (
    <div className={styles.row}>
      <button type="button" className={styles.press} onClick={onPress}>
        <VisuallyHidden>{summary}</VisuallyHidden>
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
