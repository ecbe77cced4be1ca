import { expect, test } from "vitest";
import { listedScales, openCurrencies } from "../../../venue/ledger/currency-scales.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { btcusdt, dogeusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import { openStage } from "../spot/spot-stage.ts";

describeDatabases("the wallet", (open) => {
  test("shows every currency listed or owned, what it is doing and what it is worth", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000.5");
    await stage.fund(7, "BTC", "0.12345678");
    stage.source.setPrice("btcusdt", 6_000_001);
    stage.source.setTicker("dogeusdt", { close: 0 });
    await stage.place(7, { side: "sell", amount: "0.1" });
    await stage.place(7, { side: "buy", value: "100" });
    expect(await stage.wallet(7)).toEqual([
      {
        flag: "USDT",
        balance: 900.5,
        balance_str: "900.50000000",
        frozen: "100",
        margin: "0",
        stake: "0",
        total: "1000.5",
        usdt_value: "1000.5",
      },
      // 0.12345678 at 60000.01 is 7407.4080345678: rounded down.
      {
        flag: "BTC",
        balance: 0.02345678,
        balance_str: "0.02345678",
        frozen: "0.1",
        margin: "0",
        stake: "0",
        total: "0.12345678",
        usdt_value: "7407.40803456",
      },
      {
        flag: "DOGE",
        balance: 0,
        balance_str: "0.000000",
        frozen: "0",
        margin: "0",
        stake: "0",
        total: "0",
        usdt_value: null,
      },
      {
        flag: "PEPE",
        balance: 0,
        balance_str: "0.0000",
        frozen: "0",
        margin: "0",
        stake: "0",
        total: "0",
        usdt_value: "0",
      },
    ]);
    expect((await stage.wallet(8)).map(({ flag, total }) => [flag, total])).toEqual([
      ["USDT", "0"],
      ["BTC", "0"],
      ["DOGE", "0"],
      ["PEPE", "0"],
    ]);
    stage.source.setUnavailable(true);
    expect(
      (await stage.wallet(7)).map(({ flag, total, usdt_value }) => [flag, total, usdt_value]),
    ).toEqual([
      ["USDT", "1000.5", "1000.5"],
      ["BTC", "0.12345678", null],
    ]);
  });

  test("bills are every change of what is available, newest first, by currency, type and time", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    await stage.fund(8, "USDT", "5");
    await stage.place(7, { side: "buy", value: "600" });
    await stage.show(1000, { btcusdt: { asks: [[6_000_000, 5000]] } });
    const all = await stage.bills(7);
    expect(
      all.list.map(({ flag, type, sub_type, amount, balance_after }) => [
        flag,
        type,
        sub_type,
        amount,
        balance_after,
      ]),
    ).toEqual([
      ["USDT", 6, "buy", "300.00000000", "700.00000000"],
      ["BTC", 5, "buy", "0.00499000", "0.00499000"],
      ["USDT", 5, "buy", "-600.00000000", "400.00000000"],
      ["USDT", 1, "", "1000.00000000", "1000.00000000"],
    ]);
    expect(all).toMatchObject({ total: 4, page: 1, size: 20 });
    const ids = async (query: Parameters<typeof stage.bills>[1]) =>
      (await stage.bills(7, query)).list.map((bill) => bill.id);
    const [release, fill, placed, recharge] = all.list.map((bill) => bill.id);
    expect(await ids({ flag: "BTC" })).toEqual([fill]);
    expect(await ids({ type: "5" })).toEqual([fill, placed]);
    expect(await ids({ type: "1,6" })).toEqual([release, recharge]);
    expect(await ids({ end_time: stage.source.started, type: "5" })).toEqual([placed]);
    expect(await ids({ start_time: stage.source.started + 1 })).toEqual([release, fill, recharge]);
    expect(await ids({ size: 1, page: 2 })).toEqual([fill]);
    await expect(stage.bills(7, { flag: "NOPE" })).rejects.toMatchObject({ code: 300018 });
    expect((await stage.bills(9)).list).toEqual([]);
  });

  test("a scale once kept stays, whatever the market lists later", async () => {
    const store = await open();
    const source = new FixedSource([dogeusdt]);
    await openStage(store, source);
    const finer = new FixedSource([{ ...dogeusdt, amountPrecision: 5 }, btcusdt]);
    const currencies = await openCurrencies(store, finer, 0);
    expect([
      currencies.scaleOf("DOGE"),
      currencies.scaleOf("BTC"),
      currencies.scaleOf("USDT"),
    ]).toEqual([6, 8, 8]);
    const without = await openCurrencies(store, new FixedSource([]), 0);
    expect([without.scaleOf("DOGE"), without.has("NOPE")]).toEqual([6, false]);
    expect(() => without.scaleOf("NOPE")).toThrow("NOPE");
  });

  test("a currency listed while the venue runs is taken in by a refresh", async () => {
    const specs = [btcusdt];
    const currencies = await openCurrencies(
      (await openStage(await open(), new FixedSource([btcusdt]))).store,
      { symbols: () => specs },
      0,
    );
    specs.push(dogeusdt);
    expect(currencies.has("DOGE")).toBe(false);
    await currencies.refresh(1);
    expect(currencies.scaleOf("DOGE")).toBe(6);
  });
});

test("coins counted in whole pieces keep fewer decimals, so that 64 bits hold them; the finest part wins", () => {
  const specs = [
    { ...btcusdt, base: "PEPE", amountPrecision: 0 },
    { ...btcusdt, base: "ETH", quote: "PEPE" },
    { ...btcusdt, base: "SHIB", amountPrecision: 0 },
  ];
  expect(Object.fromEntries(listedScales(specs))).toEqual({ USDT: 8, PEPE: 8, ETH: 8, SHIB: 4 });
});
