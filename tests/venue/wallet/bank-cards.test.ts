import { describe, expect, test } from "vitest";
import { cardDigits, isCardNumber } from "#protocol/api/card-number.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import { decideBankCard } from "../../../venue/wallet/bank-card/bank-cards.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";
import {
  banks,
  certify,
  defaultBank,
  openWithdrawals,
  payee,
  pin,
  removeBank,
  setBanks,
  setWpass,
  withdrawalWithBank,
} from "./withdrawal-stage.ts";

/** Tries are counted before they are judged, right ones too. */
const manyTries = { withdrawalFailuresInRow: 1000, withdrawalFailuresPerDay: 1000 };

type Request = RequestOf<typeof setBanks>;

const visa = "4111111111111111";
const card = (change: Partial<Request> = {}): Request => ({
  bank_name: "First Bank",
  account_name: "Ada Lovelace",
  card_no: visa,
  branch: "Main Street",
  wpassword: pin,
  ...change,
});

/** The digits with their check digit. */
function withCheck(digits: string): string {
  return Array.from({ length: 10 }, (_, check) => `${digits}${check}`).find(isCardNumber) ?? "";
}

function decide(
  venue: TestVenue,
  id: string,
  action: "approve" | "reject",
  reason = "The name is another one.",
) {
  const audit = new AuditLog(venue.store, () => undefined);
  return venue.store.command((tx) =>
    decideBankCard(tx, audit, { id: Number(id), action, reason, by: "test", now: venue.now() }),
  );
}

describe("card numbers", () => {
  test("of the card schemes' own examples are taken, in groups or not", () => {
    for (const number of [
      "4111 1111 1111 1111",
      "5555-5555-5555-4444",
      "378282246310005",
      "6011111111111117",
      "3530111333300000",
      "30569309025904",
      "4222222222222",
      "6799990100000000019",
      "501800000009",
    ]) {
      expect([number, isCardNumber(cardDigits(number))]).toEqual([number, true]);
    }
  });

  test("with a digit wrong, two changed, too short or too long are not", () => {
    for (let at = 0; at < visa.length; at++)
      for (let by = 1; by < 10; by++) {
        expect(
          isCardNumber(
            visa.slice(0, at) + String((Number(visa.charAt(at)) + by) % 10) + visa.slice(at + 1),
          ),
        ).toBe(false);
      }
    for (const number of [
      "",
      "0000000000000000",
      "4111111111111112",
      "1411111111111111",
      withCheck("1234567890"),
      withCheck("1234567890123456789"),
      "４１１１１１１１１１１１１１１１",
      "4111111111111111\n",
      "4111.1111.1111.1111",
      "0x4111111111111111",
    ]) {
      expect([number, isCardNumber(cardDigits(number))]).toEqual([number, false]);
    }
    for (let length = 12; length <= 19; length++)
      expect(isCardNumber(withCheck("7".repeat(length - 1)))).toBe(true);
  });
});

