import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { userOf } from "../../harness/venue/handler-caller.ts";
import { openStage } from "./contracts-stage.ts";

describeDatabases("adjusting the margin of a position", (open) => {
  test("P1 with 100 more, and without them again: margin, liquidation and bills to the unit", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    expect((await stage.positions(7))[0]).toMatchObject({
      cost_open: "50000.0000",
      entry_value: "50000.0000000000",
      position_margin: "5000.00000000",
      liquidation_price: "45203.42",
      margin_ratio: "0.045000",
      profit_unreal: "0.00000000",
    });
    const more = await stage.margin(7, position, "add", "100");
    expect(more).toMatchObject({ position_margin: "5100.00000000", liquidation_price: "45102.97" });
    expect(await stage.money(7)).toEqual(["875.00000000", "0.00000000", "5100.00000000"]);
    expect((await stage.bills(7)).list[0]).toMatchObject({
      type: 8,
      sub_type: "margin",
      amount: "-100.00000000",
      ref_type: "contract_position",
      ref_id: position,
    });
    const less = await stage.margin(7, position, "remove", "100");
    expect(less).toMatchObject({ position_margin: "5000.00000000", liquidation_price: "45203.42" });
    expect((await stage.bills(7)).list[0]).toMatchObject({
      type: 8,
      sub_type: "margin",
      amount: "100.00000000",
      balance_after: "975.00000000",
    });
    expect(await stage.violations()).toEqual([]);
  });

  test("only what is above the initial margin may be taken, and not what a loss needs", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    await stage.margin(7, position, "add", "100");
    await expect(stage.margin(7, position, "remove", "100.00000001")).rejects.toMatchObject({
      code: 300019,
      data: { max: "100.00000000" },
    });
    stage.source.setPrice("btcusdt", 4_994_000);
    await expect(stage.margin(7, position, "remove", "41")).rejects.toMatchObject({
      code: 300019,
      data: { max: "40.00000000" },
    });
    stage.source.setPrice("btcusdt", 6_000_000);
    await expect(stage.margin(7, position, "remove", "101")).rejects.toMatchObject({
      code: 300019,
      data: { max: "100.00000000" },
    });
    expect((await stage.margin(7, position, "remove", "100")).position_margin).toBe(
      "5000.00000000",
    );
  });

  test("a refusal moves nothing", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    const before = await stage.books();
    await expect(stage.margin(7, position, "add", "975.00000001")).rejects.toMatchObject({
      code: 300008,
      data: { currency: "USDT", needed: "975.00000001", available: "975.00000000" },
    });
    for (const amount of ["0", "0.00000000"])
      await expect(stage.margin(7, position, "add", amount)).rejects.toMatchObject({
        code: 100005,
        data: { field: "amount", decimals: 8 },
      });
    await expect(stage.margin(7, position, "add", "99999999999999999")).rejects.toMatchObject({
      code: 100005,
    });
    for (const id of ["999", "9999999999999999999"])
      await expect(stage.margin(7, id, "add", "1")).rejects.toMatchObject({ code: 300014 });
    await expect(stage.margin(8, position, "add", "1")).rejects.toMatchObject({ code: 300014 });
    await expect(
      stage.margin(userOf(7, { tradeStatus: 0 }), position, "add", "1"),
    ).rejects.toMatchObject({ code: 402 });
    for (const state of ["stale", "halted"] as const) {
      stage.source.setHealth(state);
      await expect(stage.margin(7, position, "add", "1")).rejects.toMatchObject({
        code: 300010,
        data: { reason: state },
      });
    }
    stage.source.setHealth("live");
    await stage.alter(7, position, { lock_reason: "liquidating" });
    await expect(stage.margin(7, position, "add", "1")).rejects.toMatchObject({
      code: 300015,
      data: { reason: "liquidating" },
    });
    await stage.alter(7, position, { lock_reason: null });
    expect(await stage.books()).toEqual(before);
  });

  test("at once: as much as there is, once for each request", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    const id = crypto.randomUUID();
    const same = await Promise.all([
      stage.margin(7, position, "add", "75", id),
      stage.margin(7, position, "add", "75", id),
    ]);
    expect(same[0]).toEqual(same[1]);
    const adds = Array.from({ length: 12 }, () => stage.margin(7, position, "add", "100"));
    const settled = await Promise.allSettled(adds);
    expect(settled.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
    for (const one of settled)
      if (one.status === "rejected") expect(one.reason).toMatchObject({ code: 300008 });
    expect(await stage.money(7)).toEqual(["0.00000000", "0.00000000", "5975.00000000"]);
    const back = await Promise.allSettled(
      Array.from({ length: 12 }, () => stage.margin(7, position, "remove", "100")),
    );
    expect(back.filter(({ status }) => status === "fulfilled")).toHaveLength(9);
    expect(await stage.money(7)).toEqual(["900.00000000", "0.00000000", "5075.00000000"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("margin or kept contracts that do not add up are found", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "6000");
    const position = await stage.hold(7);
    expect(await stage.violations()).toEqual([]);
    await stage.alter(7, position, { margin: 499_999_999_999n, frozen_volume: 1n });
    expect(await stage.violations()).toEqual([
      "margin is the sum of open positions' margins: user:7 USDT",
      `a position keeps as many contracts as waiting orders are to close: ${position}`,
    ]);
  });
});
