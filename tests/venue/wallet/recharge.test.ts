import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { RequestOf } from "#protocol/api/endpoint.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { AutoReview } from "../../../venue/review/auto-review.ts";
import { AuditLog } from "../../../venue/session/audit/audit-log.ts";
import {
  autoRecharge,
  decideRecharge,
  type RechargeDecision,
} from "../../../venue/wallet/recharge/recharge-decide.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { outcomes, turned } from "../../harness/venue/concurrent-calls.ts";
import { startVenue, type TestClient, type TestVenue } from "../../harness/venue/memory-venue.ts";
import { png } from "../../harness/samples/sample-images.ts";
import { pictureId } from "../upload/post-image.ts";

const { recharge, payOrder, walletBalance, tradeRecord, rechargeChannels } = api.wallet;
const day = 86_400_000;
const limits = {
  uploadBurst: 1000,
  picturesPerDay: 1000,
  sessionIdleSec: 1e7,
  sessionLifeSec: 1e7,
};

type Request = Partial<RequestOf<typeof recharge>>;

/** A venue, somebody in it, and what they ask for; a voucher of its own each time unless given. */
async function stage(options: Parameters<typeof startVenue>[0] = {}) {
  const venue = await startVenue({
    ...options,
    limits: { ...limits, ...options.limits },
    settings: { welcome: {}, ...options.settings },
  });
  const ada = await venue.user();
  let shade = 0;
  const voucher = (client: TestClient) =>
    pictureId(venue, client, png({ width: 3, shade: shade++ }));
  const tell = async (wanted: Record<string, unknown> = {}, client = ada) =>
    client.send(recharge, {
      flag: "USDT",
      network: "TRC20",
      amount: "100",
      client_order_id: randomUUID(),
      ...wanted,
      voucher: wanted["voucher"] ?? (await voucher(client)),
    });
  const ask = async (wanted: Request = {}, client = ada) => {
    const answer = await tell(wanted, client);
    if (answer.status !== 0)
      throw new Error(`refused with ${answer.status}: ${JSON.stringify(answer.data)}`);
    return (await client.ask(payOrder, {})).list[0]!;
  };
  const audit = new AuditLog(venue.store, () => undefined);
  const decide = (decision: Partial<RechargeDecision> & { id: number }) =>
    venue.store.command((tx) =>
      decideRecharge(tx, audit, {
        action: "approve",
        reason: "",
        by: "test",
        now: venue.now(),
        ...decision,
      }),
    );
  return { venue, ada, voucher, tell, ask, decide, audit };
}

async function available(client: TestClient, flag = "USDT"): Promise<string | undefined> {
  return (await client.ask(walletBalance, {})).balances.find((balance) => balance.flag === flag)
    ?.balance_str;
}

async function expectSound(venue: TestVenue): Promise<void> {
  expect(await venue.store.read((db) => coherent(db))).toEqual([]);
  expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);
}

