import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { ParsedRequestOf } from "#protocol/api/endpoint.ts";
import type { rechargeEndpoints, RechargeRecord } from "#protocol/api/recharge.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { HandlersOf } from "../../deps/handler.ts";
import { attachUpload } from "../../upload/rows.ts";
import { countPending } from "../../review/request-rows.ts";
import { dueOf, pendingFrom, reasonOf, statusOf } from "../../review/request-life.ts";
import { lockUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Transaction } from "../../store/store.ts";
import { rechargeChannels } from "../channels/channels.ts";
import { checkRecharge } from "./recharge-rules.ts";
import {
  type RechargeFlag,
  type ShownRecharge,
  insertRecharge,
  readRecharges,
  rechargeType,
  saveVoucher,
  voucherFlags,
} from "./recharge-rows.ts";

type RechargeDeps = Pick<VenueDeps, "store" | "source" | "currencies" | "settings">;
type Requested = ParsedRequestOf<typeof rechargeEndpoints.recharge>;

/** Takes in requests for paper funds, and lists them. */
export function createRechargeHandlers(deps: RechargeDeps): HandlersOf<typeof rechargeEndpoints> {
  return {
    // The checks stand inside the command, so that a replay gets the first answer whatever is open now.
    recharge: ({ user, request, now, command }) =>
      command(async (tx) =>
        toRecord(await askFor(deps, tx, { userId: Number(user.id), request, now })),
      ),

    async payOrder({ user, request }) {
      const {
        page,
        size,
        flag,
        status,
        start_time: from,
        end_time: to,
        client_order_id: clientOrderId,
      } = request;
      const { list, total } = await deps.store.read((db) =>
        readRecharges(db, {
          userId: Number(user.id),
          flag,
          status,
          clientOrderId,
          from,
          to,
          page,
          size,
        }),
      );
      return { list: list.map(toRecord), total, page, size };
    },
  };
}

/**
 * @throws Refusal those of `checkRecharge`, unsupportedMedia for a voucher that is no picture of
 *   this user, reviewPending with too many under review
 */
async function askFor(
  deps: RechargeDeps,
  tx: Transaction,
  { userId, request, now }: { userId: number; request: Requested; now: number },
): Promise<ShownRecharge> {
  const { currencies, settings } = deps;
  const { flag, network, voucher, client_order_id } = request;
  const scale = currencies.has(flag) ? currencies.scaleOf(flag) : undefined;
  const {
    channel,
    amount,
    scale: exact,
  } = checkRecharge(request, { scale, channels: rechargeChannels(deps)[flag] ?? [] });
  // Two of one user wait for one another here, or both would be the third.
  await lockUser(tx.db, userId);
  const row = await insertRecharge(tx.db, {
    user_id: userId,
    client_order_id,
    currency: flag,
    scale: exact,
    network,
    channel_id: channel.channel_id,
    address: channel.address,
    amount,
    actual_amount: null,
    voucher,
    voucher_digest: "",
    flags: "[]",
    created_at: now,
    ...pendingFrom(now, settings),
  });
  const digest = await attachUpload(tx.db, {
    id: voucher,
    userId,
    refType: rechargeType,
    refId: row.id,
    now,
  });
  if (digest === undefined) throw new Refusal(codes.unsupportedMedia, { field: "voucher" });
  if ((await countPending(tx.db, "recharge", userId)) > settings.limits.rechargesPending)
    throw new Refusal(codes.reviewPending);
  const flags = JSON.stringify(await voucherFlags(tx.db, { id: row.id, userId, digest }));
  await saveVoucher(tx.db, { id: row.id, voucher_digest: digest, flags });
  return { ...row, voucher_digest: digest, flags, has_voucher: 1 };
}

function toRecord(row: ShownRecharge): RechargeRecord {
  const text = (minor: bigint) => trimZeros(formatAmount(minor, row.scale));
  return {
    id: String(row.id),
    order_no: `R${String(row.id).padStart(8, "0")}`,
    flag: row.currency,
    network: row.network,
    channel: String(row.channel_id),
    amount: text(row.amount),
    actual_amount: row.actual_amount === null ? null : text(row.actual_amount),
    address: row.address,
    voucher: Number(row.has_voucher) === 1 ? row.voucher : "",
    voucher_used: flagsOf(row).includes("voucher-used") ? 1 : 0,
    status: statusOf(row.state),
    reason: reasonOf(row),
    create_time: row.created_at,
    review_time: row.decided_at,
    review_due: dueOf(row),
  };
}

function flagsOf({ flags }: Pick<ShownRecharge, "flags">): RechargeFlag[] {
  return JSON.parse(flags) as RechargeFlag[];
}
