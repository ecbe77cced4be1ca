/** Paper funds coming in, and what requests for money in and out have in common. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { amountText, decimalText } from "../wire/amount.ts";
import {
  clientOrderId,
  endpoint,
  idText,
  listOf,
  listQuery,
  nameText,
  queryInteger,
  shownText,
  timeMs,
} from "./endpoint.ts";

/** `status` of recharges and withdrawals; a client takes any other number for unknown. */
export const requestStatus = { pendingReview: 0, approved: 1, rejected: 2, unknown: 9 } as const;

const statusNumber = v.pipe(
  v.number(),
  v.transform((status) =>
    status === 0 || status === 1 || status === 2 ? status : requestStatus.unknown,
  ),
);

/** What every request to move money in or out is. */
export const moneyRequest = {
  id: idText,
  order_no: nameText(64),
  flag: nameText(24),
  amount: decimalText,
  /** 0 pending review, 1 approved, 2 rejected, 9 unknown. */
  status: statusNumber,
  /** Why it was rejected: what the reviewer wrote, or `canceled` by its owner. */
  reason: v.optional(v.nullable(shownText(500)), null),
  create_time: timeMs,
  review_time: v.optional(v.nullable(timeMs), null),
};

/** Filters of both lists. */
export const requestQuery = {
  ...listQuery,
  flag: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))),
  status: v.optional(queryInteger(0, 9)),
};
export const flagText = v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/));

/** An address is judged by its network's rules, with a code of its own. */
export const addressText = v.pipe(v.string(), v.maxLength(200));
const rechargeRecord = v.object({
  ...moneyRequest,
  network: v.optional(nameText(24), ""),
  channel: v.optional(nameText(64), ""),
  /** What was credited; null until it is approved. */
  actual_amount: v.optional(v.nullable(decimalText), null),
  address: v.optional(nameText(200), ""),
  /** Id of the picture, empty once it was deleted. */
  voucher: v.optional(nameText(64), ""),
  /** Where the venue reviews by itself: when, Unix ms. */
  review_due: v.optional(v.nullable(timeMs), null),
  /** 1 where an earlier recharge of one's own came with the same picture; the reviewer sees it. */
  voucher_used: v.optional(v.picklist([0, 1]), 0),
});

export type RechargeRecord = v.InferOutput<typeof rechargeRecord>;

const channelId = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(2 ** 31 - 1));

export const rechargeEndpoints = {
  payOrder: endpoint({
    method: "GET",
    path: "/api/wallet/payOrder",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Recharge records, newest first.",
    request: v.object({ ...requestQuery, client_order_id: v.optional(clientOrderId) }),
    data: listOf(rechargeRecord),
  }),
  recharge: endpoint({
    method: "POST",
    path: "/api/wallet/recharge",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.unsupportedMedia,
      codes.reviewPending,
      codes.unknownCurrency,
      codes.quantityMissing,
      codes.unsupportedCurrency,
    ],
    summary: `Asks for paper funds to be credited, with a picture of the payment. ${codes.reviewPending} while three are under review.`,
    request: v.object({
      flag: flagText,
      network: nameText(24),
      channel_id: v.optional(channelId),
      /**
       * quantityMissing where it is nothing; invalidParameters with `min` or `max` where the
       * channel takes no such amount.
       */
      amount: v.union([v.literal(""), amountText]),
      /** Id of an uploaded picture. */
      voucher: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
      address: v.optional(addressText, ""),
      client_order_id: clientOrderId,
    }),
    data: rechargeRecord,
  }),
};
