import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { openStage } from "./contracts-stage.ts";

const allowed = [1, 2, 3, 5, 10, 20, 50, 75, 100, 125];

describeDatabases("the leverage of a contract", (open) => {
  test("begins at ten and is changed for one contract of one user", async () => {
    const stage = await openStage(await open());
    expect(await stage.leverage(7)).toEqual({ lever_rate: 10, max: 125, risk_ack: 0 });
    expect(await stage.setLeverage(7, 20)).toEqual({ lever_rate: 20, max: 125 });
    expect([
      (await stage.leverage(7)).lever_rate,
      (await stage.leverage(7, "ETH-USDT")).lever_rate,
      (await stage.leverage(8)).lever_rate,
    ]).toEqual([20, 10, 10]);
    await stage.ackRisk(7);
    for (const leverage of allowed)
      expect((await stage.setLeverage(7, leverage, "btc-usdt")).lever_rate).toBe(leverage);
  });

  test("is refused by name", async () => {
    const stage = await openStage(await open());
    for (const leverage of [0, -1, 4, 21, 126, 9_007_199_254_740_991])
      await expect(stage.setLeverage(7, leverage)).rejects.toMatchObject({
        code: 300012,
        data: { allowed },
      });
    for (const leverage of [50, 75, 100, 125])
      await expect(stage.setLeverage(7, leverage)).rejects.toMatchObject({
        code: 300013,
        data: { ack: 1, max: 20 },
      });
    for (const code of ["NOPE-USDT", "SOL-USDT"]) {
      await expect(stage.setLeverage(7, 5, code)).rejects.toMatchObject({ code: 300018 });
      await expect(stage.leverage(7, code)).rejects.toMatchObject({ code: 300018 });
    }
    expect(await stage.leverage(7)).toEqual({ lever_rate: 10, max: 125, risk_ack: 0 });
  });

  test("stays while an order or a position stands, and the highest is that of their tier", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "100000");
    const { id } = await stage.place(7, {
      direction: "buy",
      order_type: "limit",
      price: "49000",
      lever_rate: 5,
    });
    await expect(stage.setLeverage(7, 10)).rejects.toMatchObject({
      code: 300015,
      data: { reason: "orders", lever_rate: 5 },
    });
    expect((await stage.setLeverage(7, 5)).lever_rate).toBe(5);
    expect((await stage.setLeverage(7, 20, "ETH-USDT")).lever_rate).toBe(20);
    await stage.hold(7, { leverage: 5, volume: 1100n });
    await expect(stage.setLeverage(7, 10)).rejects.toMatchObject({
      code: 300015,
      data: { reason: "position", lever_rate: 5 },
    });
    expect((await stage.leverage(7)).max).toBe(100);
    await stage.cancel(7, id);
    await expect(stage.setLeverage(7, 10)).rejects.toMatchObject({
      code: 300015,
      data: { reason: "position" },
    });
  });
});
