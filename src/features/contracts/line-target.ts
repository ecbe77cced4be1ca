import type { ContractOrder, ContractPosition } from "#protocol/api/contracts.ts";

const parts = ["entry", "liquidation", "tp", "sl"] as const;

/** What of a position a line marks. */
export type PositionPart = (typeof parts)[number];

/** What a line of a contract's chart stands for. */
export type LineTarget =
  | { part: PositionPart; position: ContractPosition }
  | { order: ContractOrder };

/** The name of a position's line. */
export function partId(part: PositionPart, { id }: Pick<ContractPosition, "id">): string {
  return `${part}:${id}`;
}

/** The name of a waiting order's line. */
export function orderLineId({ id }: Pick<ContractOrder, "id">): string {
  return `order:${id}`;
}

/** What a line stands for, as long as it is there. */
export function lineTarget(
  lineId: string,
  positions: readonly ContractPosition[],
  orders: readonly ContractOrder[],
): LineTarget | undefined {
  const order = orders.find((one) => orderLineId(one) === lineId);
  if (order) return { order };
  for (const position of positions)
    for (const part of parts) if (partId(part, position) === lineId) return { part, position };
  return undefined;
}
