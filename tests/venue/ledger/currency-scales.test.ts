import { describe, expect, test } from "vitest";
import { listedScales, openCurrencies } from "../../../venue/ledger/currency-scales.ts";
import { readScales, storeScales } from "../../../venue/ledger/currency-rows.ts";
import { describeDatabasesWhole } from "../../harness/database/databases.ts";
import { now } from "../../harness/venue/ledger-movements.ts";

const market = (base: string, amountPrecision: number, quote = "USDT") => ({
  base,
  quote,
  amountPrecision,
});

describe("the scale of a currency", () => {
  test("is the finest for a quote, and four digits finer than a base is traded, up to that", () => {
    const scales = listedScales([market("SHIB", 0), market("BTC", 3), market("ETH", 6)]);
    expect(Object.fromEntries(scales)).toEqual({ USDT: 8, SHIB: 4, BTC: 7, ETH: 8 });
  });

  test("is the finest of its markets, in whatever order they are listed", () => {
    const markets = [market("BTC", 1), market("ETH", 2, "BTC"), market("ETH", 0)];
    for (const listed of [markets, markets.toReversed()])
      expect(Object.fromEntries(listedScales(listed))).toEqual({ USDT: 8, BTC: 8, ETH: 6 });
  });

  test("is for names of one to twelve capital letters and digits alone", () => {
    const names = ["A", "1INCH", "ABCDEFGHIJKL", "", "ABCDEFGHIJKLM", "btc", "B-T", "BTC ", " BTC"];
    expect([...listedScales(names.map((name) => market(name, 2))).keys()]).toEqual([
      "USDT",
      "A",
      "1INCH",
      "ABCDEFGHIJKL",
    ]);
  });
});

describeDatabasesWhole("the scales that a venue knows", (open) => {
  const source = (...markets: ReturnType<typeof market>[]) => ({ symbols: () => markets });

  test("are those of its markets, stored with the time at which it first knew them", async () => {
    const store = await open();
    const currencies = await openCurrencies(store, source(market("BTC", 3)), now);
    expect([currencies.scaleOf("USDT"), currencies.scaleOf("BTC")]).toEqual([8, 7]);
    expect([currencies.has("BTC"), currencies.has("ETH")]).toEqual([true, false]);
    expect(() => currencies.scaleOf("ETH")).toThrow("no such currency: ETH");
    const rows = await store.read((db) =>
      db.selectFrom("currency").selectAll().orderBy("flag").execute(),
    );
    expect(rows.map(({ flag, created_at }) => [flag, created_at])).toEqual([
      ["BTC", now],
      ["USDT", now],
    ]);
  });

  test("never change, whatever the source says later; new ones are added", async () => {
    const store = await open();
    await openCurrencies(store, source(market("BTC", 3)), now);
    const markets = [market("BTC", 0)];
    const currencies = await openCurrencies(store, { symbols: () => markets }, now + 1);
    expect(currencies.scaleOf("BTC")).toBe(7);
    markets.push(market("DOGE", 1));
    expect(currencies.has("DOGE")).toBe(false);
    await currencies.refresh(now + 2);
    expect([currencies.scaleOf("BTC"), currencies.scaleOf("DOGE")]).toEqual([7, 5]);
    expect(await store.read(readScales)).toEqual([
      { flag: "BTC", scale: 7 },
      { flag: "DOGE", scale: 5 },
      { flag: "USDT", scale: 8 },
    ]);
  });

  test("that another process stored first are taken over", async () => {
    const store = await open();
    const currencies = await openCurrencies(store, source(market("BTC", 3)), now);
    await store.command(({ db }) => storeScales(db, [{ flag: "ETH", scale: 2 }], now));
    await store.command(({ db }) => storeScales(db, [{ flag: "ETH", scale: 6 }], now + 1));
    await store.command(({ db }) => storeScales(db, [], now + 1));
    expect(currencies.has("ETH")).toBe(false);
    const again = await openCurrencies(store, source(market("ETH", 4)), now + 2);
    expect(again.scaleOf("ETH")).toBe(2);
  });

  test("cost nothing where there are no new ones", async () => {
    const store = await open();
    let commands = 0;
    const counted: typeof store = Object.create(store, {
      command: {
        value: (...words: Parameters<typeof store.command>) => {
          commands += 1;
          return store.command(...words);
        },
      },
    });
    const currencies = await openCurrencies(counted, source(market("BTC", 3)), now);
    await currencies.refresh(now + 1);
    expect(commands).toBe(1);
  });
});
