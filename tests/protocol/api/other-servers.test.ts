/** What the client takes from a server that knows the specification alone, or writes as PHP does. */
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { listOf } from "#protocol/api/endpoint.ts";
import { moneyRequest } from "#protocol/api/recharge.ts";

const taken = (schema: v.GenericSchema, value: unknown) => {
  const result = v.safeParse(schema, value);
  return result.success ? result.output : undefined;
};

describe("tickers", () => {
  const element = {
    open: 100,
    close: 103,
    low: 99,
    high: 104,
    amount: 5,
    vol: 500,
    count: 7,
    bid: 102,
    bidSize: 1,
    ask: 104,
    askSize: 1,
  };
  const read = (row: Record<string, unknown>) =>
    (
      taken(api.market.mergedTickerRank.data, [{ ...element, ...row }]) as Record<string, unknown>[]
    )?.[0];

  test("of HTX get their currencies from the name, and their change from the prices", () => {
    expect(read({ symbol: "btcusdt" })).toMatchObject({ base: "BTC", quote: "USDT", ts: 0 });
    expect(read({ symbol: "btcusdt" })?.["change"]).toBeCloseTo(0.03, 12);
    expect(read({ symbol: "ethbtc" })).toMatchObject({ base: "ETH", quote: "BTC" });
    expect(read({ symbol: "btcusd" })).toMatchObject({ base: "BTC", quote: "USD" });
    expect(read({ symbol: "unheard" })).toMatchObject({ base: "UNHEARD", quote: "" });
    expect(read({ symbol: "btcusdt", count: undefined })).toMatchObject({ count: 0 });
  });

  test("keep what they say themselves", () => {
    const own = { symbol: "btcusdt", base: "XBT", quote: "Tether", change: -0.5, ts: 9 };
    expect(read(own)).toMatchObject({ base: "XBT", quote: "Tether", change: -0.5, ts: 9 });
    expect(read({ symbol: "btcusdt", base: "XBT" })).toMatchObject({ base: "XBT", quote: "USDT" });
    expect(read({ symbol: "btcusdt", quote: "USD" })).toMatchObject({ base: "BTC", quote: "USD" });
  });

  test("of a market that opened at nothing have not changed", () => {
    expect(read({ symbol: "btcusdt", open: 0 })?.["change"]).toBe(0);
  });

  test("without a name are none", () => {
    expect(read({ symbol: 7 })).toBeUndefined();
    expect(taken(api.market.mergedTickerRank.data, ["btcusdt"])).toBeUndefined();
  });
});

test("a flag may be a number, a text of one, or true", () => {
  const read = (status: unknown) =>
    (
      taken(api.platform.language.data, [{ title: "FR", status, isdefault: status }]) as
        | { status: number; isdefault: number }[]
        | undefined
    )?.[0]?.status;
  expect([1, "1", true, 0, "0", false, "-1", "123456789"].map(read)).toEqual([
    1, 1, 1, 0, 0, 0, -1, 123456789,
  ]);
  expect(["", "x1", "1x", "1234567890", "1.5", null, Infinity, {}].map(read)).toEqual(
    Array(8).fill(undefined),
  );
});

test("currencies come by flag, with or without a frame around them", () => {
  const read = (value: unknown) =>
    (
      taken(api.platform.currencyConf.data, value) as
        | { currencyConf: Record<string, unknown> }
        | undefined
    )?.currencyConf;
  expect(read({ currencyConf: { BTC: { name: "Bitcoin" } } })).toMatchObject({
    BTC: { flag: "BTC", name: "Bitcoin", scale: 8 },
  });
  expect(read({ BTC: {}, note: "x", usdt: {} })).toMatchObject({
    BTC: { flag: "BTC", name: "BTC" },
  });
  expect(Object.keys(read({ BTC: {}, note: "x", usdt: {} }) ?? {})).toEqual(["BTC"]);
  expect(Object.keys(read({ currencyConf: { BTC: {}, ETH: 5 } }) ?? {})).toEqual(["BTC"]);
  expect(read({ currencyConf: { T: { flag: "Tether" } } })).toMatchObject({
    T: { flag: "Tether", name: "Tether" },
  });
  expect(read({})).toEqual({});
  expect(read({ note: "no currencies" })).toBeUndefined();
  expect(read("none")).toBeUndefined();
});

test("a list of records may come without its page", () => {
  const rows = listOf(v.number());
  expect(taken(rows, [1, 2, 3])).toEqual({ list: [1, 2, 3], total: 3, page: 1, size: 3 });
  expect(taken(rows, { list: [1, 2] })).toEqual({ list: [1, 2], total: 2, page: 1, size: 2 });
  expect(taken(rows, { list: [1], total: 9, page: 2, size: 1 })).toEqual({
    list: [1],
    total: 9,
    page: 2,
    size: 1,
  });
  expect([taken(rows, { list: 5 }), taken(rows, "x"), taken(rows, null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test("saved bank cards may come as a list or within one", () => {
  const { data } = api.wallet.banks;
  expect(taken(data, [])).toEqual([]);
  expect(taken(data, { list: [] })).toEqual([]);
  expect(taken(data, { list: 5 })).toBeUndefined();
});

test("a state of a request that this build does not know is shown as unknown", () => {
  const read = (status: unknown) =>
    (taken(moneyRequest.status, status) as number | undefined) ?? "refused";
  expect([0, 1, 2, 3, -1, 9, 0.5].map(read)).toEqual([0, 1, 2, 9, 9, 9, 9]);
  expect(read("1")).toBe("refused");
});

test("a picture is its bytes with a name and a type that this app shows", () => {
  const read = (value: unknown) => taken(api.upload.pictureFile.data, value) !== undefined;
  const picture = { mime: "image/png", name: "a.png", bytes: new Uint8Array(1) };
  expect(read(picture)).toBe(true);
  expect(read({ ...picture, mime: "image/svg+xml" })).toBe(false);
  expect(read({ ...picture, bytes: [1] })).toBe(false);
  expect(read({ ...picture, name: 5 })).toBe(false);
  expect([read(null), read("x")]).toEqual([false, false]);
});

const someUuid = "6f0c3bdc-6c3a-4f43-9d2c-4d3a1e4a2b11";
test.each([
  ["coin order", api.spot.coinOrder.request],
  ["contract order", api.contracts.contractOrder.request],
])("a %s is asked for by one of its two names", (_what, request) => {
  expect(taken(request, { id: "5" })).toEqual({ id: "5" });
  expect(taken(request, { client_order_id: someUuid })).toEqual({ client_order_id: someUuid });
  expect(taken(request, {})).toBeUndefined();
  expect(taken(request, { id: "5", client_order_id: someUuid })).toBeUndefined();
});

test("triggers belong to a position or to an order", () => {
  const read = (of: Record<string, string>) =>
    taken(api.contracts.contractSetTpsl.request, {
      ...of,
      tp_trigger_price: "5",
      sl_trigger_price: null,
    }) !== undefined;
  expect(read({ position_id: "1" })).toBe(true);
  expect(read({ order_id: "1" })).toBe(true);
  expect(read({})).toBe(false);
  expect(read({ position_id: "1", order_id: "1" })).toBe(false);
});
