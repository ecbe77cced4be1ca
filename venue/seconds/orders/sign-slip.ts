import { createHash } from "node:crypto";
import { canonicalJson } from "#protocol/api/receipt.ts";
import type { Slip, SlipBody } from "#protocol/api/slip.ts";
import type { ChainHead } from "#protocol/api/signed.ts";
import { formatAmount } from "#protocol/wire/amount.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { SecondOrderRow } from "../records/rows.ts";
import { stakeScale } from "../records/stake-currency.ts";

/** What only the request says. */
export interface SlipAsked {
  sentTime: number | undefined;
  seen: ChainHead | undefined;
}

/**
 * Signs what was agreed with a contract that was just taken in.
 * @param head the venue's last receipt at this moment
 */
export function signSlip(
  receiptKey: VenueDeps["receiptKey"],
  order: SecondOrderRow,
  { head, asked }: { head: ChainHead; asked: SlipAsked },
): Slip {
  const body: SlipBody = {
    format: "godwit-slip-1",
    public_key: receiptKey.publicKey,
    user_id: String(order.user_id),
    order_id: String(order.id),
    client_order_id: order.client_order_id,
    symbol: order.symbol,
    direction: order.direction,
    currency: order.currency,
    stake: formatAmount(order.stake, stakeScale),
    odds: order.odds,
    time: order.time_sec,
    sent_time: asked.sentTime ?? null,
    accept_time: order.accepted_at,
    t0: order.t0_at,
    t1: order.t1_at,
    source: order.source,
    day_commits: JSON.parse(order.day_commits) as SlipBody["day_commits"],
    head,
    seen: asked.seen ?? null,
  };
  const hash = createHash("sha256").update(canonicalJson(body)).digest("hex");
  return { ...body, hash, signature: receiptKey.sign(hash) };
}
