import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { openCurrencies } from "../../../venue/ledger/currency-scales.ts";
import { placeWithdrawal } from "../../../venue/wallet/withdrawal/withdrawal-place.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";
import {
  cancelWithdrawal,
  certify,
  decide,
  money,
  openWithdrawals,
  payee,
  pin,
  saveAddress,
  setWhitelist,
  setWpass,
  target,
  tradeRecord,
  violations,
  requestOf,
  withdrawal,
  withdrawalOrder,
} from "./withdrawal-stage.ts";

const password = "correct horse battery";
const dayMs = 86_400_000;

describeDatabases("the life of a withdrawal", (open) => {
  test("approved: the money is set aside, leaves, and the fee stays; reported and recorded once", async () => {
    const venue = await openWithdrawals({ store: await open() });
    const ada = await payee(venue);
    const asked = await ada.ask(withdrawal, requestOf({ amount: "123.456789" }));
    expect(asked).toMatchObject({
      kind: "coin",
      flag: "USDT",
      network: "TRC20",
      address: target,
      amount: "123.456789",
      fee: "1.23456789",
      arrival: "122.22222111",
      status: 0,
      reason: null,
      cancellable: 1,
      review_due: null,
      review_time: null,
    });
    expect(await money(ada)).toEqual(["9876.54321100", "123.456789"]);
    await venue.wind(5000);
    await decide(venue, asked.id, "approve");
    expect(await money(ada)).toEqual(["9876.54321100", "0"]);
    expect((await ada.ask(withdrawalOrder, {})).list).toMatchObject([
      {
        id: asked.id,
        status: 1,
        cancellable: 0,
        review_time: venue.now(),
        order_no: asked.order_no,
      },
    ]);
    const pockets = await venue.store.read((db) =>
      db
        .selectFrom("account")
        .select(["kind", "balance"])
        .where("owner", "=", "venue")
        .where("kind", "in", ["external", "fee"])
        .orderBy("kind")
        .execute(),
    );
    expect(pockets).toEqual([
      { kind: "external", balance: 12_222_222_111n },
      { kind: "fee", balance: 123_456_789n },
    ]);
    expect(
      (await ada.ask(tradeRecord, { type: "11,12" })).list.map(({ type, amount }) => [
        type,
        amount,
      ]),
    ).toEqual([[11, "-123.45678900"]]);
    expect(
      (await ada.ask(api.account.notices, {})).list.filter(({ kind }) => kind === "withdrawal"),
    ).toMatchObject([{ facts: { status: 1, flag: "USDT", amount: "123.456789" } }]);
    await expect(decide(venue, asked.id, "approve")).rejects.toMatchObject({ code: 300009 });
    await expect(decide(venue, asked.id, "reject")).rejects.toMatchObject({ code: 300009 });
    expect((await ada.tell(cancelWithdrawal, { id: asked.id })).status).toBe(300009);
    expect(await violations(venue)).toEqual([]);
  });

  test("rejected with words, taken back by its owner, or not payable: the money is there to the unit", async () => {
    const venue = await openWithdrawals({ store: await open() });
    const [ada, eve] = [await payee(venue), await payee(venue)];
    const [first, second] = [
      await ada.ask(withdrawal, requestOf()),
      await ada.ask(withdrawal, requestOf()),
    ];
    await expect(decide(venue, first.id, "reject", "  ")).rejects.toMatchObject({
      code: 100005,
      data: { field: "reason" },
    });
    await decide(venue, first.id, "reject", "Name does not match.");
    for (const id of [second.id, "999999", "9223372036854775807"])
      expect(await eve.tell(cancelWithdrawal, { id })).toMatchObject({
        status: 300009,
        data: null,
      });
    expect(await ada.ask(cancelWithdrawal, { id: second.id })).toMatchObject({
      status: 2,
      reason: "canceled",
      cancellable: 0,
    });
    const third = await ada.ask(withdrawal, requestOf());
    await expect(decide(venue, third.id, "approve", "", () => false)).rejects.toMatchObject({
      code: 200009,
    });
    expect((await ada.ask(withdrawalOrder, { status: 0 })).list).toMatchObject([
      { id: third.id, status: 0 },
    ]);
    await venue.setStatus(ada, 1);
    expect(await ada.ask(cancelWithdrawal, { id: third.id })).toMatchObject({ status: 2 });
    expect(await money(ada)).toEqual(["10000.00000000", "0"]);
    const rejected = (await ada.ask(withdrawalOrder, { status: 2 })).list;
    expect(rejected.map(({ id, reason }) => [id, reason])).toEqual([
      [third.id, "canceled"],
      [second.id, "canceled"],
      [first.id, "Name does not match."],
    ]);
    expect(
      (await ada.ask(tradeRecord, { type: "12" })).list.map(({ amount, sub_type }) => [
        amount,
        sub_type,
      ]),
    ).toEqual([
      ["100.00000000", "canceled"],
      ["100.00000000", "canceled"],
      ["100.00000000", "rejected"],
    ]);
    expect((await ada.ask(withdrawalOrder, { status: 9 })).total).toBe(0);
    expect((await eve.ask(withdrawalOrder, {})).list).toEqual([]);
    expect(await violations(venue)).toEqual([]);
  });

  test("the same id is one withdrawal, whatever became of the password; another body is refused, and no digest of the password is kept", async () => {
    const venue = await openWithdrawals({ store: await open() });
    const ada = await payee(venue);
    const body = requestOf();
    const first = await ada.ask(withdrawal, body);
    expect(await ada.ask(withdrawal, body)).toEqual(first);
    expect((await ada.tell(withdrawal, { ...body, amount: "101" })).status).toBe(100005);
    await ada.ask(setWpass, { wpassword: "591024", old_wpassword: pin });
    expect(await ada.ask(withdrawal, body)).toEqual(first);
    expect(await ada.ask(withdrawal, { ...body, wpassword: "591024" })).toEqual(first);
    expect(
      (await ada.ask(withdrawalOrder, { client_order_id: body.client_order_id })).list,
    ).toMatchObject([{ id: first.id }]);
    expect((await ada.ask(withdrawalOrder, {})).total).toBe(1);
    expect((await ada.ask(withdrawalOrder, { kind: "bank" })).total).toBe(0);
    expect(await violations(venue)).toEqual([]);
  });
});

