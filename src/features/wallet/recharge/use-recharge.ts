import * as codes from "#protocol/wire/error-codes.ts";
import { rechargeEndpoints, type RechargeRecord } from "#protocol/api/recharge.ts";
import { call } from "../../../api/call.ts";
import { persistedIds } from "../../../writes/persisted-attempts.ts";
import { plainKind, type PlainWrite } from "../../../writes/plain-kind.ts";
import { useWrite } from "../../../writes/use-write.ts";
import type { RechargeRequest } from "./recharge-form.ts";
import { askRecharge, invalidatedByRecharge } from "./recharge-queries.ts";

/** Null for one that is resumed after a reload: the device kept its id alone. */
type RechargeIntent = RechargeRequest | null;

export type RechargeWrite = PlainWrite<RechargeIntent, RechargeRecord>;

/** Shown beside what they are about. */
const handles = [
  codes.unsupportedMedia,
  codes.invalidParameters,
  codes.reviewPending,
  codes.unknownCurrency,
  codes.quantityMissing,
  codes.unsupportedCurrency,
] as const;

/** Asking for a recharge: sent once, looked up where the answer was lost, also after a reload. */
const recharging = plainKind<RechargeIntent, RechargeRecord>({
  name: "recharge",
  send({ id, intent }) {
    if (intent === null) throw new TypeError("A resumed recharge is never sent again");
    return call(rechargeEndpoints.recharge, { ...intent, client_order_id: id }, { handles });
  },
  find: ({ id }) => askRecharge(id),
  persisted: persistedIds<RechargeIntent>("recharge", null),
  isResumed: true,
  invalidates: invalidatedByRecharge,
});

export function useRecharge() {
  return useWrite(recharging);
}
