import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { LockReason } from "./portfolio.ts";

/** Behind an amount: what it is bound in. */
export const lockTexts: Record<LockReason, MessageDescriptor> = {
  orders: msg`in open orders`,
  withdrawals: msg`in withdrawals`,
  positions: msg`in positions`,
  seconds: msg`in seconds contracts`,
};
