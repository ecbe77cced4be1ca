import { beforeEach, expect, test } from "vitest";
import {
  createHtxCompatibility,
  type HtxCompatibility,
} from "../../../venue/market/htx-compatibility/htx-compatibility.ts";
import type { ContractFigures } from "../../../venue/market/htx-compatibility/contract-figures.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";

let source: FixedSource;
let compatibility: HtxCompatibility;

beforeEach(() => {
  source = new FixedSource();
  compatibility = createHtxCompatibility(source, { now: () => source.now });
});

const get = (path: string) => {
  const [bare = "", search] = path.split("?");
  return compatibility.answer(bare, new URLSearchParams(search), "198.51.100.1");
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

test("tickers have HTX's keys and their own time", async () => {
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
    "ts",
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
  const ranges = "/market/history/candles?symbol=btcusdt&period=1min";
  expect(await ids(`${ranges}&to=199&size=1`)).toEqual([180]);
  expect(await ids(`${ranges}&from=61&to=240&size=2`)).toEqual([180, 120]);
  expect(await ids(`${ranges}&from=61&size=2`)).toEqual([180, 120]);
  // A client that cut the milliseconds off 60.5 s would else miss its second candle.
  expect(await ids(`${ranges}&from=60&size=2`)).toEqual([180, 120, 60]);
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
    data: [{ currency: "btc", assetType: "1", chains: [], instStatus: "normal" }],
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
  source.setMark("btcusdt", 600_000_000);
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
  expect(await get("/linear-swap-api/v1/swap_batch_funding_rate")).toMatchObject({
    data: [{ contract_code: "BTC-USDT", funding_rate: "0.0001" }],
  });
  expect(await get("/linear-swap-api/v1/swap_price_limit?contract_code=BTC-USDT")).toMatchObject({
    data: [{ contract_code: "BTC-USDT", symbol: "BTC", high_limit: 63_000, low_limit: 57_000 }],
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
    "swap_batch_funding_rate",
    "swap_historical_funding_rate",
    "swap_price_limit",
    "swap_adjustfactor",
  ]) {
    expect(await get(`/linear-swap-api/v1/${what}?contract_code=DOGE-USDT`)).toEqual({
      status: "error",
      err_code: 1013,
      err_msg: "This contract symbol doesnt exist.",
      ts: source.now,
    });
  }
  expect(
    await get(
      "/linear-swap-api/v1/swap_historical_funding_rate?contract_code=BTC-USDT&page_size=51",
    ),
  ).toMatchObject({ err_code: 1067 });
  source.setSymbolState("btcusdt", "suspend");
  expect(await get("/linear-swap-api/v1/swap_contract_info")).toMatchObject({
    data: [{ contract_status: 3 }],
  });
});

const figures: ContractFigures = {
  openInterest: async () => new Map([["BTC-USDT", 25n]]),
  openInterestAt: async (_code, { count }) => Array.from({ length: count }, (_, at) => BigInt(at)),
  liquidations: async () => [
    {
      id: 7,
      time: source.now,
      position: "short",
      volume: 3n,
      price: "60100.5",
      turnover: "180.3015",
    },
  ],
};

test("positions, by both generations of paths", async () => {
  compatibility = createHtxCompatibility(source, { now: () => source.now }, figures);
  const now = { contract_code: "BTC-USDT", trade_amount: "0", trade_volume: "0" };
  expect(await get("/v5/market/open_interest?contract_code=btc-usdt")).toMatchObject({
    code: 200,
    data: { ...now, volume: "25", amount: "0.025", value: "1500" },
  });
  expect(await get("/linear-swap-api/v1/swap_open_interest")).toMatchObject({
    status: "ok",
    data: [{ symbol: "BTC", contract_code: "BTC-USDT", volume: 25, amount: 0.025, value: 1500 }],
  });
  expect(
    await get(
      "/linear-swap-api/v1/swap_his_open_interest?contract_code=BTC-USDT&period=4hour&size=3&amount_type=1",
    ),
  ).toMatchObject({
    data: { tick: [{ volume: "2", amount_type: "1" }, { volume: "1" }, { volume: "0" }] },
  });
  expect(await get("/v5/market/liquidation_orders?contract_code=BTC-USDT")).toMatchObject({
    data: [
      {
        id: "7",
        liquidation_time: String(source.now),
        side: "buy",
        position_side: "short",
        volume: "3",
        amount: "0.003",
        bankrupt_price: "60100.5",
        trade_turnover: "180.3015",
      },
    ],
  });
  expect(
    await get("/linear-swap-api/v3/swap_liquidation_orders?contract_code=BTC-USDT"),
  ).toMatchObject({ code: 200, data: [{ direction: "buy", offset: "close", price: 60_100.5 }] });
});

test.each([
  ["funding_rate", 1066],
  ["funding_rate?contract_code=NO-USDT", 1013],
  ["funding_rate_history?contract_code=BTC-USDT&limit=200", 1067],
  ["funding_rate_history?contract_code=BTC-USDT&from=12", 1067],
  ["open_interest?contract_code=BTC-USDT", "system-maintenance"],
])("/v5/market/%s is refused with a code", async (path, code) => {
  expect(await get(`/v5/market/${path}`)).toMatchObject({ code, data: null, ts: source.now });
});

test("the best quotes and last trades of all contracts", async () => {
  source.addTrade("btcusdt", { price: 6_000_000, amount: 2500, direction: "sell" });
  const { ts } = source.ticker("btcusdt") ?? {};
  expect(await get("/linear-swap-ex/market/bbo")).toEqual({
    status: "ok",
    ts,
    ticks: [
      {
        contract_code: "BTC-USDT",
        business_type: "swap",
        mrid: ts,
        bid: [59_999.99, 1000],
        ask: [60_000.01, 1000],
        ts,
      },
    ],
  });
  expect(await get("/linear-swap-ex/market/trade")).toMatchObject({
    ch: "market.*.trade.detail",
    tick: {
      data: [
        {
          contract_code: "BTC-USDT",
          price: "60000",
          amount: "2.5",
          quantity: "0.0025",
          trade_turnover: "150",
          direction: "sell",
        },
      ],
    },
  });
  expect(await get("/linear-swap-ex/market/detail/batch_merged?business_type=futures")).toEqual({
    status: "ok",
    ticks: [],
    ts: source.now,
  });
});
