import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { readReviews } from "../../spot/review/review-rows.ts";
import type { SpotOrderRow } from "../../spot/records/rows.ts";
import { columns, utcText } from "../lookups/columns.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { decideByCommand } from "./review-commands.ts";

/** Prints the sells that wait for a review, the soonest to lapse first. */
export async function showCoinQueue({ store, clock, print }: OperatorDeps): Promise<number> {
  const orders = await store.read((db) => readReviews(db));
  if (orders.length === 0) print("No sell is waiting for a review.");
  const now = clock.now();
  if (orders.length > 0)
    columns([
      ["ID", "USER", "PLACED", "SELLS", "MARKET", "TYPE", "PRICE", "STOP", "LEFT"],
      ...orders.map((order) => cells(order, now)),
    ]).forEach(print);
  return 0;
}

/**
 * Lets a sell through or refuses it. A running venue takes it up at its next tick.
 * @throws WrongCommand where no sell of this number waits
 */
export async function decideCoin(
  deps: OperatorDeps,
  { id, refusal }: { id: number; refusal: string | null },
): Promise<number> {
  const { outcome, item } = await decideByCommand(deps, {
    kind: "coin",
    id,
    action: refusal === null ? "approve" : "reject",
    reason: refusal ?? "",
  });
  if (outcome === "waits")
    deps.print(`Your approval of sell ${id} is kept; another operator must approve it too.`);
  else
    deps.print(
      outcome === "approved"
        ? `Sell ${id} goes to the market.`
        : `Sell ${id} is refused; ${item.money?.amount} ${item.money?.flag} are free again.`,
    );
  return 0;
}

function cells(order: SpotOrderRow, now: number): string[] {
  const price = (ticks: bigint | null) =>
    ticks === null ? "-" : formatAmount(ticks, order.price_precision);
  const left = Math.ceil(((order.review_ends_at ?? now) - now) / 60_000);
  return [
    String(order.id),
    `#${order.user_id}`,
    utcText(order.accepted_at),
    amountOf(order),
    order.symbol,
    order.type,
    price(order.price),
    price(order.stop_price),
    left > 0 ? `${left} min` : "over",
  ];
}

function amountOf({ amount, base_scale, base }: SpotOrderRow): string {
  return `${trimZeros(formatAmount(amount ?? 0n, base_scale))} ${base}`;
}