test("a password that is another by the time of the command pays nothing out", async () => {
  const venue = await openWithdrawals();
  const ada = await payee(venue);
  const currencies = await openCurrencies(venue.store, venue.source, venue.now());
  const { flag, network, address, amount } = requestOf();
  const place = (withdrawHash: string | null) =>
    venue.store.command((tx) =>
      placeWithdrawal({ source: venue.source, settings: venue.settings, currencies }, tx, {
        userId: Number(ada.session?.id),
        clientOrderId: crypto.randomUUID(),
        draft: { flag, network, address, amount },
        quoteId: undefined,
        compared: false,
        withdrawHash,
        now: venue.now(),
      }),
    );
  const [user] = await venue.store.read((db) =>
    db.selectFrom("user").select("withdraw_hash").execute(),
  );
  for (const judged of [null, "", `${user?.withdraw_hash}x`])
    await expect(place(judged)).rejects.toMatchObject({ code: 300022 });
  expect((await place(user?.withdraw_hash ?? null)).total).toBe(10_000_000_000n);
});

describe("where the venue reviews by itself", () => {
  const auto = { review: "auto", reviewAfterSec: 20, kycRequired: [] } as const;

  test("a withdrawal is paid after the delay that was shown", async () => {
    const venue = await startVenue({ settings: auto });
    const ada = await payee(venue);
    const asked = await ada.ask(withdrawal, requestOf());
    expect(asked.review_due).toBe(venue.now() + 20_000);
    await venue.wind(19_999);
    expect((await ada.ask(withdrawalOrder, {})).list).toMatchObject([
      { status: 0, review_due: asked.review_due },
    ]);
    await venue.wind(1);
    expect((await ada.ask(withdrawalOrder, {})).list).toMatchObject([
      { status: 1, review_due: null },
    ]);
    expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);
    expect(await violations(venue)).toEqual([]);
  });

  test("nothing leaves a frozen account, a held one, or by a paused network; it waits, and goes when it may", async () => {
    const channels = { USDT: { TRC20: { recharge: {}, withdrawal: {} as { status?: 0 | 1 } } } };
    const venue = await startVenue({
      settings: { ...auto, channels },
      limits: { moneyOutHoldSec: 300 },
    });
    const ada = await payee(venue);
    await ada.ask(withdrawal, requestOf());
    const status = async () => (await ada.ask(withdrawalOrder, {})).list[0]?.status;
    await venue.setStatus(ada, 1);
    await venue.wind(30_000);
    expect(await status()).toBe(0);
    await venue.setStatus(ada, 0);
    await ada.ask(setWpass, { wpassword: "591024", old_wpassword: pin });
    await venue.wind(120_000);
    expect(await status()).toBe(0);
    channels.USDT.TRC20.withdrawal.status = 0;
    await venue.wind(300_000);
    expect(await status()).toBe(0);
    delete channels.USDT.TRC20.withdrawal.status;
    await venue.wind(60_000);
    expect(await status()).toBe(1);
    expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);
  });
});

