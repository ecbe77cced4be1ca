/** What is done to the saved bank cards, each as a write: looked up where the answer was lost. */
import { bankCardEndpoints } from "#protocol/api/bank-card.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { call } from "../../../../api/call.ts";
import { settingKind } from "../../../../writes/plain-kind.ts";
import { saidInPlace } from "../withdrawal-queries.ts";

const options = { handles: saidInPlace };
const invalidates = [bankCardEndpoints.banks];
const cardsNow = () => call(bankCardEndpoints.banks, {});

export interface SaveCardIntent {
  /** Card number and withdrawal password are given once. */
  takeRequest: () => RequestOf<typeof bankCardEndpoints.setBanks>;
  lastDigits: string;
  /** The cards that were saved before. */
  before: readonly string[];
}

/** Saving a bank card. */
export const savingCard = settingKind<SaveCardIntent, true>({
  name: "save-card",
  async send({ intent: { takeRequest } }) {
    await call(bankCardEndpoints.setBanks, takeRequest(), options);
    return true;
  },
  async find({ intent: { lastDigits, before } }) {
    const isNew = (await cardsNow()).some(
      ({ id, card_no_masked: shown }) => !before.includes(id) && shown.endsWith(lastDigits),
    );
    return isNew ? true : undefined;
  },
  invalidates,
});

/** Removing a saved card. */
export const removingCard = (id: string) =>
  settingKind<null, true>({
    name: `remove-card:${id}`,
    async send() {
      await call(bankCardEndpoints.removeBank, { id }, options);
      return true;
    },
    find: async () => ((await cardsNow()).some((card) => card.id === id) ? undefined : true),
    invalidates,
  });

/** Making a saved card the one that is offered first. */
export const choosingDefaultCard = (id: string) =>
  settingKind<null, true>({
    name: `default-card:${id}`,
    async send() {
      await call(bankCardEndpoints.defaultBank, { id }, options);
      return true;
    },
    async find() {
      const card = (await cardsNow()).find((one) => one.id === id);
      return card?.is_default === 1 ? true : undefined;
    },
    invalidates,
  });
