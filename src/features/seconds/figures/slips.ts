import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { type Slip, slip } from "#protocol/api/slip.ts";
import type { Statement } from "#protocol/api/evidence-file.ts";
import { contradictionOf } from "#protocol/proof/evidence-check.ts";
import { type AskedContract, differingFromAsked } from "#protocol/proof/slip-terms.ts";
import { signedInAs } from "../../../api/call.ts";
import { getKeys } from "../../../storage/database.ts";
import { stored } from "../../../storage/stored.ts";
import { addFinding } from "../../trade/slips/findings.ts";
import { evidenceOf, isBelieved, noteDiffering, noteHead } from "../../trade/slips/venue-memory.ts";

const slips = stored("slips:{user}:{order}", slip);

/** So many of the newest have the days of a new one in common with it, if any have. */
const comparedSlips = 20;

/** As many as receipts (receipt-file.ts), and those that run. */
const maxSlips = 240;

/**
 * Keeps the slip of a contract that the venue has taken in, and the head that it states. One that is not signed, or
 * not what was asked for, is a finding.
 * @param asked the request, where this page has sent it
 */
export async function keepSlip(
  { slip: signed }: Pick<SecondsOrder, "slip">,
  asked?: AskedContract,
): Promise<void> {
  if (!signed) return;
  const { user_id: userId, order_id: orderId } = signed;
  // The first one counts: what the venue says later cannot replace it.
  if (await slips.read(userId, orderId)) return;
  // An answer may come after a logout, which has wiped what was the user's.
  if (signedInAs() !== userId) return;
  await slips.write(signed, userId, orderId);
  const said: Extract<Statement, { kind: "slip" }> = { kind: "slip", body: signed };
  if (await isBelieved(said, signed.public_key)) await noteHead(said);
  const wanted = asked && differingFromAsked(signed, asked);
  if (wanted) await noteDiffering(said, wanted);
  const orderIds = await slipIds(userId);
  await compareSlips(signed, orderIds.slice(0, comparedSlips));
  await Promise.all(orderIds.slice(maxSlips).map((id) => slips.remove(userId, id)));
}

/** A simulated day has one commitment, whichever contract of it a slip is for. */
async function compareSlips(signed: Slip, orderIds: readonly string[]): Promise<void> {
  for (const orderId of orderIds) {
    const earlier = await slips.read(signed.user_id, orderId);
    if (!earlier || orderId === signed.order_id) continue;
    const [first, second] = [earlier, signed].map((body) => ({
      time: Date.now(),
      statement: { kind: "slip" as const, body },
    }));
    if (first && second && contradictionOf(first.statement, second.statement)?.kind === "day")
      return addFinding(evidenceOf(signed.public_key, first, { second }));
  }
}

/** The orders of a user of which this device has slips, newest first. */
export async function slipIds(userId: string): Promise<string[]> {
  const prefix = slips.keyOf(userId, "");
  const orderIds = (await getKeys(prefix)).map((key) => key.slice(prefix.length));
  // Ids are increasing numbers, so a longer one is newer.
  return orderIds.toSorted((a, b) => b.length - a.length || (a < b ? 1 : -1));
}

/** The slip of a contract, as the venue signed it when it took the contract in; undefined where this device has none. */
export function readSlip(userId: string, orderId: string): Promise<Slip | undefined> {
  return slips.read(userId, orderId);
}