describe("refusals", () => {
  test("come in the order of what is set right first", async () => {
    const channels = { USDT: { ERC20: { recharge: {}, withdrawal: { status: 0 as const } } } };
    const venue = await startVenue({
      settings: { review: "manual", addressWaitHours: 24, channels },
      limits: { sessionIdleSec: 1e6, sessionLifeSec: 1e7 },
    });
    const ada = await venue.user();
    const facts = async (change: Parameters<typeof requestOf>[0] = {}) => {
      const { status, data } = await ada.tell(withdrawal, requestOf(change));
      return [status, data];
    };
    // Everything is wrong with it, and one thing after the other is set right.
    const wrong = {
      flag: "NOSUCH",
      network: "NOSUCH",
      address: "hello",
      amount: "0.000000001",
      memo: "7",
      wpassword: "000000",
    };
    expect(await facts({ ...wrong, amount: "-1" })).toMatchObject([100005, { field: "amount" }]);
    expect(await facts({ ...wrong, amount: "1e3" })).toMatchObject([100005, { field: "amount" }]);
    wrong.amount = "0.00000001";
    expect(await facts(wrong)).toEqual([300022, { unset: 1 }]);
    await ada.ask(setWpass, { wpassword: pin, password });
    expect(await facts(wrong)).toEqual([300022, null]);
    wrong.wpassword = pin;
    await ada.ask(setWpass, { wpassword: "591024", old_wpassword: pin });
    wrong.wpassword = "591024";
    expect(await facts(wrong)).toEqual([402, { reason: "held", until: venue.now() + dayMs }]);
    await venue.wind(dayMs);
    await venue.setRights(ada, { wstatus: 0 }, "Ask us first.");
    expect(await facts(wrong)).toEqual([402, { reason: "Ask us first." }]);
    await venue.setRights(ada, { wstatus: 1 });
    expect(await facts(wrong)).toEqual([300018, null]);
    wrong.flag = "USDT";
    expect(await facts(wrong)).toEqual([300028, null]);
    wrong.network = "ERC20";
    expect(await facts(wrong)).toEqual([300028, { paused: 1 }]);
    wrong.network = "TRC20";
    await ada.ask(setWhitelist, { on: true, wpassword: "591024" });
    expect(await facts(wrong)).toEqual([402, { reason: "whitelist" }]);
    await ada.ask(setWhitelist, { on: false, wpassword: "591024" });
    await venue.wind(dayMs);
    expect(await facts(wrong)).toEqual([200005, null]);
    wrong.address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6s";
    expect(await facts(wrong)).toEqual([200006, null]);
    wrong.address = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";
    expect(await facts(wrong)).toEqual([
      402,
      { reason: "address_wait", until: venue.now() + dayMs, saved: 0 },
    ]);
    await ada.ask(saveAddress, {
      label: "Mine",
      network: "TRC20",
      address: wrong.address,
      wpassword: "591024",
    });
    expect(await facts({ ...wrong, memo: "" })).toEqual([
      402,
      { reason: "address_wait", until: venue.now() + dayMs },
    ]);
    await venue.wind(dayMs);
    wrong.memo = "";
    expect(await facts(wrong)).toEqual([200008, { min: "10" }]);
    wrong.amount = "9.99999999";
    expect(await facts(wrong)).toEqual([200008, { min: "10" }]);
    wrong.amount = "10000.00000001";
    expect(await facts(wrong)).toEqual([100005, { field: "amount", max: "10000" }]);
    wrong.amount = "10000";
    expect(await facts(wrong)).toEqual([300025, null]);
    await certify(venue, ada);
    const placed = await ada.ask(withdrawal, requestOf({ ...wrong, amount: "9990" }));
    expect(await facts({ ...wrong, amount: "10.00000001" })).toEqual([300008, null]);
    await ada.ask(withdrawal, requestOf({ ...wrong, amount: "10" }));
    expect(await facts({ ...wrong, amount: "10" })).toEqual([300008, null]);
    await ada.ask(cancelWithdrawal, { id: placed.id });
    for (const amount of ["10", "10"]) await ada.ask(withdrawal, requestOf({ ...wrong, amount }));
    expect(await facts({ ...wrong, amount: "10000" })).toEqual([300007, { most: 3 }]);
    expect(await violations(venue)).toEqual([]);
  });

  test("a frozen account asks for nothing, and a wrong password locks money out at the tenth of a day", async () => {
    const venue = await openWithdrawals();
    const ada = await payee(venue);
    await venue.setStatus(ada, 1);
    expect((await ada.tell(withdrawal, requestOf())).status).toBe(402);
    await venue.setStatus(ada, 0);
    const wrong = () => ada.tell(withdrawal, requestOf({ wpassword: "700000" }));
    for (let tries = 0; tries < 5; tries++) expect((await wrong()).status).toBe(300022);
    expect(await wrong()).toMatchObject({ http: 200, status: 200002, data: { wait: 900 } });
    expect((await ada.tell(withdrawal, requestOf())).status).toBe(200002);
    await venue.wind(900_000);
    for (let tries = 0; tries < 5; tries++) expect((await wrong()).status).toBe(300022);
    expect(await ada.tell(withdrawal, requestOf())).toMatchObject({
      status: 200002,
      data: { wait: 86_400 },
    });
    expect((await ada.ask(api.account.notices, {})).list[0]).toMatchObject({
      kind: "withdrawal_locked",
    });
    expect(await money(ada)).toEqual(["10000.00000000", "0"]);
  });

  test("one signature counts one try, and pays once", async () => {
    const venue = await openWithdrawals();
    const ada = await payee(venue);
    const signed = { headers: ada.sign() as Record<string, string> };
    const wrong = requestOf({ wpassword: "700000" });
    expect((await ada.tell(withdrawal, wrong, signed)).status).toBe(300022);
    for (let again = 0; again < 6; again++)
      expect((await ada.tell(withdrawal, wrong, signed)).status).toBe(100009);
    expect((await ada.tell(withdrawal, requestOf())).status).toBe(0);
  });

  test("the day's limit is of the venue's day, of what was not refused", async () => {
    const channels = {
      USDT: { TRC20: { recharge: {}, withdrawal: { max: "100", day_max: "150" } } },
    };
    const venue = await openWithdrawals({
      settings: { channels },
      limits: { sessionIdleSec: 1e6 },
    });
    const ada = await payee(venue);
    const first = await ada.ask(withdrawal, requestOf({ amount: "100" }));
    expect(await ada.tell(withdrawal, requestOf({ amount: "50.00000001" }))).toMatchObject({
      status: 100005,
      data: { field: "amount", day_left: "50" },
    });
    await ada.ask(withdrawal, requestOf({ amount: "50" }));
    expect(await ada.tell(withdrawal, requestOf({ amount: "10" }))).toMatchObject({
      data: { day_left: "0" },
    });
    expect(
      (
        await ada.tell(
          withdrawal,
          requestOf({ network: "ERC20", address: "PAPER-ERC20-7", amount: "10" }),
        )
      ).status,
    ).toBe(0);
    await ada.ask(cancelWithdrawal, { id: first.id });
    expect((await ada.tell(withdrawal, requestOf({ amount: "100" }))).status).toBe(0);
    for (const { id } of (await ada.ask(withdrawalOrder, { status: 0 })).list)
      await decide(venue, id, "approve");
    // 22:00 UTC is 06:00 of the venue's day, which ends eighteen hours later.
    await venue.wind(18 * 3_600_000 - 1);
    expect(await ada.tell(withdrawal, requestOf({ amount: "10" }))).toMatchObject({
      status: 100005,
    });
    await venue.wind(1);
    expect((await ada.tell(withdrawal, requestOf({ amount: "10" }))).status).toBe(0);
  });

  test("what recharges are sent to is nobody's, and a memo is of its network's kind", async () => {
    const venue = await openWithdrawals({ source: new FixedSource() });
    const ada = await payee(venue);
    const own = (await ada.ask(api.wallet.rechargeChannels, {}))["USDT"]?.[0]?.address ?? "";
    expect(await ada.tell(withdrawal, requestOf({ address: own }))).toMatchObject({
      status: 200006,
      data: { own: 1 },
    });
    expect(await ada.tell(withdrawal, requestOf({ memo: "123" }))).toMatchObject({
      status: 100005,
      data: { field: "memo", problem: "unwanted" },
    });
  });
});