describeDatabases("bank cards", (open) => {
  test("are saved masked, reviewed, changed, made the default and removed; the number is nowhere", async () => {
    const venue = await openWithdrawals({ store: await open() });
    const [ada, eve] = [await payee(venue), await payee(venue)];
    const first = await ada.ask(setBanks, card());
    const second = await ada.ask(
      setBanks,
      card({ card_no: "5555555555554444", bank_name: "Other Bank" }),
    );
    expect(await ada.ask(banks, {})).toMatchObject([
      {
        id: first.id,
        bank_name: "First Bank",
        account_name: "Ada Lovelace",
        branch: "Main Street",
        card_no_masked: "**** 1111",
        is_default: 1,
        status: 0,
        reason: null,
      },
      { id: second.id, card_no_masked: "**** 4444", is_default: 0, status: 0 },
    ]);
    expect((await ada.tell(setBanks, card({ card_no: "4111-1111-1111-1111" }))).status).toBe(
      300026,
    );
    expect((await eve.tell(setBanks, card())).status).toBe(0);
    await decide(venue, first.id, "approve");
    await expect(decide(venue, first.id, "reject")).rejects.toMatchObject({ code: 300009 });
    await decide(venue, second.id, "reject");
    await ada.ask(defaultBank, { id: second.id });
    expect(
      (await ada.ask(banks, {})).map(({ id, status, is_default, reason }) => [
        id,
        status,
        is_default,
        reason,
      ]),
    ).toEqual([
      [second.id, 2, 1, "The name is another one."],
      [first.id, 1, 0, null],
    ]);
    expect(await ada.ask(setBanks, card({ id: second.id, card_no: "378282246310005" }))).toEqual({
      id: second.id,
    });
    expect((await ada.ask(banks, {}))[0]).toMatchObject({
      id: second.id,
      card_no_masked: "**** 0005",
      is_default: 1,
      status: 0,
      reason: null,
    });
    for (const id of [first.id, "999", "9223372036854775807"]) {
      for (const endpoint of [removeBank, defaultBank])
        expect((await eve.tell(endpoint, { id })).status).toBe(300027);
      expect((await eve.tell(setBanks, card({ id, card_no: "5555555555554444" }))).status).toBe(
        300027,
      );
      expect(
        (
          await eve.tell(withdrawalWithBank, {
            bank_id: id,
            flag: "USDT",
            amount: "10",
            wpassword: pin,
            client_order_id: crypto.randomUUID(),
          })
        ).status,
      ).toBe(300027);
    }
    await ada.ask(removeBank, { id: second.id });
    expect(await ada.ask(banks, {})).toMatchObject([{ id: first.id, is_default: 1 }]);
    await expect(decide(venue, second.id, "approve")).rejects.toMatchObject({ code: 300009 });
    const stored = JSON.stringify(
      await venue.store.read(async (db) => [
        await db.selectFrom("bank_card").selectAll().execute(),
        await db.selectFrom("audit").selectAll().execute(),
        await db.selectFrom("notice").selectAll().execute(),
      ]),
      (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value),
    );
    for (const number of [visa, "5555555555554444", "378282246310005", "411111", "37828224"])
      expect(stored).not.toContain(number);
  });

  test("of one user are as many as may be, however many are sent at once, and each once", async () => {
    const venue = await openWithdrawals({ store: await open({ poolSize: 20 }), limits: manyTries });
    const ada = await payee(venue);
    const numbers = Array.from({ length: 12 }, (_, at) => withCheck(`40000000000${1000 + at}`));
    const answers = await Promise.all(
      [...numbers, ...numbers.slice(0, 6)].map((card_no) => ada.tell(setBanks, card({ card_no }))),
    );
    const list = await ada.ask(banks, {});
    expect([
      answers.filter(({ status }) => status === 0).length,
      list.length,
      list.filter(({ is_default }) => is_default === 1).length,
    ]).toEqual([10, 10, 1]);
    expect(answers.every(({ status }) => [0, 100005, 300026].includes(status))).toBe(true);
  });
});

describe("refusals", () => {
  test("name the field that is missing or wrong; the password comes first", async () => {
    const venue = await openWithdrawals();
    const ada = await venue.user();
    expect(await ada.tell(setBanks, card())).toMatchObject({ status: 300022, data: { unset: 1 } });
    await ada.ask(setWpass, { wpassword: pin, password: "correct horse battery" });
    expect((await ada.tell(setBanks, card({ wpassword: "700000", card_no: "1" }))).status).toBe(
      300022,
    );
    for (const [field, value] of [
      ["bank_name", " "],
      ["account_name", ""],
      ["card_no", "4111111111111112"],
      ["card_no", ""],
    ] as const) {
      expect(await ada.tell(setBanks, card({ [field]: value }))).toMatchObject({
        status: 300027,
        data: { field },
      });
    }
  });

  test("where certification is wanted, the holder is who was certified", async () => {
    const venue = await openWithdrawals({ settings: { kycRequired: ["withdrawal"] } });
    const ada = await payee(venue);
    expect((await ada.tell(setBanks, card())).status).toBe(300025);
    await certify(venue, ada, 1);
    expect((await ada.tell(setBanks, card())).status).toBe(300025);
    await certify(venue, ada, 2, "Ada Lovelace");
    for (const account_name of ["Ada Byron", "Ada", "Lovelace Ada", "Ada Lovelace Jr"]) {
      expect(await ada.tell(setBanks, card({ account_name }))).toMatchObject({
        status: 100005,
        data: { field: "account_name", problem: "holder" },
      });
    }
    expect((await ada.tell(setBanks, card({ account_name: " ADA  lovelace " }))).status).toBe(0);
  });
});

test("the venue reviews a card by itself after the delay, and pays by it", async () => {
  const venue = await startVenue({
    settings: { review: "auto", reviewAfterSec: 20, kycRequired: [] },
  });
  const ada = await payee(venue);
  const { id } = await ada.ask(setBanks, card());
  const pay = () =>
    ada.tell(withdrawalWithBank, {
      bank_id: id,
      flag: "USDT",
      amount: "50",
      wpassword: pin,
      client_order_id: crypto.randomUUID(),
    });
  expect(await pay()).toMatchObject({ status: 300027, data: { state: "pending" } });
  await venue.wind(20_000);
  expect((await ada.ask(banks, {}))[0]?.status).toBe(1);
  expect((await pay()).status).toBe(0);
  expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);
});
