import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import { divideUp } from "#protocol/wire/rounding.ts";
import { feeOf, reckon } from "#protocol/rules/withdrawal-fee.ts";
import { checkAmount } from "../../../venue/wallet/withdrawal/withdrawal-rules.ts";
import type { Terms } from "../../../venue/wallet/channels/withdrawal-terms.ts";
import { btcusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import {
  addresses,
  banks,
  decide,
  money,
  openWithdrawals,
  payee,
  pin,
  removeAddress,
  saveAddress,
  setBanks,
  setWhitelist,
  target,
  violations,
  requestOf,
  withdrawal,
  withdrawalQuote,
  withdrawalWithBank,
} from "./withdrawal-stage.ts";

const dayMs = 86_400_000;
const paper = { flag: "USDT", network: "TRC20", address: target, amount: "123.456789" };

describe("a quote", () => {
  test("tells what will be booked, to the unit, though the fee changes before it is used", async () => {
    const channels = { USDT: { TRC20: { recharge: {}, withdrawal: {} as { fee_rate?: string } } } };
    const venue = await openWithdrawals({ settings: { channels } });
    const ada = await payee(venue);
    const quote = await ada.ask(withdrawalQuote, paper);
    expect(quote).toMatchObject({
      kind: "coin",
      flag: "USDT",
      network: "TRC20",
      address: target,
      memo: "",
      amount: "123.456789",
      fee: "1.23456789",
      arrival: "122.22222111",
      total: "123.456789",
      fee_rate: "0.01",
      min: "10",
      max: "10000",
      day_left: "50000",
      used: 0,
      saved: 0,
      usable_from: 0,
      look_alike: null,
      expire_time: venue.now() + 60_000,
    });
    channels.USDT.TRC20.withdrawal.fee_rate = "0.5";
    const booked = await ada.ask(withdrawal, requestOf({ ...paper, quote_id: quote.quote_id }));
    expect([booked.fee, booked.arrival]).toEqual([quote.fee, quote.arrival]);
    await decide(venue, booked.id, "approve");
    const next = await ada.ask(withdrawalQuote, paper);
    expect(next).toMatchObject({ fee: "61.7283945", used: 1, day_left: "49876.543211" });
    expect(await violations(venue)).toEqual([]);
  });

  test("is used once, within its minute, by its owner, for what it was of", async () => {
    const venue = await openWithdrawals();
    const [ada, eve] = [await payee(venue), await payee(venue)];
    const { quote_id } = await ada.ask(withdrawalQuote, paper);
    const other = { status: 100005, data: { field: "quote_id", problem: "other" } };
    for (const change of [
      { amount: "123.456788" },
      { address: "PAPER-TRC20-8" },
      { network: "ERC20", address: "PAPER-ERC20-7" },
    ]) {
      expect(
        await ada.tell(withdrawal, requestOf({ ...paper, ...change, quote_id })),
      ).toMatchObject(other);
    }
    expect(await eve.tell(withdrawal, requestOf({ ...paper, quote_id }))).toMatchObject(other);
    expect(await ada.tell(withdrawal, requestOf({ ...paper, quote_id: "nosuch" }))).toMatchObject(
      other,
    );
    await venue.wind(59_999);
    const body = requestOf({ ...paper, quote_id });
    const first = await ada.ask(withdrawal, body);
    await venue.wind(1);
    expect(await ada.ask(withdrawal, body)).toEqual(first);
    expect(await ada.tell(withdrawal, requestOf({ ...paper, quote_id }))).toMatchObject({
      status: 100005,
      data: { field: "quote_id", problem: "used" },
    });
    const late = await ada.ask(withdrawalQuote, paper);
    await venue.wind(60_000);
    expect(
      await ada.tell(withdrawal, requestOf({ ...paper, quote_id: late.quote_id })),
    ).toMatchObject({
      status: 100005,
      data: { field: "quote_id", problem: "over" },
    });
    expect(await money(ada)).toEqual(["9876.54321100", "123.456789"]);
  });

  test("is refused as the withdrawal would be, but moves nothing", async () => {
    const venue = await openWithdrawals();
    const ada = await payee(venue);
    const status = async (change: Record<string, unknown>) =>
      (await ada.send(withdrawalQuote, { ...paper, ...change })).status;
    expect(await status({ flag: "NOSUCH" })).toBe(300018);
    expect(await status({ network: "BTC" })).toBe(300028);
    expect(await status({ network: undefined })).toBe(100005);
    expect(await status({ bank_id: "1" })).toBe(100005);
    expect(await status({ network: undefined, bank_id: "1" })).toBe(300027);
    expect(await status({ address: "" })).toBe(200005);
    expect(await status({ address: "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa" })).toBe(200006);
    expect(await status({ amount: "9" })).toBe(200008);
    expect(await status({ amount: "10000" })).toBe(0);
    await ada.ask(withdrawal, requestOf({ amount: "10" }));
    expect(await status({ amount: "10000" })).toBe(300008);
    expect(await violations(venue)).toEqual([]);
  });
});

describe("fees", () => {
  const terms = (change: Partial<Terms> = {}): Terms => ({
    kind: "coin",
    flag: "USDT",
    scale: 8,
    precision: 8,
    network: "TRC20",
    memoRequired: false,
    min: 10n * 10n ** 8n,
    max: 10n ** 12n,
    dayMax: null,
    feeType: "ratio",
    feeRate: "0.01",
    minFee: 10n ** 8n,
    maxFee: 10n ** 10n,
    feeMode: "inside",
    fiat: "",
    rate: "1",
    ...change,
  });

  test.each([
    ["123.456789", "1.23456789"],
    ["10", "1"],
    ["100.00000001", "1.00000001"],
    ["100.00000101", "1.00000002"],
    ["9999.99999999", "100"],
    ["10000", "100"],
    ["20000", "100"],
  ])("of %s is %s", (amount, fee) => {
    expect(feeOf(terms(), parseAmount(amount, 8) ?? 0n)).toBe(parseAmount(fee, 8));
  });

  test("inside or on top, fixed or by the amount: what leaves is what arrives and the fee", () => {
    fc.assert(
      fc.property(
        fc.bigInt(10n ** 9n, 10n ** 12n),
        fc.integer({ min: 0, max: 999_999 }),
        fc.constantFrom("inside", "outside"),
        fc.constantFrom("ratio", "fixed"),
        (amount, rate, feeMode, feeType) => {
          const its = terms({
            feeRate: formatAmount(BigInt(rate), 6),
            feeMode,
            feeType,
            maxFee: null,
          });
          const { fee, total, arrival } = reckon(its, amount);
          expect(parseAmount(arrival, 8)).toBe(total - fee);
          expect(total).toBe(feeMode === "inside" ? amount : amount + fee);
          const exact = divideUp(amount * BigInt(rate), 10n ** 6n);
          expect(fee).toBe(feeType === "fixed" || exact < its.minFee ? its.minFee : exact);
        },
      ),
    );
    expect(
      reckon(terms({ kind: "bank", fiat: "EUR", rate: "0.91", minFee: 0n }), 10_055_555_555n)
        .arrival,
    ).toBe("90.59");
  });

  test("no amount is rounded, and none but plain decimal text is one", () => {
    const texts = [
      "-1",
      "+5",
      "1e3",
      "1e999",
      "0x10",
      "NaN",
      "Infinity",
      " 5 ",
      "",
      "00",
      "01",
      ".5",
      "5.",
      "1.123456789",
      "9".repeat(40),
      "1,5",
      "１２",
      "9223372036854775807",
      "92233720368.54775808",
    ];
    for (const text of texts)
      expect(() => checkAmount(terms({ max: null }), text, 0n), text).toThrow(
        expect.objectContaining({ code: 100005 }) as Error,
      );
    expect(() => checkAmount(terms({ precision: 2 }), "10.001", 0n)).toThrow(
      expect.objectContaining({ code: 100005, data: { field: "amount", precision: 2 } }) as Error,
    );
    expect(() => checkAmount(terms({ dayMax: 5n }), "10", 9n)).toThrow(
      expect.objectContaining({ data: { field: "amount", day_left: "0" } }) as Error,
    );
    expect(() =>
      checkAmount(terms({ feeRate: "0.999999", min: 1n, minFee: 0n }), "0.00000001", 0n),
    ).toThrow(expect.objectContaining({ code: 200008 }) as Error);
  });

  test("hostile amounts in requests move nothing", async () => {
    const venue = await openWithdrawals();
    const ada = await payee(venue);
    const hostile: unknown[] = [
      "-1",
      "+5",
      "1e3",
      "1e999",
      "0x10",
      "NaN",
      "Infinity",
      " 5 ",
      "",
      "00",
      ".5",
      "5.",
      "1.123456789",
      "9".repeat(40),
      "0",
      "0.00000000",
      "1,5",
      "１００",
      100,
      -1,
      1e308,
      null,
      true,
      [],
      {},
      ["100"],
      "100\u0000",
      "100\n",
      "9223372036854775808",
    ];
    for (const amount of hostile) {
      const statuses = [
        (await ada.send(withdrawal, { ...requestOf(), amount })).status,
        (await ada.send(withdrawalQuote, { ...paper, amount })).status,
      ];
      for (const status of statuses)
        expect([100005, 200008], JSON.stringify(amount)).toContain(status);
    }
    expect(await money(ada)).toEqual(["10000.00000000", "0"]);
  });
});

describe("an address that looks like a known one", () => {
  const known = "0xdac17f958d2ee523a2206206994597c13d831ec7";
  const alike = Array.from(
    { length: 40 },
    (_, at) => `0xda${(at + 0x1000).toString(16)}${known.slice(8, -4)}1ec7`,
  );

  test("is part of the quote and paid only when it was compared: 40 of 40, saved or paid before", async () => {
    const source = new FixedSource([btcusdt, { ...btcusdt, symbol: "ethusdt", base: "ETH" }]);
    const venue = await openWithdrawals({ source });
    const [ada, bob] = [await payee(venue), await payee(venue)];
    await ada.ask(saveAddress, { label: "Cold", network: "ERC20", address: known, wpassword: pin });
    const paid = await bob.ask(withdrawal, requestOf({ network: "ERC20", address: known }));
    await decide(venue, paid.id, "approve");
    for (const [at, address] of alike.entries()) {
      const client = at % 2 === 0 ? ada : bob;
      const to = { network: at % 3 === 0 ? "BEP20" : "ERC20", address };
      expect((await client.ask(withdrawalQuote, { ...paper, ...to })).look_alike).toBe(known);
      expect(await client.tell(withdrawal, requestOf(to))).toMatchObject({
        status: 402,
        data: { reason: "look_alike", look_alike: known },
      });
    }
    for (const address of [
      known,
      known.toUpperCase().replace("0X", "0x"),
      `0xdb${known.slice(4)}`,
      `${known.slice(0, -1)}8`,
    ]) {
      for (const client of [ada, bob])
        expect(
          (await client.ask(withdrawalQuote, { ...paper, network: "ERC20", address })).look_alike,
        ).toBe(null);
    }
    expect(
      (
        await ada.tell(
          withdrawal,
          requestOf({ network: "ERC20", address: alike[0] ?? "", compared: true }),
        )
      ).status,
    ).toBe(0);
    expect(await violations(venue)).toEqual([]);
  });
});

describe("the address book", () => {
  test("saves, relabels and removes; another's entries are nothing; a hundred are kept", async () => {
    const venue = await openWithdrawals();
    const [ada, eve] = [await payee(venue), await payee(venue)];
    const mine = { label: " Mine ", network: "TRC20", address: target, wpassword: pin };
    const book = await ada.ask(saveAddress, mine);
    expect(book).toMatchObject({
      list: [
        { label: "Mine", network: "TRC20", address: target, memo: "", used: 0, usable_from: 0 },
      ],
      whitelist: 0,
      whitelist_off_from: null,
      wait_hours: 0,
    });
    const id = book.list[0]?.id ?? "";
    expect(await ada.tell(saveAddress, mine)).toMatchObject({
      status: 100005,
      data: { field: "address", problem: "saved" },
    });
    expect((await ada.ask(saveAddress, { ...mine, id, label: "Cold" })).list).toMatchObject([
      { id, label: "Cold" },
    ]);
    for (const foreign of [id, "999", "9223372036854775807"]) {
      expect(await eve.tell(removeAddress, { id: foreign })).toMatchObject({
        status: 100005,
        data: { field: "id" },
      });
      expect(await eve.tell(saveAddress, { ...mine, id: foreign })).toMatchObject({
        status: 100005,
        data: { field: "id" },
      });
    }
    for (const [change, status] of [
      [{ address: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s" }, 200006],
      [{ address: "hello" }, 200005],
      [{ network: "NOSUCH" }, 100005],
      [{ memo: "7" }, 100005],
      [{ wpassword: "700000" }, 300022],
      [{ label: " " }, 100005],
    ] as const) {
      expect(
        (await ada.tell(saveAddress, { ...mine, address: "PAPER-TRC20-8", ...change })).status,
      ).toBe(status);
    }
    await venue.store.command(({ db }) =>
      db
        .insertInto("saved_address")
        .values(
          Array.from({ length: 99 }, (_, at) => ({
            user_id: Number(ada.session?.id),
            label: "x",
            network: "TRC20",
            address: `PAPER-TRC20-${at + 100}`,
            address_key: `PAPER-TRC20-${at + 100}`,
            address_ends: "",
            memo: "",
            usable_at: 0,
            created_at: 0,
          })),
        )
        .execute(),
    );
    expect(await ada.tell(saveAddress, { ...mine, address: "PAPER-TRC20-8" })).toMatchObject({
      status: 100005,
      data: { field: "address", most: 100 },
    });
    expect((await ada.ask(removeAddress, { id })).list).toHaveLength(99);
    expect((await eve.ask(addresses, {})).list).toEqual([]);
  });

  test("a new address waits a day where an operator reviews, and again when it is changed; one that was paid does not", async () => {
    const venue = await openWithdrawals({
      settings: { addressWaitHours: null },
      limits: { sessionIdleSec: 1e6 },
    });
    const ada = await payee(venue);
    const book = await ada.ask(saveAddress, {
      label: "Mine",
      network: "TRC20",
      address: target,
      wpassword: pin,
    });
    const until = venue.now() + dayMs;
    expect(book).toMatchObject({ wait_hours: 24, list: [{ usable_from: until }] });
    expect((await ada.ask(withdrawalQuote, paper)).usable_from).toBe(until);
    await venue.wind(dayMs - 1);
    expect(await ada.tell(withdrawal, requestOf())).toMatchObject({
      status: 402,
      data: { reason: "address_wait", until },
    });
    await venue.wind(1);
    const paid = await ada.ask(withdrawal, requestOf());
    await decide(venue, paid.id, "approve");
    const id = book.list[0]?.id ?? "";
    expect(
      (
        await ada.ask(saveAddress, {
          id,
          label: "Mine",
          network: "TRC20",
          address: "PAPER-TRC20-8",
          wpassword: pin,
        })
      ).list,
    ).toMatchObject([{ usable_from: venue.now() + dayMs }]);
    expect((await ada.tell(withdrawal, requestOf())).status).toBe(0);
    expect((await ada.tell(withdrawal, requestOf({ address: "PAPER-TRC20-8" }))).status).toBe(402);
    expect((await ada.tell(withdrawal, requestOf({ address: "PAPER-TRC20-9" }))).status).toBe(402);
  });

  test("saved addresses alone: on at once, off a day after it was first asked for", async () => {
    const venue = await openWithdrawals({ limits: { sessionIdleSec: 1e6 } });
    const ada = await payee(venue);
    expect((await ada.tell(setWhitelist, { on: true, wpassword: "700000" })).status).toBe(300022);
    expect(await ada.ask(setWhitelist, { on: false, wpassword: pin })).toMatchObject({
      whitelist: 0,
      whitelist_off_from: null,
    });
    expect(await ada.ask(setWhitelist, { on: true, wpassword: pin })).toMatchObject({
      whitelist: 1,
      whitelist_off_from: null,
    });
    expect(await ada.tell(withdrawal, requestOf())).toMatchObject({
      status: 402,
      data: { reason: "whitelist" },
    });
    expect(await ada.tell(withdrawalQuote, paper)).toMatchObject({
      status: 402,
      data: { reason: "whitelist" },
    });
    await ada.ask(saveAddress, {
      label: "Mine",
      network: "TRC20",
      address: target,
      wpassword: pin,
    });
    expect((await ada.tell(withdrawal, requestOf())).status).toBe(0);
    const offFrom = venue.now() + dayMs;
    expect(await ada.ask(setWhitelist, { on: false, wpassword: pin })).toMatchObject({
      whitelist: 1,
      whitelist_off_from: offFrom,
    });
    await venue.wind(dayMs / 2);
    expect(await ada.ask(setWhitelist, { on: false, wpassword: pin })).toMatchObject({
      whitelist: 1,
      whitelist_off_from: offFrom,
    });
    expect((await ada.tell(withdrawal, requestOf({ address: "PAPER-TRC20-8" }))).status).toBe(402);
    await venue.wind(dayMs / 2);
    expect(await ada.ask(addresses, {})).toMatchObject({ whitelist: 0, whitelist_off_from: null });
    expect((await ada.tell(withdrawal, requestOf({ address: "PAPER-TRC20-8" }))).status).toBe(0);
  });
});

test("a card is paid in dollars by a quote of its own", async () => {
  const venue = await openWithdrawals();
  const ada = await payee(venue);
  const { id } = await ada.ask(setBanks, {
    bank_name: "First Bank",
    account_name: "Ada Lovelace",
    card_no: "4111 1111 1111 1111",
    wpassword: pin,
  });
  expect(
    await ada.tell(withdrawalQuote, { flag: "USDT", amount: "100", bank_id: id }),
  ).toMatchObject({ status: 300027, data: { state: "pending" } });
  await venue.store.command(({ db }) =>
    db.updateTable("bank_card").set({ state: "approved" }).execute(),
  );
  expect((await ada.tell(withdrawalQuote, { flag: "BTC", amount: "1", bank_id: id })).status).toBe(
    300028,
  );
  const quote = await ada.ask(withdrawalQuote, { flag: "USDT", amount: "100.5", bank_id: id });
  const bank = {
    id,
    bank_name: "First Bank",
    account_name: "Ada Lovelace",
    card_no_masked: "**** 1111",
  };
  expect(quote).toMatchObject({
    kind: "bank",
    fee: "1.005",
    arrival: "99.49",
    fiat: "USD",
    rate: "1",
    day_left: null,
    bank,
  });
  const booked = await ada.ask(withdrawalWithBank, {
    bank_id: id,
    flag: "USDT",
    amount: "100.5",
    wpassword: pin,
    quote_id: quote.quote_id,
    client_order_id: crypto.randomUUID(),
  });
  expect(booked).toMatchObject({
    kind: "bank",
    bank,
    network: "",
    address: "",
    fee: "1.005",
    arrival: "99.49",
    fiat: "USD",
  });
  await decide(venue, booked.id, "approve");
  expect((await ada.ask(banks, {})).map(({ card_no_masked }) => card_no_masked)).toEqual([
    "**** 1111",
  ]);
  expect(await violations(venue)).toEqual([]);
});
