import * as codes from "#protocol/wire/error-codes.ts";
import type { ParsedRequestOf } from "#protocol/api/endpoint.ts";
import type { AddressBook, withdrawalEndpoints } from "#protocol/api/withdrawal.ts";
import type { HandlersOf } from "../../deps/handler.ts";
import { commandWithFactor } from "../../session/access/command-with-factor.ts";
import { askingOf, auditOf, checkWithdrawalPassword } from "../../session/access/check-password.ts";
import { lockUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Db } from "../../store/schema.ts";
import type { Transaction } from "../../store/store.ts";
import {
  countAddresses,
  deleteAddress,
  findAddress,
  findSaved,
  insertAddress,
  putWhitelist,
  readAddresses,
  readWhitelist,
  type SavedAddressRow,
  updateAddress,
} from "./saved-address-rows.ts";
import { networkNamed } from "../../settings/channel-networks.ts";
import { withdrawalCurrencies } from "../channels/channels.ts";
import type { WalletDeps } from "../channels/wallet-deps.ts";
import { checkAddress, checkMemo, isOn, keysOf, waitHoursOf } from "./withdrawal-address.ts";

/** Addresses a user may save. */
const addressesAtMost = 100;
const hourMs = 3_600_000;
/** How long it takes until any address may be paid again. */
const whitelistOffMs = 24 * hourMs;

type Requested = ParsedRequestOf<typeof withdrawalEndpoints.saveAddress>;
type Handlers = Pick<
  HandlersOf<typeof withdrawalEndpoints>,
  "addresses" | "saveAddress" | "removeAddress" | "setWhitelist"
>;

/** Serves the saved withdrawal addresses, and the switch that pays them alone. */
export function createAddressHandlers(deps: WalletDeps): Handlers {
  const { store, audit, settings } = deps;

  async function bookOf(db: Db, userId: number, now: number): Promise<AddressBook> {
    const whitelist = await readWhitelist(db, userId);
    const isWhitelisted = isOn(whitelist, now);
    return {
      list: (await readAddresses(db, userId)).map((row) => ({
        id: String(row.id),
        label: row.label,
        network: row.network,
        address: row.address,
        memo: row.memo,
        used: row.used,
        usable_from: row.used === 0 && row.usable_at > now ? row.usable_at : 0,
        create_time: row.created_at,
      })),
      whitelist: isWhitelisted ? 1 : 0,
      whitelist_off_from: isWhitelisted ? (whitelist?.off_at ?? null) : null,
      wait_hours: waitHoursOf(settings),
    };
  }

  return {
    addresses: ({ user, now }) => store.read((db) => bookOf(db, Number(user.id), now)),

    async saveAddress(call) {
      const asking = askingOf(call, "address-saved");
      await checkWithdrawalPassword(deps, asking, call.request.wpassword);
      return commandWithFactor(deps, asking, call.request.totp, async (tx) => {
        const { user, request, now } = call;
        const waitMs = waitHoursOf(settings) * hourMs;
        await save(deps, tx, Number(user.id), request, {
          now,
          usableAt: waitMs === 0 ? 0 : now + waitMs,
        });
        await audit.write(tx, {
          ...auditOf(asking),
          facts: { network: request.network, address: request.address },
        });
        return bookOf(tx.db, Number(user.id), now);
      });
    },

    removeAddress: (call) =>
      call.command(async (tx) => {
        const {
          user,
          request: { id },
          now,
        } = call;
        const isGone =
          Number.isSafeInteger(Number(id)) &&
          (await deleteAddress(tx.db, Number(user.id), Number(id)));
        if (!isGone) throw new Refusal(codes.invalidParameters, { field: "id" });
        await audit.write(tx, { ...auditOf(askingOf(call, "address-removed")), facts: { id } });
        return bookOf(tx.db, Number(user.id), now);
      }),

    async setWhitelist(call) {
      const asking = askingOf(call, "whitelist-changed");
      await checkWithdrawalPassword(deps, asking, call.request.wpassword);
      return commandWithFactor(deps, asking, call.request.totp, async (tx) => {
        const {
          user,
          request: { on },
          now,
        } = call;
        const userId = Number(user.id);
        await lockUser(tx.db, userId);
        const before = await readWhitelist(tx.db, userId);
        if (on) await putWhitelist(tx.db, userId, { off_at: null });
        // Asked for again, it comes no later than it would have.
        else if (isOn(before, now) && before?.off_at === null)
          await putWhitelist(tx.db, userId, { off_at: now + whitelistOffMs });
        await audit.write(tx, { ...auditOf(asking), facts: { on } });
        return bookOf(tx.db, userId, now);
      });
    },
  };
}

/**
 * Saves an address, or changes a saved one: another address waits as a new one does.
 * @throws Refusal invalidParameters `network` for one that nothing goes out by, invalidAddress,
 *   badAddress, invalidParameters `memo`, `id`, `address` (`saved`) for one that is saved already,
 *   or with as many as may be (`most`)
 */
async function save(
  deps: WalletDeps,
  tx: Transaction,
  userId: number,
  request: Requested,
  { now, usableAt }: { now: number; usableAt: number },
): Promise<void> {
  const { label, network, address, memo } = request;
  if (
    !withdrawalCurrencies(deps).some(({ networks }) =>
      networks.some((one) => one.network === network),
    )
  )
    throw new Refusal(codes.invalidParameters, { field: "network" });
  checkAddress(deps, network, address);
  if (memo !== "") checkMemo(network, networkNamed(network).hasMemo, memo);
  await lockUser(tx.db, userId);
  const keys = keysOf(network, address);
  const same = await findSaved(tx.db, userId, { ...keys, network, memo });
  const changed = request.id === undefined ? undefined : await owned(tx, userId, request.id);
  if (same && same.id !== changed?.id)
    throw new Refusal(codes.invalidParameters, { field: "address", problem: "saved" });
  if (changed && same) return updateAddress(tx.db, { ...changed, label });
  const row = {
    user_id: userId,
    label,
    network,
    address,
    ...keys,
    memo,
    usable_at: usableAt,
    created_at: now,
  };
  if (changed) return updateAddress(tx.db, { ...row, id: changed.id });
  if ((await countAddresses(tx.db, userId)) >= addressesAtMost)
    throw new Refusal(codes.invalidParameters, { field: "address", most: addressesAtMost });
  return insertAddress(tx.db, row);
}

async function owned(tx: Transaction, userId: number, id: string): Promise<SavedAddressRow> {
  const row = Number.isSafeInteger(Number(id))
    ? await findAddress(tx.db, userId, Number(id))
    : undefined;
  if (!row) throw new Refusal(codes.invalidParameters, { field: "id" });
  return row;
}
