import * as v from "valibot";
import type { Statement } from "#protocol/api/evidence-file.ts";
import { orderSlip, type OrderSlip } from "#protocol/api/order-slip.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import {
  checkOrderSlip,
  type OrderFile,
  type OrderSlipFacts,
} from "#protocol/proof/order-slip-check.ts";
import { differingFromOrdered } from "#protocol/proof/order-terms.ts";
import { signedInAs } from "../../../api/call.ts";
import { getKeys } from "../../../storage/database.ts";
import { stored } from "../../../storage/stored.ts";
import { isBelieved, noteDiffering, noteHead, seenHead } from "./venue-memory.ts";

const slips = stored("order-slips:{user}:{order}", orderSlip);
const maxSlips = 200;

type Market = OrderSlip["market"];

/**
 * Keeps the slip of an order that the venue has taken in, the first that it gave. One that is not signed, or not
 * what was asked for, is a finding.
 * @param asked the request, where this page has sent it
 */
export async function keepOrderSlip(
  given: OrderSlip,
  asked?: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { success, output: signed } = v.safeParse(orderSlip, given);
  if (!success) return;
  const { user_id: userId, market, order_id: orderId } = signed;
  const name = `${market}-${orderId}`;
  // An answer may come after a logout, which has wiped what was the user's.
  if ((await slips.read(userId, name)) || signedInAs() !== userId) return;
  await slips.write(signed, userId, name);
  const said: Extract<Statement, { kind: "order-slip" }> = { kind: "order-slip", body: signed };
  if (await isBelieved(said, signed.public_key)) await noteHead(said);
  const wanted = asked && differingFromOrdered(signed, asked);
  if (wanted) await noteDiffering(said, wanted);
  await dropOldest(userId);
}

async function dropOldest(userId: string): Promise<void> {
  const prefix = slips.keyOf(userId, "");
  const names = (await getKeys(prefix)).map((key) => key.slice(prefix.length));
  const numberOf = (name: string) => Number(name.split("-")[1]);
  const oldest = names
    .toSorted((a, b) => numberOf(a) - numberOf(b))
    .slice(0, Math.max(0, names.length - maxSlips));
  await Promise.all(oldest.map((name) => slips.remove(userId, name)));
}

/** The newest entry of the venue's chain that this device knows: here, so that a ticket loads one file for its slip. */
export function newestHead(): ReturnType<typeof seenHead> {
  return seenHead();
}

/** What an order is checked by: the slip that this device has of it, or the one that the venue gives with it. */
export async function orderFileOf(
  market: Market,
  order: OrderFile["order"] & { slip?: OrderSlip | null },
): Promise<OrderFile | null> {
  const userId = signedInAs();
  const own = userId === null ? undefined : await slips.read(userId, `${market}-${order.id}`);
  const { slip: given, ...shown } = order;
  const slip = own ?? given;
  if (!slip) return null;
  return { format: "godwit-order-1", public_key: slip.public_key, slip, order: shown };
}

/** Whether an order is what was signed; undefined where the browser has no cryptography. */
export async function judgeOrder(file: OrderFile): Promise<OrderSlipFacts | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  return subtle && checkOrderSlip(file, webCryptoDeps(subtle));
}
