import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { btcusdt } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const before = [
  "+",
  "-",
  " ",
  "\t",
  "\n",
  "0",
  "00",
  "0x",
  "0b",
  "0o",
  "$",
  "€",
  "~",
  ".",
  ",",
  "'",
  "\u200b",
  "\ufeff",
  "\u202e",
  "−",
  "e",
  "_",
  "=",
];
const after = [
  " ",
  "\n",
  "\t",
  "\u0000",
  "\u200b",
  "e3",
  "E3",
  "e-3",
  "n",
  "_",
  "'",
  "%",
  " BTC",
  "USDT",
  ".",
  "..",
  ".1.1",
  ",5",
  ",000",
  "_000",
  "/2",
  "+",
  "-",
  "½",
  "٫5",
  "k",
  "f",
  "d",
  "L",
  "\\",
  '"',
  ";--",
];
const alone: unknown[] = [
  "",
  " ",
  ".",
  ",",
  "-",
  "NaN",
  "Infinity",
  "-Infinity",
  "null",
  "undefined",
  "true",
  "[1]",
  "{}",
  "١٠٠",
  "１００",
  "五",
  "Ⅴ",
  "½",
  "1e999",
  "9".repeat(19),
  "9".repeat(40),
  "0.1234567890123456789",
  `0.${"0".repeat(30)}1`,
  "1 000",
  "1'000",
  "1.000,00",
  "=1+1",
  "${1}",
  "../1",
  "<b>1</b>",
  "\ud800",
  5,
  0.5,
  0,
  -1,
  1e21,
  2 ** 53,
  true,
  false,
  [],
  ["5"],
  {},
  { $gt: "0" },
  { toString: "5" },
];
/** Nothing of it is an amount: over 200 values. */
const corpus = [
  ...["5", "100", "0.5"].flatMap((text) => [
    ...before.map((part) => part + text),
    ...after.map((part) => text + part),
  ]),
  ...alone,
];

const market = { symbol: btcusdt.symbol, side: "buy", type: "market" };
const limit = { ...market, type: "limit", price: "60000", amount: "0.01" };
const stop = { ...limit, type: "stop-limit", stop_price: "61000", operator: "gte" };

const fields: [string, Record<string, unknown>, string][] = [
  ["amount", limit, "amount of a limit"],
  ["amount", market, "amount of a market buy"],
  ["value", market, "value"],
  ["price", limit, "price"],
  ["stop_price", stop, "stop price"],
  ["price", stop, "price of a stop"],
];

test.each(fields)(
  "no text is taken for an amount that is none: %s in %j (%s)",
  async (field, draft) => {
    expect(corpus.length).toBeGreaterThanOrEqual(200);
    const venue = await startVenue();
    const ada = await venue.user();
    const old = await ada.ask(api.spot.coinPlaceOrder, {
      symbol: btcusdt.symbol,
      side: "buy",
      type: "limit",
      price: "50000",
      amount: "0.01",
      client_order_id: crypto.randomUUID(),
    });
    const journals = () =>
      venue.store.read((db) => db.selectFrom("journal").select("id").execute());
    const money = await journals();
    const wrongly: unknown[] = [];
    for (const value of corpus) {
      for (const [endpoint, more] of [
        [api.spot.coinPlaceOrder, {}],
        [api.spot.coinReplaceOrder, { id: old.id }],
      ] as const) {
        const { status } = await ada.send(endpoint, {
          ...draft,
          ...more,
          [field]: value,
          client_order_id: crypto.randomUUID(),
        });
        if (status !== 100005) wrongly.push([value, status]);
      }
    }
    expect(wrongly).toEqual([]);
    expect(await journals()).toEqual(money);
    expect((await ada.ask(api.spot.coinOrders, {})).list).toEqual([{ ...old, slip: null }]);
  },
  60_000,
);

// Well written, and still not to be had; the limit that it missed stands in the answer.
test.each<[string, Record<string, unknown>, number, unknown]>([
  ["no amount", { ...limit, amount: "0" }, 300020, { field: "amount" }],
  [
    "no amount with eight decimals",
    { ...limit, amount: "0.00000000" },
    300020,
    { field: "amount" },
  ],
  ["no amount given", { ...limit, amount: null }, 300020, { field: "amount" }],
  ["no value", { ...market, value: "0.0" }, 300020, { field: "value" }],
  ["no price", { ...limit, price: "0" }, 100005, { min: "0.01", field: "price" }],
  ["no stop price", { ...stop, stop_price: "0.0" }, 100005, { min: "0.01", field: "stop_price" }],
  ["half a lot", { ...limit, amount: "0.0100005" }, 100005, { decimals: 6, field: "amount" }],
  ["half a unit of value", { ...market, value: "100.000000005" }, 100005, { field: "value" }],
  ["half a tick", { ...limit, price: "60000.005" }, 100005, { decimals: 2, field: "price" }],
  [
    "half a tick of stop price",
    { ...stop, stop_price: "61000.005" },
    100005,
    { decimals: 2, field: "stop_price" },
  ],
  [
    "eighteen digits of amount",
    { ...limit, amount: "999999999999999999" },
    100005,
    { decimals: 6, field: "amount" },
  ],
  ["all that 64 bits hold", { ...limit, amount: "92233720368" }, 100005, { max_amount: "1000" }],
  [
    "eighteen digits of value",
    { ...market, value: "999999999999999999" },
    100005,
    { decimals: 8, field: "value" },
  ],
  [
    "eighteen digits of price",
    { ...limit, price: "999999999999999999" },
    100005,
    { decimals: 2, field: "price" },
  ],
  [
    "a price of 64 bits",
    { ...limit, price: "92233720368547758.07" },
    100005,
    { max_price: "66000.00" },
  ],
  [
    "a sell at it",
    { ...limit, side: "sell", price: "92233720368547758.07" },
    100005,
    { max: "10000000" },
  ],
  [
    "a stop at it",
    { ...stop, stop_price: "92233720368547758.07", price: "92233720368547758.07" },
    100005,
    { max: "10000000" },
  ],
  [
    "a unit below the least",
    { ...market, value: "4.99999999" },
    300021,
    { min: "5", field: "value" },
  ],
  [
    "a lot below the least",
    { ...limit, amount: "0.000083" },
    300021,
    { min: "5", field: "amount" },
  ],
  [
    "a unit more than there is",
    { ...market, value: "10000.00000001" },
    300008,
    { currency: "USDT", needed: "10000.00000001", available: "10000.00000000" },
  ],
  [
    "a lot more than there is",
    { ...limit, amount: "0.166667" },
    300008,
    { currency: "USDT", needed: "10000.02000000", available: "10000.00000000" },
  ],
])("%s", async (_, draft, code, data) => {
  const venue = await startVenue();
  const ada = await venue.user();
  const answer = await ada.send(api.spot.coinPlaceOrder, {
    ...draft,
    client_order_id: crypto.randomUUID(),
  });
  expect([answer.status, answer.data]).toEqual([code, data]);
  expect((await ada.ask(api.spot.coinOrders, {})).total).toBe(0);
  const usdt = (await ada.ask(api.wallet.walletBalance, {})).balances.find(
    ({ flag }) => flag === "USDT",
  );
  expect(usdt).toMatchObject({ balance_str: "10000.00000000", frozen: "0" });
});
