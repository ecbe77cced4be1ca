import * as v from "valibot";
import { secondsOrderEndpoints, type SecondsOrder } from "#protocol/api/seconds-order.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { call } from "../../../api/call.ts";
import { venueNow } from "../../../api/venue-clock.ts";
import { persistedIntents } from "../../../writes/persisted-attempts.ts";
import { orderKind, type OrderWrite } from "../../trade/writes/order-kind.ts";
import { holdWhileRuns, invalidatedBySeconds } from "./seconds-queries.ts";
import { keepSlip } from "./slips.ts";
import { seenHead } from "../../trade/slips/venue-memory.ts";

const {
  client_order_id: _sentUnder,
  sent_time: _sentAt,
  seen: _seen,
  ...intentEntries
} = secondsOrderEndpoints.secondPlaceOrder.request.entries;
const intentSchema = v.object(intentEntries);

/** A contract as it is asked for. */
export type SecondsIntent = v.InferOutput<typeof intentSchema>;
export type SecondsWrite = OrderWrite<SecondsIntent, SecondsOrder>;

/** What the sheet says itself, with the limit that was met. */
const handles = [
  codes.unknownError,
  codes.invalidParameters,
  codes.outcomeUnknown,
  ...secondsOrderEndpoints.secondPlaceOrder.refusals,
];

/** A device whose storage does not answer sends without the head that it knows. */
const headMs = 200;

const pause = (ms: number) => new Promise<undefined>((done) => setTimeout(done, ms));

/** Placing a contract. What the venue has accepted runs: the ticket has nothing more to wait for. */
export const secondsOrders = orderKind<SecondsIntent, SecondsOrder>({
  name: "seconds-order",
  async send({ id, intent }, waited) {
    const head = await Promise.race([seenHead(), pause(headMs)]);
    const request = {
      ...intent,
      client_order_id: id,
      sent_time: Math.round(venueNow()),
      ...(head && { seen: { seq: head.seq, hash: head.hash } }),
    };
    const order = await call(secondsOrderEndpoints.secondPlaceOrder, request, { handles, waited });
    holdWhileRuns(order);
    void keepSlip(order, request);
    return order;
  },
  async ask(which, signal) {
    const order = await call(secondsOrderEndpoints.secondOrder, which, {
      signal,
      handles: [codes.noSuchOrder],
    });
    void keepSlip(order);
    return order;
  },
  end: () => "waiting",
  mayRest: () => false,
  // With the writes that a logout forgets.
  persisted: persistedIntents<SecondsIntent>((userId) => `write:second:${userId}`, intentSchema),
  lockOf: (userId) => `second:${userId}`,
  appearsIn: [],
  invalidates: invalidatedBySeconds,
});
