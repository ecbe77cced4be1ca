import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { endpoint, listOf } from "#protocol/api/endpoint.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { platformEndpoints } from "#protocol/api/platform.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { readData } from "../../../src/api/read-data.ts";

const list = endpoint({
  method: "GET",
  path: "/api/test/list",
  access: "user",
  refusals: [],
  summary: "",
  request: v.object({}),
  data: listOf(v.object({ id: v.string(), note: v.optional(v.string(), "") })),
});

describe("one bad row", () => {
  test("is left out and counted; the others stay", () => {
    const read = readData(list, {
      list: [{ id: "1" }, { id: 2 }, null, { id: "4" }],
      total: 4,
      page: 1,
      size: 20,
    });
    expect(read).toEqual({
      output: {
        list: [
          { id: "1", note: "" },
          { id: "4", note: "" },
        ],
        total: 4,
        page: 1,
        size: 20,
      },
      left: 2,
    });
  });

  test("of something that is somebody's own is never half read", () => {
    const read = readData(list, { list: [{ id: "1", note: 7 }] });
    expect(read).toMatchObject({ output: { list: [] }, left: 1 });
  });

  test("a fault outside any list makes the answer unreadable", () => {
    expect(readData(list, { list: "none" })).toHaveProperty("issues");
    expect(readData(sessionEndpoints.login, { player: { id: 1 } })).toHaveProperty("issues");
  });
});

test("a level of a book goes whole: no quantity moves up into the place of its price", () => {
  const tick = {
    version: 1,
    ts: 1,
    bids: [
      ["x", 5, 7],
      [9, 1],
      [8, null],
      [7, 2],
    ],
    asks: [[10, 1]],
  };
  const read = readData(marketEndpoints.depth, { ch: "market.btcusdt.depth.step0", ts: 1, tick });
  expect(read).toMatchObject({
    output: {
      tick: {
        bids: [
          [9, 1],
          [7, 2],
        ],
        asks: [[10, 1]],
      },
    },
    left: 2,
  });
});

test("a balance that cannot be read stands there as unread, under its name where it has one", () => {
  const read = readData(walletEndpoints.walletBalance, {
    balances: [
      { flag: "USDT", balance: 5 },
      { flag: "BTC", balance: "NaN" },
      null,
      { flag: "ETH", balance: 1, frozen: [] },
    ],
  });
  if ("issues" in read) throw new Error("unreadable");
  expect(read.left).toBe(0);
  expect(read.output.balances.map(({ flag, unread }) => [flag, unread === true])).toEqual([
    ["USDT", false],
    ["BTC", true],
    ["?", true],
    ["ETH", true],
  ]);
  // What this device kept of it still says so.
  expect(readData(walletEndpoints.walletBalance, read.output)).toEqual(read);
});

test("a bad field of public facts counts as missing", () => {
  const read = readData(platformEndpoints.platBase, {
    platformbase: { name: "Reef", reg: { email: "yes" }, welcome: { USDT: [] } },
    secondContractConf: {},
  });
  expect(read).toMatchObject({
    left: 0,
    output: { platformbase: { name: "Reef", paper: true, welcome: {} } },
  });
});

describe("answers of a server that knows the specification alone", () => {
  test("a bare list is one page", () => {
    expect(readData(list, [{ id: "1" }])).toMatchObject({
      output: { list: [{ id: "1" }], total: 1, page: 1 },
    });
    expect(readData(walletEndpoints.tradeRecord, { list: [] })).toMatchObject({
      output: { list: [], total: 0 },
    });
  });

  test("a balance has flag and balance", () => {
    const read = readData(walletEndpoints.walletBalance, {
      balances: [
        { flag: "USDT", balance: 1000.5 },
        { flag: "BTC", balance: "0.1" },
      ],
    });
    expect(read).toMatchObject({
      output: {
        balances: [
          { balance: 1000.5, balance_str: "1000.5", frozen: "0" },
          { balance: 0.1, balance_str: "0.1" },
        ],
      },
    });
  });

  test("a map of currencies stands alone, and its key is the flag", () => {
    expect(
      readData(platformEndpoints.currencyConf, { BTC: { price_precision: 1 }, ETH: 3 }),
    ).toMatchObject({
      output: { currencyConf: { BTC: { flag: "BTC", name: "BTC", scale: 8, price_precision: 1 } } },
      left: 0,
    });
  });

  test("a ticker is HTX's own element", () => {
    const row = {
      symbol: "ethusdt",
      open: 100,
      high: 1,
      low: 1,
      close: 110,
      amount: 1,
      vol: 1,
      count: 1,
      bid: 1,
      bidSize: 1,
      ask: 1,
      askSize: 1,
    };
    expect(readData(marketEndpoints.mergedTickerRank, [row])).toMatchObject({
      output: [{ base: "ETH", quote: "USDT", change: expect.closeTo(0.1) }],
    });
  });

  test.each([undefined, null, true, "ok", []])("a write answered with %j is done", (data) => {
    expect(readData(sessionEndpoints.reg, data)).toMatchObject({ left: 0 });
    expect(readData(walletEndpoints.setWpass, data)).toMatchObject({ output: { held_until: 0 } });
    expect(readData(marketEndpoints.setCollect, data)).toMatchObject({ output: [] });
  });
});

test("a balance that came as decimal text keeps its last digit", () => {
  const read = readData(walletEndpoints.walletBalance, {
    balances: [{ flag: "USDT", balance: "123456789012345.12345678" }],
  });
  if ("issues" in read) throw new Error("unreadable");
  expect(read.output.balances[0]).toMatchObject({ balance_str: "123456789012345.12345678" });
});
