import { describe, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import {
  readAnswer,
  startVenue,
  type TestClient,
  type TestVenue,
} from "../../harness/venue/memory-venue.ts";

const { coinPlaceOrder, coinOrder, coinOrders, coinTrades } = api.spot;
const { walletBalance, tradeRecord } = api.wallet;

/** JSON texts of what is no amount, whatever field it stands in. */
const noAmounts = [
  "-1",
  "1",
  "0",
  "5.5",
  "1e2",
  "1e999",
  "9007199254740993",
  "true",
  "[]",
  '["100"]',
  "{}",
  '{"$gt":0}',
  ...[
    "",
    " ",
    "-1",
    "+5",
    "-0",
    "NaN",
    "Infinity",
    "1e3",
    "1E3",
    "0x10",
    "0b1",
    "0o7",
    " 5",
    "5 ",
    "5\n",
    "\t5",
    "05",
    "00",
    "00.1",
    ".5",
    "5.",
    ".",
    "5.5.5",
    "5,5",
    "1_000",
    "1 000",
    "٥",
    "５",
    "5\u200b",
    "\u202e5",
    "5.000000000",
    "5.123456789",
    "0.0000000001",
    "1000000000000000000",
    "9".repeat(40),
    `5.${"0".repeat(40)}`,
    "100n",
    "1/2",
    "100%",
    "$100",
    "null",
    "undefined",
    "[object Object]",
    "5'--",
    "5;select 1",
  ].map((text) => JSON.stringify(text)),
];

/** Decimal texts of the right form that an order of 10,000 USDT may not have: the codes a by-value buy, a by-amount buy and a sell get. */
const badFigures: [text: string, value: number, amount: number, sell: number][] = [
  ["0", 300020, 300020, 300020],
  ["0.0", 300020, 300020, 300020],
  ["0.00000000", 300020, 300020, 300020],
  ["4.99999999", 300021, 100005, 100005],
  ["0.00000001", 300021, 100005, 100005],
  ["0.000001", 300021, 300021, 300021],
  ["0.000083", 300021, 300021, 300021],
  ["10000.00000001", 300008, 100005, 100005],
  ["0.0000841", 300021, 100005, 100005],
  ["10000000.00000001", 100005, 100005, 100005],
  ["1000.000001", 0, 100005, 100005],
  ["1000", 0, 100005, 100005],
  ["999999999999999999", 100005, 100005, 100005],
  ["999999999999999999.99999999", 100005, 100005, 100005],
  ["92233720368.54775807", 100005, 100005, 100005],
  ["92233720368.54775808", 100005, 100005, 100005],
];

async function place(
  venue: TestVenue,
  headers: ReturnType<TestClient["sign"]>,
  fields: string,
): Promise<number> {
  const body = `{"symbol":"btcusdt","type":"market","client_order_id":"${crypto.randomUUID()}",${fields}}`;
  return (
    await readAnswer(
      await venue.fetch(coinPlaceOrder.path, {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body,
      }),
    )
  ).status;
}

describe("amounts", () => {
  test("what is no amount is no order, in any field and for either side", async () => {
    const venue = await startVenue({ settings: { welcome: { USDT: "10000", BTC: "10" } } });
    const ada = await venue.user();
    for (const text of noAmounts) {
      for (const fields of [
        `"side":"buy","value":${text}`,
        `"side":"buy","amount":${text}`,
        `"side":"sell","amount":${text}`,
        `"side":"buy","value":"100","amount":${text}`,
      ]) {
        expect([fields, await place(venue, ada.sign(), fields)]).toEqual([fields, 100005]);
      }
    }
    expect((await ada.ask(coinOrders, {})).total).toBe(0);
    expect((await ada.ask(tradeRecord, {})).total).toBe(2);
  });

  test.each(badFigures)("%s", async (text, value, amount, sell) => {
    const venue = await startVenue();
    const ada = await venue.user();
    expect(await place(venue, ada.sign(), `"side":"buy","value":"${text}"`)).toBe(value);
    expect(await place(venue, ada.sign(), `"side":"buy","amount":"${text}"`)).toBe(amount);
    expect(await place(venue, ada.sign(), `"side":"sell","amount":"${text}"`)).toBe(sell);
    expect(
      await place(venue, ada.sign(), `"side":"buy","amount":"${text}","value":"${text}"`),
    ).toBe(100005);
    expect(await place(venue, ada.sign(), `"side":"sell","value":"${text}"`)).toBe(300020);
    expect(await venue.store.read((db) => coherent(db))).toEqual([]);
  });

  test("the bounds themselves are taken: least value, all there is, to the last unit", async () => {
    const venue = await startVenue({
      settings: { welcome: { USDT: "10000.00000001", BTC: "0.000084" } },
    });
    const ada = await venue.user();
    expect(await place(venue, ada.sign(), `"side":"buy","value":"5"`)).toBe(0);
    expect(await place(venue, ada.sign(), `"side":"buy","value":"9995.00000002"`)).toBe(300008);
    expect(await place(venue, ada.sign(), `"side":"buy","value":"9995.00000001"`)).toBe(0);
    expect(await place(venue, ada.sign(), `"side":"sell","amount":"0.000085"`)).toBe(300008);
    expect(await place(venue, ada.sign(), `"side":"sell","amount":"0.000084"`)).toBe(0);
    expect(
      (await ada.ask(walletBalance, {})).balances.filter(({ balance }) => balance !== 0),
    ).toEqual([]);
    expect(await venue.store.read((db) => coherent(db))).toEqual([]);
  });
});

describe("bodies", () => {
  const order = `"symbol":"btcusdt","side":"buy","type":"market","value":"100"`;
  test.each([
    [
      "a second id",
      `{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11","client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f12"}`,
    ],
    [
      "a second value, escaped",
      `{${order},"\\u0076alue":"1","client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11"}`,
    ],
    [
      "fields on the prototype",
      `{"__proto__":{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11"}}`,
    ],
    [
      "an id from the prototype",
      `{${order},"__proto__":{"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11"}}`,
    ],
    [
      "a constructor",
      `{${order},"constructor":{"prototype":{"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11"}}}`,
    ],
    ["a list of orders", `[{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11"}]`],
    ["no id", `{${order}}`],
    ["an id that is none", `{${order},"client_order_id":"x' or 1=1--"}`],
    ["an id and more", `{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11:2"}`],
    [
      "another user",
      `{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f1","user_id":"1"}`,
    ],
    [
      "depth",
      `{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11","x":${"[".repeat(16)}${"]".repeat(16)}}`,
    ],
    [
      "nodes",
      `{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11","x":[${"0,".repeat(2000)}0]}`,
    ],
    ["a second document", `{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11"}{}`],
    [
      "a byte order mark",
      `\uFEFF\uFEFF{${order},"client_order_id":"9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11"}`,
    ],
  ])("%s is 100005 and nothing happens", async (_what, body) => {
    const venue = await startVenue();
    const ada = await venue.user();
    const answer = await readAnswer(
      await venue.fetch(coinPlaceOrder.path, {
        method: "POST",
        headers: { "content-type": "application/json", ...ada.sign() },
        body,
      }),
    );
    expect(answer.status).toBe(100005);
    expect((await ada.ask(coinOrders, {})).total).toBe(0);
  });

  test("headers given twice sign for nobody", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    for (const name of ["nonce", "timestamp", "userid", "sign"] as const) {
      const headers = new Headers(Object.entries(ada.sign()));
      headers.append(name, headers.get(name) ?? "");
      expect((await readAnswer(await venue.fetch(walletBalance.path, { headers }))).status).toBe(
        401,
      );
    }
  });
});

