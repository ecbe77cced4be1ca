import { beforeEach, expect, test } from "vitest";
import {
  createHtxCompatibility,
  type HtxCompatibility,
} from "../../../venue/market/htx-compatibility/htx-compatibility.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";

let source: FixedSource;
let compatibility: HtxCompatibility;

beforeEach(() => {
  source = new FixedSource();
  compatibility = createHtxCompatibility(source, { now: () => source.now });
});

const get = (path: string) => {
  const [bare = "", search] = path.split("?");
  return compatibility.answer(bare, new URLSearchParams(search));
};

const candle = (id: number) => ({
  id,
  open: 100,
  high: 120,
  low: 90,
  close: 110,
  amount: 1_500_000,
  vol: 150_000_000,
  count: 3,
});

test("tickers have HTX's keys and no other", async () => {
  const body = await get("/market/tickers");
  expect(body).toMatchObject({
    status: "ok",
    ts: source.now,
    data: [
      { symbol: "btcusdt", close: 60_000, bid: 59_999.99, askSize: 1 },
      { symbol: "dogeusdt" },
    ],
  });
  expect(Object.keys((body as { data: object[] }).data[0] ?? {})).toEqual([
    "symbol",
    "open",
    "high",
    "low",
    "close",
    "amount",
    "vol",
    "count",
    "bid",
    "bidSize",
    "ask",
    "askSize",
  ]);
});

test("details are ticks, merged with the best quotes", async () => {
  expect(await get("/market/detail/merged?symbol=BTCUSDT")).toMatchObject({
    status: "ok",
    ch: "market.btcusdt.detail.merged",
    tick: { close: 60_000, bid: [59_999.99, 1], ask: [60_000.01, 1] },
  });
  expect(await get("/market/detail?symbol=btcusdt")).not.toHaveProperty("tick.bid");
});

test("candles are newest first, by size or by range", async () => {
  source.setCandles("btcusdt", "1min", [60, 120, 180, 240].map(candle));
  const ids = async (path: string) =>
    ((await get(path)) as { data: { id: number }[] }).data.map(({ id }) => id);
  expect(await ids("/market/history/kline?symbol=btcusdt&period=1min&size=2")).toEqual([240, 180]);
  expect(await ids("/market/history/candles?symbol=btcusdt&period=1min&from=60&to=180")).toEqual([
    180, 120, 60,
  ]);
  expect(
    await ids("/market/history/candles?symbol=btcusdt&period=1min&from=0&to=199&size=1"),
  ).toEqual([180]);
  expect(await get("/market/history/kline?symbol=btcusdt&period=1min&size=1")).toMatchObject({
    ch: "market.btcusdt.kline.1min",
    data: [{ id: 240, open: 1, close: 1.1, low: 0.9, high: 1.2, amount: 1.5, vol: 1.5, count: 3 }],
  });
});

test("books and trades", async () => {
  source.setBook("btcusdt", {
    bids: [
      [6_000_009, 1_000_000],
      [6_000_001, 1_000_000],
    ],
  });
  expect(await get("/market/depth?symbol=btcusdt&type=step1&depth=5")).toMatchObject({
    ch: "market.btcusdt.depth.step1",
    tick: { version: 2, bids: [[60_000, 2]] },
  });
  expect(await get("/market/trade?symbol=btcusdt")).toMatchObject({ tick: null });
  source.addTrade("btcusdt", { price: 5, amount: 2_000_000 });
  source.addTrade("btcusdt", { price: 6, amount: 1_000_000, direction: "sell" });
  expect(await get("/market/trade?symbol=btcusdt")).toMatchObject({
    ch: "market.btcusdt.trade.detail",
    tick: { data: [{ price: 0.06, amount: 1, direction: "sell" }] },
  });
  expect(await get("/market/history/trade?symbol=btcusdt&size=2")).toMatchObject({
    data: [{ data: [{ price: 0.06 }] }, { data: [{ price: 0.05 }] }],
  });
});

