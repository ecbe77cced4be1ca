import { useLingui } from "@lingui/react/macro";
import { formatPrice } from "../../lib/format.ts";
import { CloseIcon } from "../../ui/action-icons.tsx";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import styles from "./market-chart.module.css";

export interface ChartPriceProps {
  price: number;
  decimals: number;
  /** With the symbol's decimals. */
  onUse: (price: string) => void;
  onClose: () => void;
}

/** A price that was chosen on the chart, over its lower edge, to be used in an order. */
export function ChartPrice({ price, decimals, onUse, onClose }: ChartPriceProps) {
  const { t, i18n } = useLingui();
  const plain = price.toFixed(decimals);
  const text = formatPrice(plain, decimals, i18n.locale);
  return (
    <div className={styles.pick}>
      <Button size="small" look="primary" onClick={() => onUse(plain)}>{t`Use ${text}`}</Button>
      <IconButton
        label={t`Leave this price`}
        icon={<CloseIcon size={16} />}
        tone="soft"
        onClick={onClose}
      />
    </div>
  );
}
