import type { Direction } from "#protocol/rules/contracts/contract-worth.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import type { contractsEndpoints } from "#protocol/api/contracts.ts";
import type { TriggerUnit } from "../figures/tpsl-convert.ts";

/** What is sent to open, without the id under which it is sent. */
export type OpeningIntent = Omit<
  RequestOf<typeof contractsEndpoints.contractPlaceOrder>,
  "client_order_id" | "offset"
> & {
  /** Id of the order that ends when this one stands, and how many contracts of it were seen filled. */
  replaces?: string | undefined;
  trade_volume?: number | undefined;
};

export type SizeUnit = "contracts" | "base" | "quote";

/** What was typed, as plain decimals; null where the text is no number or empty. */
export interface OpeningDraft {
  type: "market" | "limit";
  unit: SizeUnit;
  price: string | null;
  size: string | null;
  tp: TypedEntry | null;
  sl: TypedEntry | null;
  triggerBy: "mark" | "last";
}

/** A trigger as typed; `value` null where the text is no number. */
export interface TypedEntry {
  unit: TriggerUnit;
  value: string | null;
}

/** An order in units; undefined where nothing usable was typed. */
export interface OpeningNumbers {
  direction: Direction;
  leverage: number;
  /** Ticks; null for a market order. */
  limit: bigint | null | undefined;
  volume: bigint | undefined;
  /** Ticks; null for none. */
  tp: bigint | null | undefined;
  sl: bigint | null | undefined;
  triggerBy: "mark" | "last";
}
