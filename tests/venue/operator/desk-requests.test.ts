import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { operatorEndpoints as calls, operatorPicturePath } from "#protocol/api/operator.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { png } from "../../harness/samples/sample-images.ts";
import { pictureId } from "../upload/post-image.ts";
import { money, payee, requestOf } from "../wallet/withdrawal-stage.ts";
import { type DeskStage, openDeskStage } from "../../harness/stages/desk-stage.ts";

const byHand = { review: "manual", addressWaitHours: 0, kycRequired: [] } as const;

async function askRecharge({ venue }: DeskStage, amount: string) {
  const user = await venue.user();
  const voucher = await pictureId(venue, user, png());
  const record = await user.ask(api.wallet.recharge, {
    flag: "USDT",
    network: "TRC20",
    amount,
    voucher,
    client_order_id: crypto.randomUUID(),
  });
  return { user, voucher, id: record.id };
}

describeDatabases("requests at the desk", (open) => {
  test("a recharge is credited with what the picture shows, which both of two must mean", async () => {
    const stage = await openDeskStage({
      store: await open(),
      settings: { ...byHand, reviewTwoOver: "1000" },
    });
    const [ada, bob] = [await stage.operator("ada"), await stage.operator("bob")];
    const { user, voucher, id } = await askRecharge(stage, "500");
    const { list } = await ada.ask(calls.queue, { kind: "recharge" });
    expect(list).toMatchObject([
      {
        ref_id: id,
        summary: "Recharges 500 USDT by TRC20",
        amount: "500",
        usdt_value: "500",
        needs: 1,
        due_time: null,
        pictures: [{ id: voucher }],
      },
    ]);
    const shown = await stage.fetch(`${operatorPicturePath}?id=${voucher}`, {
      headers: { authorization: `Bearer ${ada.token}` },
    });
    expect([
      shown.status,
      shown.headers.get("content-type"),
      shown.headers.get("content-security-policy"),
      shown.headers.get("cache-control"),
    ]).toEqual([200, "image/png", "default-src 'none'; sandbox", "no-store"]);
    const approve = (amount?: string) =>
      ({
        kind: "recharge",
        ref_id: id,
        action: "approve",
        ...(amount !== undefined && { amount }),
      }) as const;
    for (const amount of ["0", "0.000000001"])
      expect(await ada.tell(calls.review, approve(amount))).toMatchObject({
        status: 100005,
        data: { field: "amount" },
      });
    // What is credited instead is judged as what was asked for is.
    expect((await ada.ask(calls.review, approve("1500"))).outcome).toBe("waits");
    expect(await bob.tell(calls.review, approve("1600"))).toMatchObject({
      status: 100005,
      data: { field: "amount", first: "1500" },
    });
    expect((await bob.ask(calls.review, approve("1500"))).outcome).toBe("approved");
    expect((await user.ask(api.wallet.payOrder, {})).list[0]).toMatchObject({
      status: 1,
      actual_amount: "1500",
    });
    expect(await stage.lastAct()).toMatchObject({
      event: "recharge-reviewed",
      facts: { by: "operator:bob", first: "operator:ada", credited: "1500" },
    });
    await stage.expectSound();
  });

  test("a withdrawal is paid or given back; a pause keeps it waiting", async () => {
    const stage = await openDeskStage({ store: await open(), settings: byHand });
    const ada = await stage.operator("ada");
    const client = await payee(stage.venue);
    const [first, second] = [
      await client.ask(api.wallet.withdrawal, requestOf()),
      await client.ask(api.wallet.withdrawal, requestOf({ amount: "50" })),
    ];
    const { list } = await ada.ask(calls.queue, { kind: "withdrawal" });
    expect(list[0]).toMatchObject({
      ref_id: first.id,
      summary: "Withdraws 100 USDT by TRC20",
      amount: "100",
      risk_flags: ["The first withdrawal to this address."],
    });
    const approve = { kind: "withdrawal", ref_id: first.id, action: "approve" } as const;
    await ada.ask(calls.setConf, {
      key: "withdrawals_paused",
      value: ["USDT"],
      version: 0,
      reason: "Looking into it.",
    });
    expect((await ada.tell(calls.review, approve)).status).toBe(200009);
    await ada.ask(calls.setConf, {
      key: "withdrawals_paused",
      value: [],
      version: 1,
      reason: "All is well.",
    });
    expect((await ada.ask(calls.review, approve)).outcome).toBe("approved");
    expect(
      (
        await ada.ask(calls.review, {
          kind: "withdrawal",
          ref_id: second.id,
          action: "reject",
          reason: "To whom?",
        })
      ).outcome,
    ).toBe("rejected");
    expect(await money(client)).toEqual(["9900.00000000", "0"]);
    expect(
      (await client.ask(api.wallet.withdrawalOrder, {})).list.map(({ status, reason }) => [
        status,
        reason,
      ]),
    ).toEqual([
      [2, "To whom?"],
      [1, null],
    ]);
    expect((await ada.tell(calls.review, approve)).status).toBe(300009);
    await stage.expectSound();
  });

  test("a certification is asked for again by field, and its pictures go", async () => {
    const stage = await openDeskStage({ store: await open(), settings: byHand });
    const ada = await stage.operator("ada");
    const user = await stage.venue.user();
    const [front, back] = [
      await pictureId(stage.venue, user, png({ shade: 1 })),
      await pictureId(stage.venue, user, png({ shade: 2 })),
    ];
    await user.ask(api.account.cert, {
      name: "Uma Sample",
      id_number: "X1234567",
      front,
      back,
    });
    const [item] = (await ada.ask(calls.queue, { kind: "cert" })).list;
    expect(item).toMatchObject({
      summary: "Certification of Uma Sample",
      amount: null,
      usdt_value: null,
      needs: 1,
      fields: ["name", "id_number", "front", "back"],
      pictures: [{ id: front }, { id: back }],
    });
    const reject = {
      kind: "cert",
      ref_id: item?.ref_id ?? "",
      action: "reject",
      reason: "It is blurred.",
    } as const;
    expect((await ada.tell(calls.review, { ...reject, fields: ["shoe_size"] })).status).toBe(
      100005,
    );
    expect((await ada.ask(calls.review, { ...reject, fields: ["front"] })).outcome).toBe(
      "rejected",
    );
    expect(await user.ask(api.account.certification, {})).toMatchObject({
      certstatus: 3,
      reasons: { front: "It is blurred." },
    });
    expect(
      (
        await stage.fetch(`${operatorPicturePath}?id=${front}`, {
          headers: { authorization: `Bearer ${ada.token}` },
        })
      ).status,
    ).toBe(404);
    expect((await stage.operate("queue")).said).toEqual(["Nothing is waiting for a review."]);
  });
});

