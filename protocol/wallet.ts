import * as v from "valibot";
import { decimalText } from "./amount.ts";
import { endpoint, idText, listOf, listQuery, nothing, timeMs } from "./endpoint.ts";

/** `type` of a billing record (rules.md, 3). */
export const billTypes = {
  unknown: 0,
  recharge: 1,
  systemRecharge: 2,
  secondsTrading: 3,
  secondsProfit: 4,
  coinTrading: 5,
  coinCancel: 6,
  coinSellRejected: 7,
  perpetualTrading: 8,
  perpetualCancel: 9,
  perpetualClose: 10,
  withdrawalApplication: 11,
  withdrawalFailed: 12,
} as const;

export type BillType = (typeof billTypes)[keyof typeof billTypes];

const balance = v.object({
  /** The currency identifier. */
  flag: v.string(),
  /** Available, as the specification's number; figures are computed from the strings. */
  balance: v.number(),
  balance_str: v.optional(decimalText),
  frozen: v.optional(decimalText, "0"),
  margin: v.optional(decimalText, "0"),
  stake: v.optional(decimalText, "0"),
  total: v.optional(decimalText),
  /** Value of the total in USDT, or null where there is no conversion price. */
  usdt_value: v.optional(v.nullable(decimalText), null),
});

const bill = v.object({
  id: v.string(),
  flag: v.string(),
  type: v.number(),
  sub_type: v.optional(v.string(), ""),
  /** Signed change of the available balance. */
  amount: decimalText,
  balance_after: v.optional(v.nullable(decimalText), null),
  ref_type: v.optional(v.string(), ""),
  ref_id: v.optional(v.string(), ""),
  journal_id: v.optional(idText),
  create_time: timeMs,
  remark: v.optional(v.string(), ""),
});

export type Balance = v.InferOutput<typeof balance>;
export type Bill = v.InferOutput<typeof bill>;

export const walletEndpoints = {
  walletBalance: endpoint({
    method: "GET", path: "/api/wallet/getWalletBalance", access: "user", refusals: [],
    summary: "Balances by currency: available, frozen by orders, margin of positions, stake of seconds contracts.",
    request: nothing, data: v.object({ balances: v.array(balance) }),
  }),
  tradeRecord: endpoint({
    method: "GET", path: "/api/wallet/tradeRecord", access: "user", refusals: [300018],
    summary: "Billing history: every change of an available balance, newest first.",
    request: v.object({
      ...listQuery,
      flag: v.optional(v.pipe(v.string(), v.regex(/^[A-Z0-9]{1,12}$/))),
      /** One type or several, joined by commas. */
      type: v.optional(v.pipe(v.string(), v.regex(/^\d{1,2}(,\d{1,2}){0,12}$/))),
    }),
    data: listOf(bill),
  }),
};
