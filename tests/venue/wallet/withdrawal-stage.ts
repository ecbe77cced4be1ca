import { api } from "#protocol/api/api.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { certStatus } from "#protocol/api/user.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { decideWithdrawal } from "../../../venue/wallet/withdrawal/withdrawal-end.ts";
import {
  type StartOptions,
  startVenue,
  type TestClient,
  type TestVenue,
} from "../../harness/venue/memory-venue.ts";

export const {
  withdrawal,
  withdrawalOrder,
  withdrawalQuote,
  withdrawalWithBank,
  cancelWithdrawal,
  addresses,
  saveAddress,
  removeAddress,
  setWhitelist,
  banks,
  setBanks,
  removeBank,
  defaultBank,
  equity,
  walletBalance,
  tradeRecord,
  setWpass,
} = api.wallet;

export const pin = "480913";
/** Of nobody: the venue's own kind. */
export const target = "PAPER-TRC20-7";

type Request = RequestOf<typeof withdrawal>;

/** A withdrawal of 100 USDT unless it says otherwise. */
export function requestOf(change: Partial<Request> = {}): Request {
  return {
    flag: "USDT",
    network: "TRC20",
    address: target,
    amount: "100",
    wpassword: pin,
    client_order_id: crypto.randomUUID(),
    ...change,
  };
}

/** A venue where withdrawals wait for an operator and need no certification, unless the options say otherwise. */
export async function openWithdrawals(options: StartOptions = {}): Promise<TestVenue> {
  return startVenue({
    ...options,
    settings: { review: "manual", addressWaitHours: 0, kycRequired: [], ...options.settings },
  });
}

/** A user with a withdrawal password. */
export async function payee(venue: TestVenue): Promise<TestClient> {
  const client = await venue.user();
  await client.ask(setWpass, { wpassword: pin, password: "correct horse battery" });
  return client;
}

/** As a review would leave it: with a status, and a name where they are certified. */
export async function certify(
  venue: TestVenue,
  client: TestClient,
  status: number = certStatus.certified,
  name = "Ada Lovelace",
): Promise<void> {
  const user_id = Number(client.session?.id);
  await venue.store.command(async ({ db }) => {
    await db.updateTable("user").set({ certstatus: status }).where("id", "=", user_id).execute();
    if (status !== certStatus.certified) return;
    await db
      .insertInto("certification")
      .values({
        user_id,
        name,
        id_number_hash: "",
        id_number_masked: "",
        front_picture: null,
        back_picture: null,
        reasons: "{}",
        created_at: venue.now(),
        state: "approved",
        reason: null,
        review_due_at: null,
        decided_by: "test",
        decided_at: venue.now(),
      })
      .execute();
  });
}

export function decide(
  venue: TestVenue,
  id: string,
  action: "approve" | "reject",
  reason = "For a test.",
  isPayable?: () => boolean,
) {
  const audit = new AuditLog(venue.store, () => undefined);
  return venue.store.command((tx) =>
    decideWithdrawal(
      tx,
      audit,
      { id: Number(id), action, reason, by: "test", now: venue.now() },
      isPayable,
    ),
  );
}

/** Available and frozen USDT as decimal text. */
export async function money(
  client: TestClient,
  flag = "USDT",
): Promise<[available: string | undefined, frozen: string | undefined]> {
  const row = (await client.ask(walletBalance, {})).balances.find((one) => one.flag === flag);
  return [row?.balance_str, row?.frozen];
}

export const violations = (venue: TestVenue) => venue.store.read((db) => coherent(db));
