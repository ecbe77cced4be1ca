import { expect, test } from "vitest";
import { billTypes } from "#protocol/api/wallet.ts";
import {
  feesByRole,
  filledShare,
  leftOf,
  movedBy,
  setAside,
  setAsideInAll,
  worthAt,
} from "../../../../src/features/spot/orders/order-figures.ts";
import {
  amendPrefill,
  draggedPrefill,
  mayAmend,
  repeatPrefill,
} from "../../../../src/features/spot/orders/ticket-prefill.ts";
import { ownFills } from "../../../../src/features/spot/orders/use-own-fills.ts";
import { ownLines } from "../../../../src/features/spot/orders/use-own-lines.ts";
import { coinFill, coinOrder } from "./coin-orders.ts";

const order = coinOrder();
const sell = coinOrder({ side: "sell", frozen: "0.00600000" });

test("a buy holds quote, a sell base; of several one sum of each", () => {
  expect([setAside(order), setAside(sell)]).toEqual([
    { amount: "360.00000000", flag: "USDT" },
    { amount: "0.00600000", flag: "BTC" },
  ]);
  expect(
    setAsideInAll([
      order,
      sell,
      coinOrder({ symbol: "ethusdt", frozen: "0.00000001" }),
      coinOrder({ frozen: "0" }),
    ]),
  ).toEqual([
    { flag: "USDT", amount: "360.00000001" },
    { flag: "BTC", amount: "0.006" },
  ]);
  expect(setAsideInAll([coinOrder({ frozen: "0" })])).toEqual([]);
});

test("the bar is whole only when the order is", () => {
  expect([
    filledShare(order),
    filledShare(coinOrder({ filled_amount: "0" })),
    filledShare(coinOrder({ state: "filled" })),
  ]).toEqual([0.4, 0, 1]);
  expect(
    filledShare(coinOrder({ value: "1000", amount: null, filled_value: "999.99999999" })),
  ).toBe(0.99);
  expect(filledShare(coinOrder({ amount: "0" }))).toBe(0);
  expect([leftOf(order), leftOf(coinOrder({ amount: null }))]).toEqual(["0.006", null]);
});

test("fees stand by role, to the last digit", () => {
  expect(
    feesByRole([
      coinFill(),
      coinFill({ fee: "0.00000001" }),
      coinFill({ role: "taker", fee: "0.1" }),
    ]),
  ).toEqual([
    { role: "maker", fee: "0.00000801" },
    { role: "taker", fee: "0.1" },
  ]);
  expect(feesByRole([])).toEqual([]);
});

test("entries say what was set aside and what came back, in the currency paid with", () => {
  const { coinTrading, coinCancel, coinSellRejected } = billTypes;
  const bills = [
    { flag: "USDT", type: coinCancel, amount: "360.00" },
    { flag: "BTC", type: coinTrading, amount: "0.003992" },
    { flag: "USDT", type: coinTrading, amount: "-600.00" },
  ];
  expect(movedBy(order, bills)).toEqual({ aside: "600", back: "360" });
  expect(
    movedBy(sell, [
      { flag: "BTC", type: coinTrading, amount: "-0.01" },
      { flag: "BTC", type: coinSellRejected, amount: "0.01" },
    ]),
  ).toEqual({ aside: "0.01", back: "0.01" });
  expect(movedBy(order, [])).toBeNull();
});

test("a repeat is the whole request, a change what is left of it in the order's place", () => {
  expect(repeatPrefill(order)).toEqual({
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    tif: "gtc",
    price: "60000",
    amount: "0.01",
  });
  expect(amendPrefill(order)).toEqual({
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    tif: "gtc",
    price: "60000",
    amount: "0.006",
    replaces: "7301",
  });
  const market = coinOrder({
    type: "market",
    tif: "ioc",
    price: null,
    amount: null,
    value: "1000",
  });
  expect(repeatPrefill(market)).toEqual({
    symbol: "btcusdt",
    side: "buy",
    type: "market",
    value: "1000",
  });
  const stop = coinOrder({
    type: "stop-market",
    tif: "ioc",
    price: null,
    stop_price: "61000.00",
    operator: "gte",
    amount: null,
    value: "50",
    filled_amount: "0",
    state: "created",
  });
  expect(amendPrefill(stop)).toEqual({
    symbol: "btcusdt",
    side: "buy",
    type: "stop-market",
    stopPrice: "61000",
    value: "50",
    replaces: "7301",
  });
});

test("a dragged line changes the price it stands at, and says what the rest comes to there", () => {
  expect(draggedPrefill(order, "59000.50")).toMatchObject({
    price: "59000.50",
    amount: "0.006",
    replaces: "7301",
  });
  const stop = coinOrder({ type: "stop-limit", stop_price: "61000.00", state: "created" });
  expect(draggedPrefill(stop, "62000")).toMatchObject({ price: "60000", stopPrice: "62000" });
  expect(worthAt(order, "59000.50")).toBe("354.003");
  expect(worthAt(coinOrder({ amount: null, value: "50" }), "59000")).toBeNull();
});

test("only what waits for a price of its own may be changed", () => {
  expect(
    [order, coinOrder({ state: "created", price: null, stop_price: "1" })].map(mayAmend),
  ).toEqual([true, true]);
  expect(
    [
      coinOrder({ price: null, type: "market", state: "submitted" }),
      coinOrder({ state: "canceling" }),
      coinOrder({ status: 2, state: "filled" }),
      coinOrder({ status: 0, state: "reviewing" }),
    ].map(mayAmend),
  ).toEqual([false, false, false, false]);
});

test("each order of the market that filled is a mark at the time it did", () => {
  const filled = { status: 2, state: "filled", finish_time: 1_763_700_060_000 } as const;
  expect(
    ownFills(
      [
        coinOrder({ ...filled, side: "sell" }),
        coinOrder({ ...filled, symbol: "ethusdt" }),
        coinOrder({ ...filled, state: "partial-canceled" }),
        coinOrder(),
      ],
      "btcusdt",
    ),
  ).toEqual([{ timeSec: 1_763_700_060, side: "sell" }]);
});

test("each waiting order is a line where it waits: a stop at its stop price until it is reached", () => {
  const label = (of: { id: string }) => of.id;
  const stop = { type: "stop-limit", stop_price: "61000.00", operator: "gte" };
  expect(
    ownLines(
      [
        coinOrder({ id: "1" }),
        coinOrder({ id: "2", side: "sell", state: "created", ...stop }),
        coinOrder({ id: "3", ...stop, state: "submitted" }),
        coinOrder({ id: "4", price: null, type: "market" }),
        coinOrder({ id: "5", status: 2, state: "filled" }),
        coinOrder({ id: "6", state: "canceling" }),
      ],
      label,
      (of, price) => [`${of.id} at ${price}`],
    ).map(({ meaning, ...line }) => ({ ...line, meant: meaning?.("7") })),
  ).toEqual([
    { id: "1", price: 60000, kind: "buy", label: "1", meant: ["1 at 7"] },
    { id: "2", price: 61000, kind: "sell", label: "2", meant: ["2 at 7"] },
    { id: "3", price: 60000, kind: "buy", label: "3", meant: ["3 at 7"] },
    { id: "6", price: 60000, kind: "buy", label: "6", meant: undefined },
  ]);
});