describeDatabases("recharges", (open) => {
  test("the whole life of one: asked for, seen to wait, approved by the venue, credited, reported", async () => {
    const { venue, ada, tell } = await stage({
      store: await open(),
      settings: { reviewAfterSec: 20 },
    });
    const reported: unknown[] = [];
    await venue.wind(0);
    venue.bus.onNotify(
      ({ userId, topic, event, data }) =>
        userId === ada.session?.id && reported.push([topic, event, data]),
    );
    const answer = await tell({ client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11" });
    const askedAt = venue.now();
    const [address] = (await ada.ask(rechargeChannels, {}))["USDT"] ?? [];
    const first = {
      id: "1",
      order_no: "R00000001",
      flag: "USDT",
      network: "TRC20",
      channel: String(address?.channel_id),
      address: address?.address,
      amount: "100",
      actual_amount: null,
      status: 0,
      reason: null,
      voucher: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      voucher_used: 0,
      create_time: askedAt,
      review_time: null,
      review_due: askedAt + 20_000,
    };
    expect(answer).toMatchObject({ status: 0, data: first });
    expect(
      (await ada.ask(payOrder, { client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11" })).list,
    ).toEqual([first]);
    expect(await available(ada)).toBe("0.00000000");
    await venue.wind(19_999);
    expect((await ada.ask(payOrder, { status: 0 })).list).toEqual([first]);
    expect(reported).toEqual([]);
    await venue.wind(1);
    const approved = {
      ...first,
      status: 1,
      actual_amount: "100",
      review_time: askedAt + 20_000,
      review_due: null,
    };
    expect((await ada.ask(payOrder, { status: 1, flag: "USDT" })).list).toEqual([approved]);
    expect(
      (await ada.ask(payOrder, { status: 0 })).total +
        (await ada.ask(payOrder, { status: 2 })).total +
        (await ada.ask(payOrder, { status: 9 })).total,
    ).toBe(0);
    expect(await available(ada)).toBe("100.00000000");
    expect((await ada.ask(tradeRecord, {})).list).toMatchObject([
      {
        type: 1,
        sub_type: "TRC20",
        amount: "100.00000000",
        balance_after: "100.00000000",
        ref_type: "recharge",
        ref_id: "1",
      },
    ]);
    const {
      list: [notice],
    } = await ada.ask(api.account.notices, {});
    expect(notice).toMatchObject({
      kind: "recharge",
      title: "Recharge approved",
      content: "100 USDT was credited to your account.",
      facts: { status: 1, flag: "USDT", amount: "100" },
      ref_type: "recharge",
      ref_id: "1",
    });
    await venue.wind(1000);
    expect(reported).toEqual([
      ["user.notice", "new", { id: notice?.id, kind: "recharge" }],
      ["user.wallet", "balance", { flags: ["USDT"], kind: "recharge", ref_id: "1" }],
    ]);
    const audit = await venue.store.read((db) =>
      db
        .selectFrom("audit")
        .select(["event", "user_id", "facts"])
        .where("event", "=", "recharge-reviewed")
        .execute(),
    );
    expect(audit.map(({ user_id, facts }) => [String(user_id), JSON.parse(facts)])).toEqual([
      [
        ada.session?.id,
        {
          by: "auto",
          recharge: "1",
          verdict: "approved",
          amount: "100",
          currency: "USDT",
          credited: "100",
        },
      ],
    ]);
    await venue.wind(3_600_000);
    expect(await available(ada)).toBe("100.00000000");
    await expectSound(venue);
  });

  test("by hand: rejected with a reason, or approved with what the reviewer counted; then nothing changes them", async () => {
    const { venue, ada, ask, decide } = await stage({
      store: await open(),
      settings: { review: "manual" },
    });
    const first = await ask({ amount: "250.5" });
    expect(first.review_due).toBeNull();
    await venue.wind(10 * day);
    expect((await ada.ask(payOrder, {})).list[0]?.status).toBe(0);
    await expect(decide({ id: 1, action: "reject", reason: "  " })).rejects.toMatchObject({
      code: 100005,
      data: { field: "reason" },
    });
    await decide({ id: 1, action: "reject", reason: " The picture shows another amount. " });
    expect((await ada.ask(payOrder, {})).list[0]).toMatchObject({
      status: 2,
      reason: "The picture shows another amount.",
      actual_amount: null,
      review_time: venue.now(),
    });
    expect((await ada.ask(api.account.notices, {})).list[0]).toMatchObject({
      kind: "recharge",
      title: "Recharge not accepted",
      content:
        "Your recharge of 250.5 USDT was not accepted. Reason: The picture shows another amount.",
    });
    await ask({ amount: "250.5" });
    for (const amount of ["0", "0.000000001", "-1", "1e3", "x"])
      await expect(decide({ id: 2, amount })).rejects.toMatchObject({
        code: 100005,
        data: { field: "amount" },
      });
    await decide({ id: 2, amount: "200.25" });
    expect((await ada.ask(payOrder, {})).list[0]).toMatchObject({
      status: 1,
      amount: "250.5",
      actual_amount: "200.25",
      reason: null,
    });
    for (const id of [1, 2, 3])
      for (const action of ["approve", "reject"] as const)
        await expect(decide({ id, action, reason: "Again." })).rejects.toMatchObject({
          code: 300009,
        });
    expect(await available(ada)).toBe("200.25000000");
    await expectSound(venue);
  });

  test("the same device id is the same recharge, once; with anything else in it, nothing", async () => {
    const { venue, ada, tell, voucher } = await stage({ store: await open({ poolSize: 20 }) });
    const wanted = { client_order_id: randomUUID(), voucher: await voucher(ada) };
    const answers = await Promise.all(Array.from({ length: 12 }, () => tell(wanted)));
    expect(new Set(answers.map(({ status, data }) => JSON.stringify([status, data]))).size).toBe(1);
    expect((await tell({ ...wanted, amount: "101" })).status).toBe(100005);
    await venue.wind(20_000);
    expect((await tell(wanted)).data).toEqual(answers[0]?.data);
    expect((await ada.ask(payOrder, {})).total).toBe(1);
    expect(await available(ada)).toBe("100.00000000");
    await expectSound(venue);
  });

  test("three wait at once and no more, of twenty asked for together", async () => {
    const { venue, ada, tell, voucher } = await stage({ store: await open({ poolSize: 20 }) });
    const vouchers = [await voucher(ada), await voucher(ada)];
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => tell({ voucher: vouchers[at % 2] })),
    );
    expect([
      answers.filter(({ status }) => status === 0).length,
      answers.filter(({ status }) => status === 300007).length,
    ]).toEqual([3, 17]);
    expect((await ada.ask(payOrder, { status: 0 })).total).toBe(3);
    await venue.wind(20_000);
    expect(await available(ada)).toBe("300.00000000");
    expect((await tell()).status).toBe(0);
    await expectSound(venue);
  });

  test("decided by many at once, each has one end and is credited once", async () => {
    const { venue, ada, ask, decide, audit } = await stage({
      store: await open({ poolSize: 20 }),
      settings: { reviewAfterSec: 5 },
    });
    let credited = 0n;
    const ends = new Map<string, number>();
    for (let round = 0; round < 12; round++) {
      const id = Number((await ask()).id);
      const review = new AutoReview(
        {
          store: venue.store,
          clock: { now: () => venue.now() + 10_000 },
          log: (level, event, facts) => venue.lines.push({ level, event, facts: facts ?? {} }),
        },
        [autoRecharge(audit)],
      );
      const reported = await outcomes<unknown>(
        turned(
          [
            () => decide({ id }).then(({ state }) => state),
            () => decide({ id, amount: "1" }).then(({ state }) => state),
            () => decide({ id, action: "reject", reason: "No." }).then(({ state }) => state),
            () => decide({ id, action: "reject", reason: "No." }).then(({ state }) => state),
            () => review.tick(),
            () => review.tick(),
          ],
          round,
        ),
      );
      const record = (await ada.ask(payOrder, {})).list[0]!;
      const byHand = reported.filter((one) => typeof one === "string");
      expect(byHand.length).toBeLessThanOrEqual(1);
      expect(
        reported
          .filter((one) => typeof one === "object" && one !== null && "code" in one)
          .every((one) => (one as { code: number }).code === 300009),
      ).toBe(true);
      expect([1, 2]).toContain(record.status);
      if (record.status === 1) credited += record.actual_amount === "1" ? 1n : 100n;
      ends.set(
        `${record.status} ${record.actual_amount}`,
        (ends.get(`${record.status} ${record.actual_amount}`) ?? 0) + 1,
      );
    }
    expect([...ends.values()].reduce((sum, count) => sum + count)).toBe(12);
    expect(await available(ada)).toBe(`${credited}.00000000`);
    expect((await ada.ask(tradeRecord, { type: "1", size: 100 })).total).toBe(
      [...ends].reduce((sum, [end, count]) => sum + (end.startsWith("1") ? count : 0), 0),
    );
    expect(
      (
        await venue.store.read((db) =>
          db.selectFrom("audit").select("id").where("event", "=", "recharge-reviewed").execute(),
        )
      ).length,
    ).toBe(12);
    await expectSound(venue);
  });

  test("a voucher must be one's own picture; the same again is taken, and the reviewer sees whose it was", async () => {
    const { venue, ada, tell, voucher } = await stage({
      store: await open(),
      settings: { review: "manual" },
    });
    const eve = await venue.user();
    const own = await voucher(ada);
    for (const [client, id] of [
      [eve, own],
      [ada, "0".repeat(32)],
      [ada, "../../etc/passwd"],
      [ada, own.toUpperCase()],
    ] as const) {
      expect(await tell({ voucher: id }, client)).toMatchObject({
        status: 100004,
        data: { field: "voucher" },
      });
    }
    expect((await tell({ voucher: own })).data).toMatchObject({ voucher_used: 0 });
    expect((await tell({ voucher: own })).data).toMatchObject({ voucher_used: 1, reason: null });
    // The same picture from another user: they see nothing of it, the reviewer does.
    const same = await pictureId(venue, eve, png({ width: 3, shade: 0 }));
    expect(same).not.toBe(own);
    expect((await tell({ voucher: same }, eve)).data).toMatchObject({ voucher_used: 0 });
    const flags = await venue.store.read((db) =>
      db.selectFrom("recharge").select("flags").orderBy("id").execute(),
    );
    expect(flags.map((row) => JSON.parse(row.flags) as unknown)).toEqual([
      [],
      ["voucher-used"],
      ["voucher-of-another"],
    ]);
  });

  test("the picture stays until long after the decision, the record for ever", async () => {
    const { venue, ada, ask } = await stage({ store: await open(), settings: { voucherDays: 30 } });
    const { voucher } = await ask();
    await venue.wind(20_000);
    await venue.wind(30 * day - 60_000);
    expect((await ada.ask(payOrder, {})).list[0]?.voucher).toBe(voucher);
    await venue.wind(60_000);
    await venue.wind(60_000);
    expect((await ada.ask(payOrder, {})).list[0]).toMatchObject({ voucher: "", status: 1 });
    await expectSound(venue);
  });

  test("others' are not seen, and a frozen account asks for none", async () => {
    const { venue, ada, ask, tell } = await stage({ store: await open() });
    const eve = await venue.user();
    const { id } = await ask({ client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11" });
    expect((await eve.ask(payOrder, {})).list).toEqual([]);
    expect(
      (await eve.ask(payOrder, { client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11" })).list,
    ).toEqual([]);
    expect(id).toBe("1");
    await venue.setStatus(ada, 1);
    expect(
      (
        await ada.tell(recharge, {
          flag: "USDT",
          network: "TRC20",
          amount: "100",
          voucher: "0".repeat(32),
          client_order_id: randomUUID(),
        })
      ).status,
    ).toBe(402);
    expect((await tell({}, eve)).status).toBe(0);
    // One that waits is decided all the same.
    await venue.wind(20_000);
    expect((await ada.ask(payOrder, {})).list[0]?.status).toBe(1);
  });

  test("what the books cannot hold is refused in words, and holds nothing else up", async () => {
    const { venue, ada, ask, decide } = await stage({ store: await open() });
    await ask();
    await ask();
    await expect(decide({ id: 1, amount: "92233720368.54775807" })).resolves.toMatchObject({
      state: "approved",
    });
    await expect(decide({ id: 2, amount: "1" })).rejects.toMatchObject({
      code: 100005,
      data: { field: "amount", problem: "too-large" },
    });
    await venue.wind(20_000);
    expect((await ada.ask(payOrder, {})).list[0]).toMatchObject({
      status: 2,
      reason: "This amount cannot be credited.",
    });
    await expectSound(venue);
  });
});

describe("refused", () => {
  /** What an amount may not be, and what is said of it: the channel takes 10 to 100,000. */
  const amounts: [amount: unknown, status: number][] = [
    ...["", "0", "0.0", "0.00000000"].map((amount): [string, number] => [amount, 300020]),
    ...[
      "-1",
      "-0",
      "+5",
      "NaN",
      "Infinity",
      "-Infinity",
      "1e999",
      "1e3",
      "0x10",
      "0b1",
      "0o7",
      " 5 ",
      " 5",
      "5 ",
      "5\n",
      "5\0",
      "1,000",
      "1.000,5",
      "1_000",
      "00",
      "01",
      ".5",
      "5.",
      "5..5",
      "1.2.3",
      "--5",
      "５",
      "١٠٠",
      "Ⅹ",
      "½",
      "1/2",
      "5%",
      "$5",
      "5 USDT",
      "true",
      "null",
      "undefined",
      "[]",
      "{}",
      "9".repeat(19),
      "9".repeat(40),
      "1.123456789",
      `1.${"1".repeat(19)}`,
      "999999999999999999.99999999",
      "9223372036854775808",
      "92233720368.54775808",
      "1e",
      "e1",
      "∞",
      "100'--",
      "<b>5</b>",
      "5\u202E",
      "\uFEFF5",
      "\u00a05",
      "1\u200b0",
    ].map((amount): [string, number] => [amount, 100005]),
    ...[
      5,
      100,
      0,
      -1,
      1.5,
      2 ** 53,
      9_007_199_254_740_992 * 2,
      true,
      false,
      null,
      [],
      ["100"],
      {},
      { amount: "100" },
    ].map((amount): [unknown, number] => [amount, 100005]),
    ...["9.99999999", "0.00000001", "1", "9"].map((amount): [string, number] => [amount, 100005]),
    ...["100000.00000001", "100001", "99999999999"].map((amount): [string, number] => [
      amount,
      100005,
    ]),
  ];

  test(`${amounts.length} amounts, and the two at the bounds are taken`, async () => {
    const { venue, ada, tell, voucher } = await stage({ limits: { rechargesPending: 100 } });
    const picture = await voucher(ada);
    const wrong: unknown[] = [];
    for (const [amount, status] of amounts) {
      const answer = await tell({ amount, voucher: picture });
      if (answer.status !== status) wrong.push([amount, answer.status]);
    }
    expect(wrong).toEqual([]);
    expect((await tell({ amount: "9.99999999", voucher: picture })).data).toEqual({
      field: "amount",
      min: "10",
    });
    expect((await tell({ amount: "100000.00000001", voucher: picture })).data).toEqual({
      field: "amount",
      max: "100000",
    });
    for (const amount of ["10", "100000", "10.00000001", "12.5"])
      expect((await tell({ amount, voucher: picture })).status).toBe(0);
    await venue.wind(20_000);
    expect(await available(ada)).toBe("100032.50000001");
    await expectSound(venue);
  });

  test("in this order, whatever else is wrong", async () => {
    const { ada, voucher, tell } = await stage({
      settings: { channels: { USDT: { ERC20: { recharge: { status: 0 }, withdrawal: {} } } } },
    });
    const none = "0".repeat(32);
    const bad = { channel_id: 1, address: "PAPER-ELSEWHERE", amount: "0", voucher: none };
    const { channel_id = 0, address = "" } =
      (await ada.ask(rechargeChannels, {}))["USDT"]?.[0] ?? {};
    expect(await tell({ ...bad, flag: "NOSUCH", network: "NOSUCH" })).toMatchObject({
      status: 300018,
    });
    expect(await tell({ ...bad, network: "NOSUCH" })).toMatchObject({ status: 300028 });
    expect(await tell({ ...bad, network: "ERC20" })).toMatchObject({ status: 300028 });
    expect(await tell({ ...bad, flag: "BTC", network: "TRC20" })).toMatchObject({ status: 300028 });
    expect(await tell(bad)).toMatchObject({ status: 100005, data: { field: "channel_id" } });
    expect(await tell({ ...bad, channel_id })).toMatchObject({
      status: 100005,
      data: { field: "address" },
    });
    expect(await tell({ ...bad, channel_id, address })).toMatchObject({ status: 300020 });
    expect(await tell({ ...bad, channel_id, address, amount: "1" })).toMatchObject({
      status: 100005,
      data: { field: "amount", min: "10" },
    });
    expect(await tell({ ...bad, channel_id, address, amount: "10" })).toMatchObject({
      status: 100004,
      data: { field: "voucher" },
    });
    for (let at = 0; at < 3; at++) expect((await tell()).status).toBe(0);
    expect(await tell({ amount: "10", voucher: none })).toMatchObject({ status: 100004 });
    expect(await tell({ voucher: await voucher(ada) })).toMatchObject({ status: 300007 });
  });
});