describe("lists", () => {
  test.each([
    ["page", "0"],
    ["page", "1000001"],
    ["page", "1e3"],
    ["page", "-1"],
    ["page", "1.5"],
    ["size", "0"],
    ["size", "101"],
    ["size", "99999999999999999"],
    ["start_time", "-1"],
    ["start_time", "8640000000000001"],
    ["end_time", "9007199254740993"],
    ["end_time", "1e999"],
    ["page", ""],
    ["size", "١"],
  ])("%s=%j is 100005", async (key, value) => {
    const venue = await startVenue();
    const ada = await venue.user();
    for (const { path } of [coinOrders, coinTrades, tradeRecord]) {
      expect(
        (
          await readAnswer(
            await venue.fetch(`${path}?${key}=${encodeURIComponent(value)}`, {
              headers: { ...ada.sign() },
            }),
          )
        ).status,
      ).toBe(100005);
    }
  });

  test("the furthest page, the widest time and a filter that names nothing are empty; a key given twice has no meaning", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    await place(venue, ada.sign(), `"side":"buy","value":"100"`);
    await venue.wind(1000);
    const list = async (path: string, query: string) =>
      readAnswer(await venue.fetch(`${path}?${query}`, { headers: { ...ada.sign() } }));
    for (const { path } of [coinOrders, coinTrades, tradeRecord]) {
      expect(await list(path, "page=1000000&size=100")).toMatchObject({
        status: 0,
        data: { list: [] },
      });
      expect(await list(path, "start_time=8640000000000000")).toMatchObject({
        status: 0,
        data: { list: [], total: 0 },
      });
      expect(await list(path, "start_time=2&end_time=1")).toMatchObject({
        status: 0,
        data: { list: [], total: 0 },
      });
      expect((await list(path, "page=1&page=2")).status).toBe(100005);
      expect((await list(path, "%70age=1&page=1")).status).toBe(100005);
    }
    expect((await list(tradeRecord.path, "type=5,5,5,5,5,5,5,5,5,5,5,5,5")).status).toBe(0);
    expect((await list(tradeRecord.path, "type=5,5,5,5,5,5,5,5,5,5,5,5,5,5")).status).toBe(100005);
    expect((await list(tradeRecord.path, "flag=usdt' or '1'='1")).status).toBe(100005);
    expect((await list(tradeRecord.path, "flag=NOPE")).status).toBe(300018);
  });

  test("no id opens another's order, however it is written", async () => {
    const venue = await startVenue();
    const [ada, eve] = [await venue.user(), await venue.user()];
    const client_order_id = crypto.randomUUID();
    const { id } = await ada.ask(coinPlaceOrder, {
      symbol: "btcusdt",
      side: "buy",
      type: "market",
      value: "100",
      client_order_id,
    });
    await venue.wind(1000);
    for (const query of [
      `id=${id}`,
      `id=0${id}`,
      `id=${id.padStart(19, "0")}`,
      `client_order_id=${client_order_id}`,
    ]) {
      const answer = await readAnswer(
        await venue.fetch(
          `${coinOrder.path}?${query}&user_id=${ada.session?.id}&userid=${ada.session?.id}`,
          { headers: { ...eve.sign() } },
        ),
      );
      expect(answer).toMatchObject({ status: 300014, data: null });
    }
    for (const { path } of [coinOrders, coinTrades]) {
      expect(
        await readAnswer(
          await venue.fetch(`${path}?user_id=${ada.session?.id}`, { headers: { ...eve.sign() } }),
        ),
      ).toMatchObject({ data: { list: [], total: 0 } });
    }
  });
});

describe("an account that is frozen or blocked in the middle of a session", () => {
  test.each([
    [1, 402, 0, 0],
    [2, 300001, 300001, 0],
    [3, 401, 401, 401],
  ] as const)(
    "status %i: orders %i, reads %i; back to normal orders %i, since a ban ends the session for good",
    async (status, order, read, after) => {
      const venue = await startVenue();
      const ada = await venue.user();
      const buy = `"side":"buy","value":"100"`;
      expect(await place(venue, ada.sign(), buy)).toBe(0);
      await venue.setStatus(ada, status);
      expect(await place(venue, ada.sign(), buy)).toBe(order);
      expect((await ada.tell(walletBalance, {})).status).toBe(read);
      await venue.wind(1000);
      await venue.setStatus(ada, 0);
      expect(await place(venue, ada.sign(), buy)).toBe(after);
      expect(await venue.store.read((db) => coherent(db))).toEqual([]);
      if (after !== 0) return;
      const { list } = await ada.ask(coinOrders, {});
      expect(list.map(({ state }) => state)).toEqual(["submitted", "filled"]);
    },
  );
});
