import type { ReviewKind } from "#protocol/operator.ts";
import { coinQueue } from "./coin-queue.ts";
import type { ReviewQueue } from "./review-kind.ts";

/** Every kind of request that an operator decides; desk and command line know no other way. */
export const reviewQueues: Readonly<Partial<Record<ReviewKind, ReviewQueue>>> = { coin: coinQueue };
