import { useLingui } from "@lingui/react/macro";
import type { Scope } from "#protocol/api/market.ts";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { BellIcon } from "../../../ui/icons/navigation-icons.tsx";
import { marketStore } from "../feed/market-store.ts";
import { symbolName } from "../feed/symbol-name.ts";
import { useAlertSheet } from "./use-alert-sheet.tsx";

interface AlertButtonProps {
  symbol: string;
  scope: Scope;
  /** Of a line on the chart, a plain decimal. */
  price?: string | undefined;
}

/** Opens the price alerts of a market. */
export function AlertButton({ symbol, scope, price }: AlertButtonProps) {
  const { t } = useLingui();
  const { openAlerts, alerts } = useAlertSheet();
  const name = symbolName(symbol, marketStore.ticker(symbol));
  const market = scope === "contract" ? "contract" : "spot";
  return (
    <>
      {alerts}
      <IconButton
        label={price === undefined ? t`${name}: price alerts` : t`Set an alert at this price`}
        icon={<BellIcon size={20} />}
        aria-haspopup="dialog"
        onClick={() => openAlerts({ symbol, market, price })}
      />
    </>
  );
}