test("references", async () => {
  expect(await get("/v1/common/timestamp")).toEqual({ status: "ok", data: source.now });
  expect(await get("/v1/common/currencys")).toEqual({
    status: "ok",
    data: ["btc", "doge", "usdt"],
  });
  const symbols = (await get("/v1/common/symbols")) as { data: object[] };
  expect(symbols.data[0]).toMatchObject({
    "base-currency": "btc",
    "price-precision": 2,
    "limit-order-min-order-amt": 0.000001,
    state: "online",
  });
  expect(symbols.data[0]).not.toHaveProperty("contract");
  expect(await get("/v1/settings/common/market-symbols?symbols=dogeusdt")).toMatchObject({
    full: 0,
    data: [{ symbol: "dogeusdt", bc: "doge", qc: "usdt", pp: 6, ap: 2, minov: 5, minoa: 0.01 }],
  });
  expect(await get("/v2/reference/currencies?currency=BTC")).toEqual({
    code: 200,
    data: [{ currency: "btc", chains: [], instStatus: "normal" }],
  });
});

test.each([
  ["/market/history/kline?symbol=btcusdt&period=2min", "invalid-parameter", "invalid period"],
  [
    "/market/history/kline?symbol=btcusdt&period=1min&size=2001",
    "bad-request",
    "invalid size, valid range: [1,2000]",
  ],
  [
    "/market/history/kline?symbol=btcusdt&period=1min&size=-1",
    "bad-request",
    "invalid size, valid range: [1,2000]",
  ],
  ["/market/detail/merged?symbol=nousdt", "invalid-parameter", "invalid symbol"],
  ["/market/detail/merged", "invalid-parameter", "invalid symbol"],
  ["/market/depth?symbol=btcusdt&type=step6", "invalid-parameter", "invalid type"],
])("%s is refused in HTX's words", async (path, code, message) => {
  expect(await get(path)).toEqual({
    ts: source.now,
    status: "error",
    "err-code": code,
    "err-msg": message,
  });
});

test("other paths are none of ours, and a source out of reach is said", async () => {
  for (const path of ["/market", "/constructor", "/v1/account/accounts"])
    expect(await get(path)).toBeUndefined();
  source.setUnavailable(true);
  expect(await get("/market/tickers")).toMatchObject({
    status: "error",
    "err-code": "system-maintenance",
  });
});

test("contracts, by HTX's linear-swap paths", async () => {
  source.setFunding({
    contractCode: "BTC-USDT",
    fundingRate: "0.0001",
    estimatedRate: "0.0002",
    realizedRate: "0.0001",
    fundingTime: 1,
    nextFundingTime: 28_800_001,
    indexPrice: "1",
    markPrice: "1",
    lastPrice: "1",
    ts: 1,
  });
  source.setIndex("btcusdt", source.now / 1000, [600_012_345]);
  expect(await get("/linear-swap-api/v1/swap_contract_info")).toMatchObject({
    status: "ok",
    data: [
      {
        contract_code: "BTC-USDT",
        symbol: "BTC",
        contract_size: 0.001,
        price_tick: 0.01,
        contract_status: 1,
        business_type: "swap",
      },
    ],
  });
  expect(await get("/linear-swap-api/v1/swap_index?contract_code=btc-usdt")).toMatchObject({
    data: [{ contract_code: "BTC-USDT", index_price: 60_001.2345 }],
  });
  expect(await get("/linear-swap-api/v1/swap_funding_rate?contract_code=BTC-USDT")).toMatchObject({
    data: {
      contract_code: "BTC-USDT",
      funding_rate: "0.0001",
      estimated_rate: "0.0002",
      funding_time: "1",
      next_funding_time: "28800001",
    },
  });
  source.addFundingSettled({
    contractCode: "BTC-USDT",
    fundingRate: "0.0001",
    realizedRate: "0.0001",
    fundingTime: 5,
  });
  expect(
    await get(
      "/linear-swap-api/v1/swap_historical_funding_rate?contract_code=BTC-USDT&page_index=1&page_size=50",
    ),
  ).toMatchObject({
    data: { total_size: 1, total_page: 1, data: [{ funding_rate: "0.0001", funding_time: "5" }] },
  });
  for (const what of [
    "swap_contract_info",
    "swap_index",
    "swap_funding_rate",
    "swap_historical_funding_rate",
  ]) {
    expect(await get(`/linear-swap-api/v1/${what}?contract_code=DOGE-USDT`)).toMatchObject({
      status: "error",
      "err-code": "invalid-parameter",
      "err-msg": "invalid contract_code",
    });
  }
  expect(
    await get(
      "/linear-swap-api/v1/swap_historical_funding_rate?contract_code=BTC-USDT&page_size=51",
    ),
  ).toMatchObject({ "err-code": "bad-request" });
  source.setSymbolState("btcusdt", "suspend");
  expect(await get("/linear-swap-api/v1/swap_contract_info")).toMatchObject({
    data: [{ contract_status: 3 }],
  });
});
