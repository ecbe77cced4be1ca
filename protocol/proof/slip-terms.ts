import { canonicalJson, type ReceiptBody } from "../api/receipt.ts";
import type { SlipBody } from "../api/slip.ts";
import { trimZeros } from "../wire/amount.ts";

/** What was agreed, in the words that slip and receipt share. */
const agreed = [
  "order_id",
  "symbol",
  "direction",
  "currency",
  "stake",
  "odds",
  "time",
  "accept_time",
  "t0",
  "t1",
  "source",
  "day_commits",
] as const satisfies readonly (keyof SlipBody & keyof ReceiptBody)[];

/** What a device asked for, in the words of its request. */
export interface AskedContract {
  client_order_id: string;
  symbol: string;
  direction: string;
  time: number;
  /** The stake. */
  amount: string;
  /** The odds that were shown; undefined where any were taken. */
  odds?: string | undefined;
  /** When it was sent, Unix ms. */
  sent_time: number;
}

/**
 * The first field in which a slip is not what the device asked for; null where it is. A request that was sent again
 * has the slip of the first, and so an earlier time of sending.
 */
export function differingFromAsked(
  slip: SlipBody,
  asked: AskedContract,
): { name: string; value: string } | null {
  const pairs: [name: string, wanted: string, said: string][] = [
    ["client_order_id", asked.client_order_id, slip.client_order_id],
    ["symbol", asked.symbol, slip.symbol],
    ["direction", asked.direction, slip.direction],
    ["time", String(asked.time), String(slip.time)],
    ["stake", trimZeros(asked.amount), trimZeros(slip.stake)],
    ["odds", trimZeros(asked.odds ?? slip.odds), trimZeros(slip.odds)],
  ];
  const found = pairs.find(([, wanted, said]) => wanted !== said);
  if (found) return { name: found[0], value: found[1] };
  const isInTime = slip.sent_time !== null && slip.sent_time <= asked.sent_time;
  return isInTime ? null : { name: "sent_time", value: String(asked.sent_time) };
}

/** A field in which a receipt says something else than its slip. */
export interface DifferingTerm {
  name: string;
  slip: string;
  receipt: string;
}

/** The first field in which a receipt and its slip differ; null where they agree. */
export function differingTerm(slip: SlipBody, receipt: ReceiptBody): DifferingTerm | null {
  const name = agreed.find((field) => canonicalJson(slip[field]) !== canonicalJson(receipt[field]));
  const text = (value: unknown) => (typeof value === "string" ? value : canonicalJson(value));
  return name === undefined ? null : { name, slip: text(slip[name]), receipt: text(receipt[name]) };
}
