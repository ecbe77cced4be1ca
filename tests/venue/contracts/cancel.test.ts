import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { openStage } from "./contracts-stage.ts";

const limit = { direction: "buy", order_type: "limit", price: "49000" } as const;

describeDatabases("cancelling contract orders", (open) => {
  test("gives back every unit, with one bill", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "100");
    const { id } = await stage.place(7, limit);
    const over = await stage.cancel(userOf(7, { tradeStatus: 0 }), id);
    expect(over).toMatchObject({
      id,
      status: 7,
      reason: null,
      margin_frozen: "0.00000000",
      finish_time: stage.source.now,
    });
    expect(await stage.money(7)).toEqual(["100.00000000", "0.00000000", "0.00000000"]);
    expect((await stage.bills(7, { type: "9" })).list).toMatchObject([
      { sub_type: "open", amount: "49.24500000", ref_type: "contract_order", ref_id: id },
    ]);
    expect((await stage.orders(7, { status: 1 })).list).toEqual([over]);
    await expect(stage.cancel(7, id)).rejects.toMatchObject({ code: 300009, data: { status: 7 } });
    for (const [user, order] of [
      [8, id],
      [7, "999"],
      [7, "9999999999999999999"],
    ] as const)
      await expect(stage.cancel(user, order)).rejects.toMatchObject({ code: 300014 });
    expect(await stage.violations()).toEqual([]);
  });

  test("of a close sets its contracts free, whatever the market does", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    const [one, two] = [
      await stage.close(7, position, 400, { order_type: "limit", price: "51000" }),
      await stage.close(7, position, 600),
    ];
    stage.source.setHealth("halted");
    const reported: unknown[] = [];
    stage.bus.onNotify(
      ({ topic, event, data }) =>
        topic === "user.contract" && reported.push([event, (data as { id: string }).id]),
    );
    expect((await stage.cancel(7, one.order.id)).status).toBe(7);
    expect(reported).toEqual([
      ["order", one.order.id],
      ["position", position],
    ]);
    expect((await stage.positions(7))[0]).toMatchObject({
      available: 400,
      frozen: 600,
      mark_price: null,
      profit_unreal: null,
      margin_ratio: null,
      liquidation_price: "45203.42",
    });
    await stage.cancel(7, two.order.id);
    expect((await stage.positions(7))[0]).toMatchObject({ available: 1000, frozen: 0 });
    expect(await stage.violations()).toEqual([]);
  });

  test("all at once: of one contract or of every one, only one's own", async () => {
    const stage = await openStage(await open());
    for (const user of [7, 8]) await stage.fund(user, "10000");
    const position = await stage.hold(7);
    const bitcoin = [
      (await stage.place(7, limit)).id,
      (await stage.close(7, position, 1)).order.id,
    ];
    const ether = (await stage.place(7, { ...limit, contract_code: "ETH-USDT", price: "1990" })).id;
    const other = (await stage.place(8, limit)).id;
    const [first = "", second = ""] = bitcoin;
    // Those that were chosen, and of those only one's own.
    expect(await stage.cancelAll(7, undefined, [second, other, "999"])).toEqual([second]);
    expect(await stage.cancelAll(7, "ETH-USDT", [first])).toEqual([]);
    expect(await stage.cancelAll(7, "BTC-USDT")).toEqual([first]);
    expect(await stage.cancelAll(7)).toEqual([ether]);
    expect(await stage.cancelAll(7)).toEqual([]);
    expect((await stage.order(8, { id: other })).status).toBe(3);
    expect((await stage.money(7)).slice(1)).toEqual(["0.00000000", "5000.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("cancels among themselves: each order ends once", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "10000");
    const position = await stage.hold(7);
    for (let round = 0; round < 8; round++) {
      const ids: string[] = [];
      for (let at = 0; at < 3; at++)
        ids.push((await stage.place(7, limit)).id, (await stage.close(7, position, 10)).order.id);
      const done: string[] = [];
      const calls = [
        ...ids.flatMap((id) =>
          [0, 1].map(() => async () => void done.push((await stage.cancel(7, id)).id)),
        ),
        async () => void done.push(...(await stage.cancelAll(7))),
        async () => void done.push(...(await stage.cancelAll(7, "BTC-USDT"))),
      ];
      const at = (round * 3) % calls.length;
      const settled = await Promise.allSettled(
        [...calls.slice(at), ...calls.slice(0, at)].map((call) => call()),
      );
      for (const one of settled)
        if (one.status === "rejected") expect(one.reason).toMatchObject({ code: 300009 });
      expect(done.toSorted((a, b) => Number(a) - Number(b))).toEqual(ids);
      expect((await stage.money(7))[1]).toBe("0.00000000");
    }
    expect(await stage.violations()).toEqual([]);
  });
});
