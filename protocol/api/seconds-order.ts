/** Seconds contracts of a person, and the limits they bind themselves by. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { amountText, decimalText } from "../wire/amount.ts";
import {
  clientOrderId,
  done,
  endpoint,
  figure,
  idText,
  listOf,
  listQuery,
  nameText,
  nothing,
  queryInteger,
  timeMs,
} from "./endpoint.ts";
import { chainHead, hashText } from "./signed.ts";
import { slip } from "./slip.ts";
import { symbol } from "./market-names.ts";

/** `status` of a seconds contract, the specification's words. */
export const secondsStatus = { inDelivery: 0, closed: 1 } as const;

/** The version of the risk text that an order must have acknowledged. */
export const secondsRiskVersion = 1;

const direction = v.picklist(["up", "down"]);

const orderRow = v.object({
  id: idText,
  client_order_id: nameText(64),
  symbol: nameText(32),
  currency: nameText(24),
  /** Decimals of the market's prices; entry and exit have one more. */
  price_precision: figure,
  direction,
  /** Seconds from price lock to delivery. */
  time: figure,
  odds: amountText,
  /** The stake. */
  amount: decimalText,
  /** Entry and exit price; null before they are made, and for ever where samples are missing. */
  open_price: v.nullable(decimalText),
  close_price: v.nullable(decimalText),
  /** The latest index of a running one; null where there is no fresh one. */
  current_price: v.nullable(decimalText),
  status: v.picklist([0, 1]),
  result: v.nullable(v.picklist(["win", "lose", "draw", "void"])),
  /** Why it is void: `entry` or `exit` samples are missing. */
  void_reason: v.optional(v.nullable(nameText(32)), null),
  /** Won or lost, signed; 0 while it runs, and for a draw. */
  profit: decimalText,
  /** What came back, stake included; null while it runs. */
  payout: v.nullable(decimalText),
  /** Price lock and delivery, Unix ms, fixed at acceptance. */
  t0: timeMs,
  t1: timeMs,
  create_time: timeMs,
  close_time: v.nullable(timeMs),
  /** Hash of its receipt; null while it runs. */
  receipt: v.nullable(hashText),
  /** What the venue signed when it took it in; null in lists, and of contracts from before there were slips. */
  slip: v.optional(v.nullable(slip), null),
});
export type SecondsOrder = v.InferOutput<typeof orderRow>;

/**
 * What a person has set to bind themselves; null is no limit. The day is the venue's (GMT+8).
 * `daily_loss`: stakes lost less profits won, and stakes that still run, in one day; `stake`: of one
 * contract; `pace`: contracts in any 60 minutes.
 */
