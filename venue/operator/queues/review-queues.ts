import type { ReviewKind } from "#protocol/api/operator.ts";
import { bankQueue } from "./bank-queue.ts";
import { certQueue } from "./cert-queue.ts";
import { coinQueue } from "./coin-queue.ts";
import { rechargeQueue } from "./recharge-queue.ts";
import type { ReviewQueue } from "./review-kind.ts";
import { withdrawalQueue } from "./withdrawal-queue.ts";

/** Every kind of request that an operator decides; desk and command line know no other way. */
export const reviewQueues: Readonly<Record<ReviewKind, ReviewQueue>> = {
  recharge: rechargeQueue,
  withdrawal: withdrawalQueue,
  bank: bankQueue,
  cert: certQueue,
  coin: coinQueue,
};
