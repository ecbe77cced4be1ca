import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import type { ContractOrder, ContractPosition } from "#protocol/perpetual.ts";
import type { PriceLine } from "../../ui/chart/price-lines.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { ownContractLines } from "./own-contract-lines.ts";
import { openContractOrdersQuery, positionsQuery } from "./position-queries.ts";

const noPositions: readonly ContractPosition[] = [];
const noOrders: readonly ContractOrder[] = [];

/** The person's positions and waiting orders of a contract as lines of its chart; the same array while they are the same. */
export function useOwnContractLines(contractCode: string | undefined): readonly PriceLine[] {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const open = useQuery({ ...positionsQuery(), enabled: authorized }).data;
  const waiting = useQuery({ ...openContractOrdersQuery(), enabled: authorized }).data;
  const positions = authorized ? (open?.list ?? noPositions) : noPositions;
  const orders = authorized ? (waiting?.list ?? noOrders) : noOrders;
  return useMemo(() => {
    const own = <Row extends { contract_code: string }>(rows: readonly Row[]) =>
      rows.filter((row) => row.contract_code === contractCode);
    return ownContractLines(own(positions), own(orders), {
      entry: ({ direction }) => (direction === "buy" ? t`Long` : t`Short`),
      liquidation: ({ direction }) =>
        direction === "buy" ? t`Long liquidated` : t`Short liquidated`,
      takeProfit: () => t`Take profit`,
      stopLoss: () => t`Stop loss`,
      order: ({ offset, direction }) =>
        offset === "open"
          ? direction === "buy"
            ? t`Open long`
            : t`Open short`
          : direction === "buy"
            ? t`Close short`
            : t`Close long`,
    });
  }, [positions, orders, contractCode, t]);
}