const limitValues = {
  daily_loss: v.nullable(amountText),
  stake: v.nullable(amountText),
  pace: v.nullable(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
};
const limits = v.object(limitValues);
export type SecondsLimits = v.InferOutput<typeof limits>;

const limitFacts = v.object({
  currency: nameText(24),
  ...limitValues,
  /** Looser values that were asked for, and from when they hold (Unix ms); null where nothing waits. */
  pending: v.nullable(v.object({ ...limitValues, from: timeMs })),
  /** No new contract before this (Unix ms); 0 for none. */
  cool_off_until: timeMs,
  /** Lost today so far, net of what was won, and staked in contracts that run; contracts of the last 60 minutes. */
  lost_today: decimalText,
  at_stake: decimalText,
  last_hour: figure,
  /** Won less lost today, signed; a day that won has lost nothing above, and its gain stands here. */
  net_today: v.optional(decimalText),
  /** When the venue's day ends, Unix ms. */
  day_end: timeMs,
  /** The venue's own caps on what runs at once: stakes together, and contracts. */
  max_at_stake: amountText,
  max_running: figure,
  /** Version of the risk text that was acknowledged, 0 for none. */
  risk_ack: figure,
});
export type SecondsLimitFacts = v.InferOutput<typeof limitFacts>;

/** Longest cool-off, hours: six weeks. */
export const longestCoolOffHours = 1008;

const counts = {
  wins: figure,
  losses: figure,
  draws: figure,
  voids: figure,
  staked: decimalText,
  net: decimalText,
};
const record = v.object({
  /** Since when it counts: the first contract; null where there is none. */
  since: v.nullable(timeMs),
  ...counts,
  times: v.array(v.object({ time: figure, ...counts })),
});
export type SecondsRecord = v.InferOutput<typeof record>;

export const secondsOrderEndpoints = {
  secondPlaceOrder: endpoint({
    method: "POST",
    path: "/api/second/placeOrder",
    access: "user",
    movesMoney: true,
    refusals: [
      codes.insufficientBalance,
      codes.notTradable,
      codes.oddsMissing,
      codes.unknownCurrency,
      codes.deductionFailed,
      codes.quantityMissing,
      codes.valueTooSmall,
      codes.certificationRequired,
    ],
    summary: `Stakes on up or down. ${codes.notTradable} says why in \`reason\`: stale, suspended, odds (with the new ones), daily_loss, stake, pace, cool_off, at_stake, running.`,
    request: v.object({
      symbol,
      direction,
      time: v.pipe(v.number(), v.safeInteger()),
      /** The stake. */
      amount: amountText,
      /** The odds as they were shown; refused where they are not the venue's any more. */
      odds: v.optional(amountText),
      /** The version of the risk text that was acknowledged. */
      risk_ack: v.number(),
      /** When the device sends it, and the venue's newest receipt that it knows: the slip repeats both. */
      sent_time: v.optional(timeMs),
      seen: v.optional(chainHead),
      client_order_id: clientOrderId,
    }),
    data: orderRow,
  }),
  secondOrders: endpoint({
    method: "GET",
    path: "/api/second/getOrders",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "Seconds contracts, newest first.",
    request: v.object({
      ...listQuery,
      symbol: v.optional(symbol),
      status: v.optional(queryInteger(0, 1)),
    }),
    data: listOf(orderRow),
  }),
  secondOrder: endpoint({
    method: "GET",
    path: "/api/second/getOrder",
    access: "user",
    quiet: true,
    refusals: [codes.noSuchOrder],
    summary: "One seconds contract, by its id or by the id the device gave it.",
    request: v.object({ id: v.optional(idText), client_order_id: v.optional(clientOrderId) }),
    data: orderRow,
  }),
  secondRecord: endpoint({
    method: "GET",
    path: "/api/second/getRecord",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "How a person's contracts ended, all together and by duration.",
    request: v.object({ symbol: v.optional(symbol) }),
    data: record,
  }),
  secondLimits: endpoint({
    method: "GET",
    path: "/api/second/getLimits",
    access: "user",
    quiet: true,
    refusals: [],
    summary: "The limits a person has set, what is used of them, and the acknowledged risk text.",
    request: nothing,
    data: limitFacts,
  }),
  secondSetLimits: endpoint({
    method: "POST",
    path: "/api/second/setLimits",
    access: "user",
    whileFrozen: true,
    refusals: [],
    summary:
      "Sets the limits: what is tighter holds at once, what is looser after 24 hours. Asking again replaces what waits.",
    request: limits,
    data: limitFacts,
  }),
  secondCoolOff: endpoint({
    method: "POST",
    path: "/api/second/coolOff",
    access: "user",
    whileFrozen: true,
    refusals: [],
    summary: "Takes no new contract for so many hours. It can be made longer and never shorter.",
    request: v.object({
      hours: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(longestCoolOffHours)),
    }),
    data: limitFacts,
  }),
  secondAckRisk: endpoint({
    method: "POST",
    path: "/api/second/ackRisk",
    access: "user",
    refusals: [],
    summary: "Keeps that a version of the risk text was read.",
    request: v.object({
      version: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(secondsRiskVersion)),
    }),
    data: done,
  }),
};
