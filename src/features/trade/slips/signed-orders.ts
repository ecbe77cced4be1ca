/** Slips of orders, loaded on demand: a ticket is there before their code, and an order never waits for it. */
import type { OrderSlip } from "#protocol/api/order-slip.ts";
import type { ChainHead } from "#protocol/api/signed.ts";
import { venueNow } from "../../../api/venue-clock.ts";

/** A device whose storage or network does not answer sends without the head that it knows. */
const headMs = 200;

const pause = (ms: number) => new Promise<undefined>((done) => setTimeout(done, ms));

/** What a request says besides the order, for its slip. */
export async function slipRequest(): Promise<{ sent_time: number; seen?: ChainHead }> {
  const known = import("./order-slips.ts").then(({ newestHead }) => newestHead());
  const head = await Promise.race([known.catch(() => undefined), pause(headMs)]);
  return {
    sent_time: Math.round(venueNow()),
    ...(head && { seen: { seq: head.seq, hash: head.hash } }),
  };
}

/** Keeps the slip of an order that was answered with one. */
export function keepSlipOf(
  { slip }: { slip: OrderSlip | null },
  asked?: Readonly<Record<string, unknown>>,
): void {
  if (slip)
    void import("./order-slips.ts")
      .then(({ keepOrderSlip }) => keepOrderSlip(slip, asked))
      .catch(() => undefined);
}
