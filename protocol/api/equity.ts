/** What an account was worth, day by day. */
import * as v from "valibot";
import * as codes from "../wire/error-codes.ts";
import { decimalText } from "../wire/amount.ts";
import { endpoint, queryInteger, timeMs } from "./endpoint.ts";

const equityPoint = v.object({
  /** End of the venue's day (GMT+8), or now; Unix ms. */
  time: timeMs,
  /** Everything owned, at that moment's prices, in USDT. */
  total: decimalText,
  /** Recharged less withdrawn since the point before, in USDT. */
  flow: decimalText,
});
export type EquityPoint = v.InferOutput<typeof equityPoint>;

export const equityEndpoints = {
  equity: endpoint({
    method: "GET",
    path: "/api/wallet/getEquity",
    access: "user",
    quiet: true,
    refusals: [codes.remoteServiceError],
    summary:
      "What an account was worth at the end of each of the venue's days, and now, in USDT; oldest first, the last one is now.",
    request: v.object({ days: v.optional(queryInteger(1, 90), 30) }),
    data: v.array(equityPoint),
  }),
};
