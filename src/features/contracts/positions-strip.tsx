import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { memo } from "react";
import type { ContractPosition } from "#protocol/api/contracts.ts";
import { HIDDEN_AMOUNT } from "../../lib/format.ts";
import { Change } from "../../ui/figures/change.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { OwnStrip } from "../trade/own-orders/own-strip.tsx";
import { hideAmountsAtom } from "../wallet/assets/wallet-atoms.ts";
import { moneyText } from "./figures/contract-figures.ts";
import { openContractOrdersQuery, positionsQuery } from "./figures/contract-queries.ts";
import { useFloatingProfit } from "./figures/use-position-facts.ts";
import { PositionsPanel, type PositionsPanelProps } from "./positions-panel.tsx";

const none: readonly ContractPosition[] = [];

export interface PositionsStripProps extends PositionsPanelProps {
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Positions and waiting orders below the ticket, with their number and what they win or lose in a strip above them. */
export const PositionsStrip = memo(function PositionsStrip({
  open,
  onOpen,
  ...panel
}: PositionsStripProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const hidden = useAtomValue(hideAmountsAtom);
  const { data: held } = useQuery({ ...positionsQuery(), enabled: authorized });
  const { data: waiting } = useQuery({ ...openContractOrdersQuery(), enabled: authorized });
  const positions = (authorized && held?.list) || none;
  const orders = (authorized && waiting?.list.length) || 0;
  const count = positions.length;

  return (
    <OwnStrip
      title={t`Your contracts`}
      open={open}
      onOpen={(opens) => {
        if (opens && count === 0 && panel.tab === undefined) panel.onTab("pending");
        onOpen(opens);
      }}
      line={
        count + orders > 0 ? (
          <>
            {count > 0 && (
              <span>
                <Trans>Positions {count}</Trans>
              </span>
            )}
            {count > 0 && (hidden ? HIDDEN_AMOUNT : <ProfitOf positions={positions} />)}
            {orders > 0 && (
              <span>
                <Trans>Open orders {orders}</Trans>
              </span>
            )}
          </>
        ) : undefined
      }
    >
      <PositionsPanel {...panel} />
    </OwnStrip>
  );
});

/** Apart from the strip, since it moves with each price. */
function ProfitOf({ positions }: { positions: readonly ContractPosition[] }) {
  const { i18n } = useLingui();
  const { profit, quote, isFrozen } = useFloatingProfit(positions);
  return (
    <Change
      value={profit === null ? undefined : moneyText(profit)}
      currency={quote}
      locale={i18n.locale}
      arrow
      frozen={isFrozen}
    />
  );
}
