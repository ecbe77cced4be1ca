/** Where requests and orders carry a slip: apart from its form, which a ticket need not load. */
import * as v from "valibot";
import { timeMs } from "./endpoint.ts";
import type { OrderSlip } from "./order-slip.ts";
import { chainHead } from "./signed.ts";

/** What a request says besides the order: the slip repeats both. */
export const slipRequest = {
  /** When the device sends it, Unix ms, and the venue's newest receipt that it knows. */
  sent_time: v.optional(timeMs),
  seen: v.optional(chainHead),
};

/** What the venue signed when it took an order in; its form is looked at where it is used (`orderSlip`). */
export const givenSlip = v.custom<OrderSlip>(
  (value) => typeof value === "object" && value !== null,
);
