/** What is done to the saved addresses, each as a write: looked up where the answer was lost. */
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { withdrawalEndpoints, type AddressBook } from "#protocol/api/withdrawal.ts";
import { call } from "../../../../api/call.ts";
import { settingKind } from "../../../../writes/plain-kind.ts";
import type { Secret } from "../password/withdrawal-secret.tsx";
import { saidInPlace } from "../withdrawal-queries.ts";

const options = { handles: saidInPlace };
const invalidates = [withdrawalEndpoints.addresses];
const addressesNow = () => call(withdrawalEndpoints.addresses, {});

type SaveRequest = RequestOf<typeof withdrawalEndpoints.saveAddress>;

export interface SaveAddressIntent {
  address: Omit<SaveRequest, keyof Secret>;
  takeSecret: () => Secret;
}

/** Saving an address under a name, or renaming a saved one. */
export const savingAddress = settingKind<SaveAddressIntent, AddressBook>({
  name: "save-address",
  send: ({ intent: { address, takeSecret } }) =>
    call(withdrawalEndpoints.saveAddress, { ...address, ...takeSecret() }, options),
  async find({ intent: { address } }) {
    const saved = await addressesNow();
    const isSaved = saved.list.some(
      (one) =>
        one.label === address.label &&
        (address.id === undefined
          ? one.network === address.network &&
            one.address.toLowerCase() === address.address.toLowerCase()
          : one.id === address.id),
    );
    return isSaved ? saved : undefined;
  },
  invalidates,
});

/** Removing a saved address. */
export const removingAddress = (id: string) =>
  settingKind<null, AddressBook>({
    name: `remove-address:${id}`,
    send: () => call(withdrawalEndpoints.removeAddress, { id }, options),
    async find() {
      const saved = await addressesNow();
      return saved.list.some((one) => one.id === id) ? undefined : saved;
    },
    invalidates,
  });

/** Paying saved addresses alone, or any again. */
export const settingWhitelist = settingKind<{ on: boolean; takeSecret: () => Secret }, AddressBook>(
  {
    name: "whitelist",
    send: ({ intent: { on, takeSecret } }) =>
      call(withdrawalEndpoints.setWhitelist, { on, ...takeSecret() }, options),
    async find({ intent: { on } }) {
      const saved = await addressesNow();
      const isOn = saved.whitelist === 1 && saved.whitelist_off_from === null;
      return isOn === on ? saved : undefined;
    },
    invalidates,
  },
);