test("the command line reads its words and says what is wrong with them", async () => {
  const stage = await openDeskStage({ settings: byHand });
  const { id, user } = await askRecharge(stage, "500");
  expect((await stage.operate("queue", "recharge")).said[1]).toMatch(
    /^recharge +1 +#1 .+Recharges 500 USDT by TRC20 +- +-$/,
  );
  for (const [words, message] of [
    [["queue", "gifts"], 'A kind is recharge, withdrawal, bank, cert, coin, not "gifts".'],
    [["approve", "recharge", "x"], 'An order is named by its number, not "x".'],
    [["reject", "recharge", id], 'Give the reason, which the user is shown: --reason "…".'],
    [
      ["approve", "recharge", "99"],
      'No recharge 99 is waiting for a review; "queue recharge" lists those that are.',
    ],
    [["approve", "recharge", id, "--amount", "-1"], expect.stringContaining("--amount")],
    [
      ["recharge", "nobody@example.org", "1", "USDT", "x"],
      'There is no account "nobody@example.org".',
    ],
    [["recharge", "#1", "1", "NOPE", "x"], 'There is no currency "NOPE" here.'],
    [
      ["recharge", "#1", "1e3", "USDT", "x"],
      'An amount of USDT is a number above nothing with at most 8 decimals, not "1e3".',
    ],
    [["recharge", "#1", "1", "USDT"], 'Give the reason, which the user is shown: --reason "…".'],
    [
      ["conf", "price", "1", "--reason", "x"],
      'There is no setting "price" to change; "conf" lists those there are.',
    ],
    [
      ["conf", "review", "never", "--reason", "x"],
      'review cannot be "never"; "conf" shows how each is written.',
    ],
    [["totp", "reset", "#1", "--reason", "x"], expect.stringContaining("has no second factor.")],
    [["reset", "nobody"], 'There is no operator "nobody"; "list" names them.'],
  ] as const)
    expect([words, await stage.operate(...words)]).toEqual([words, { code: 2, said: [message] }]);
  expect((await stage.operate("approve", "recharge", id, "--amount", "450")).said).toEqual([
    `The recharge ${id} is approved.`,
  ]);
  expect((await user.ask(api.wallet.payOrder, {})).list[0]).toMatchObject({
    status: 1,
    actual_amount: "450",
  });
});
