import type { ContractOrder, ContractPosition } from "#protocol/api/contracts.ts";
import { useLast } from "../../ui/layers/sheet.tsx";
import { CloseSheet } from "./positions/close-sheet.tsx";
import { ContractCancelSheet } from "./orders/contract-cancel-sheet.tsx";
import { ContractOrderSheet } from "./orders/contract-order-sheet.tsx";
import { exposureOf } from "./figures/contract-figures.ts";
import { MarginSheet } from "./positions/margin-sheet.tsx";
import type { PositionAct } from "./positions/position-card.tsx";
import { PositionReverseSheet } from "./positions/reverse-sheet.tsx";
import { TpslSheet, type ProposedTrigger } from "./positions/tpsl-sheet.tsx";
import { useContractOf } from "./figures/use-position-facts.ts";
import { WhatIfSheet } from "./what-if/what-if-sheet.tsx";

/** What is to be done, and with what. */
export type OpenedSheet =
  | {
      act: PositionAct;
      position: ContractPosition;
      /** For `tpsl`: what its fields begin with. */
      proposed?: ProposedTrigger | undefined;
    }
  | { act: "order" | "cancel" | "order-tpsl"; order: ContractOrder };

export interface PositionSheetsProps {
  opened: OpenedSheet | null;
  /** The opened position as it is now, where it still is. */
  current: ContractPosition | undefined;
  /** Why nothing can be closed, and why nothing else can be changed, in words. */
  stops: { close: string | undefined; change: string | undefined };
  onClose: () => void;
}

/** The sheet of what was tapped on a card or a row. */
export function PositionSheets({ opened, current, stops, onClose }: PositionSheetsProps) {
  const last = useLast(opened);
  const code =
    last === null
      ? ""
      : "position" in last
        ? last.position.contract_code
        : last.order.contract_code;
  const symbol = useContractOf(code)?.symbol;
  if (!last || symbol === undefined) return null;
  const open = opened !== null;
  if ("order" in last) {
    const { order } = last;
    switch (last.act) {
      case "order":
        return (
          <ContractOrderSheet key={order.id} orderId={order.id} open={open} onClose={onClose} />
        );
      case "cancel":
        return <ContractCancelSheet key={order.id} order={order} open={open} onClose={onClose} />;
      case "order-tpsl":
        return (
          <TpslSheet
            key={order.id}
            target={{ kind: "order", order }}
            symbol={symbol}
            open={open}
            stop={stops.change}
            onClose={onClose}
          />
        );
    }
  }
  const position = current ?? last.position;
  const shared = { position, symbol, open, onClose };
  switch (last.act) {
    case "close":
      return <CloseSheet key={position.id} {...shared} stop={stops.close} />;
    case "tpsl":
      return (
        <TpslSheet
          key={`${position.id} ${last.proposed?.kind} ${last.proposed?.price}`}
          target={{ kind: "position", position }}
          proposed={last.proposed}
          symbol={symbol}
          open={open}
          stop={stops.change}
          onClose={onClose}
        />
      );
    case "margin":
      return <MarginSheet key={position.id} {...shared} stop={stops.change} />;
    case "reverse":
      return <PositionReverseSheet key={position.id} {...shared} stop={stops.change} />;
    case "what-if":
      return (
        <WhatIfSheet
          key={position.id}
          exposure={exposureOf(position)}
          leverage={position.lever_rate}
          code={code}
          open={open}
          onClose={onClose}
        />
      );
  }
}
