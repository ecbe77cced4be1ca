import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { memo, useState } from "react";
import type { ContractOrder, ContractPosition } from "#protocol/api/contracts.ts";
import type { PriceLine } from "../../ui/chart/tagged-lines.ts";
import { authorizedAtom } from "../session/session-atoms.ts";
import { OwnLines, type LineAct, type TouchedLine } from "../trade/own-orders/own-lines.tsx";
import { openContractOrdersQuery, positionsQuery } from "./figures/contract-queries.ts";
import { lineTarget, type LineTarget } from "./line-target.ts";
import { mayReplace } from "./open/replaced-order.ts";
import { PositionSheets, type OpenedSheet } from "./position-sheets.tsx";
import { usePositionStops } from "./use-position-stops.ts";

interface ContractLinesProps {
  symbol: string;
  lines: readonly PriceLine[];
  touched: TouchedLine | null;
  onTouched: (touched: TouchedLine | null) => void;
  /** A waiting order is to have another price. */
  onChange: (order: ContractOrder) => void;
}

/** What a touched line of a contract's chart opens: what can be done with it, or after a drag the sheet that asks for its new price. */
export const ContractLines = memo(function ContractLines({
  symbol,
  lines,
  touched,
  onTouched,
  onChange,
}: ContractLinesProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const positions = useQuery({ ...positionsQuery(), enabled: authorized }).data?.list ?? [];
  const orders = useQuery({ ...openContractOrdersQuery(), enabled: authorized }).data?.list ?? [];
  const [chosen, setChosen] = useState<OpenedSheet | null>(null);
  const stops = usePositionStops();
  const targetOf = (id: string) => lineTarget(id, positions, orders);
  const opened = chosen ?? draggedSheet(touched, targetOf);
  const openedId = opened !== null && "position" in opened ? opened.position.id : undefined;

  function actsOf(id: string): readonly LineAct[] {
    const target = targetOf(id);
    if (!target) return [];
    if ("order" in target) return actsOfOrder(target.order);
    const { position, part } = target;
    switch (part) {
      case "entry":
        return [
          {
            label: t`Take profit and stop loss`,
            onAct: () => setChosen({ act: "tpsl", position }),
          },
          { label: t`Close`, onAct: () => setChosen({ act: "close", position }) },
        ];
      case "liquidation":
        return [
          { label: t`Change the margin`, onAct: () => setChosen({ act: "margin", position }) },
        ];
      case "tp":
      case "sl":
        return actsOfTrigger(position, part);
    }
  }

  function actsOfTrigger(position: ContractPosition, kind: "tp" | "sl"): readonly LineAct[] {
    return [
      { label: t`Change`, onAct: () => setChosen({ act: "tpsl", position }) },
      {
        label: t`Remove`,
        ends: true,
        onAct: () => setChosen({ act: "tpsl", position, proposed: { kind, price: null } }),
      },
    ];
  }

  function actsOfOrder(order: ContractOrder): readonly LineAct[] {
    return [
      { label: t`Details`, onAct: () => setChosen({ act: "order", order }) },
      ...(mayReplace(order) ? [{ label: t`Change the price`, onAct: () => onChange(order) }] : []),
      ...(order.offset === "open"
        ? [
            {
              label: t`Take profit and stop loss`,
              onAct: () => setChosen({ act: "order-tpsl", order }),
            },
          ]
        : []),
      {
        label: t`Cancel the order`,
        ends: true,
        onAct: () => setChosen({ act: "cancel", order }),
      },
    ];
  }

  return (
    <>
      <OwnLines
        symbol={symbol}
        lines={lines}
        touched={touched}
        onTouched={onTouched}
        actsOf={actsOf}
      />
      <PositionSheets
        opened={opened}
        current={positions.find(({ id }) => id === openedId)}
        stops={stops}
        onClose={() => {
          setChosen(null);
          onTouched(null);
        }}
      />
    </>
  );
});

/** A trigger that was dragged is proposed at its new price; nothing is sent by the drag itself. */
function draggedSheet(
  touched: TouchedLine | null,
  targetOf: (id: string) => LineTarget | undefined,
): OpenedSheet | null {
  if (touched === null || touched.id === null || touched.price === null) return null;
  const target = targetOf(touched.id);
  if (!target || "order" in target || (target.part !== "tp" && target.part !== "sl")) return null;
  return {
    act: "tpsl",
    position: target.position,
    proposed: { kind: target.part, price: touched.price },
  };
}
