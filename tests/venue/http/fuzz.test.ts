import fc from "fast-check";
import { expect, test } from "vitest";
import { apiRows } from "#protocol/api/api.ts";
import { commonRefusals, isErrorCode } from "#protocol/wire/error-messages.ts";
import { isEnvelope } from "#protocol/wire/envelope.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";
import { reportTrials } from "../../harness/trials.ts";

/** `FUZZ_RUNS=5000` for a longer look. */
const runs = Number(process.env["FUZZ_RUNS"] ?? 600);
const rawRuns = Math.ceil(runs * 0.7);

const hostile = fc.constantFrom<unknown>(
  "",
  " ",
  "0",
  "-1",
  "+5",
  "-0",
  "1e3",
  "1e999",
  "0x10",
  "NaN",
  "Infinity",
  " 5 ",
  "00",
  ".5",
  "5.",
  "1.123456789",
  "9".repeat(40),
  "9223372036854775808",
  "999999999999999999.99999999",
  "0.00000001",
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  true,
  false,
  null,
  [],
  {},
  [[]],
  { toString: "x" },
  "btcusdt",
  "BTCUSDT",
  "nosuchusdt",
  "BTC-USDT",
  "1min",
  "7min",
  "step0",
  "buy",
  "sell",
  "market",
  "../../etc/passwd",
  "'; drop table user; --",
  "%00",
  "\u0000",
  "\uFFFE",
  "\u202E",
  "😀".repeat(50),
  "a".repeat(5000),
  "__proto__",
  "constructor",
  "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11",
  "1700000000",
);
const names = [
  "symbol",
  "period",
  "size",
  "from",
  "to",
  "order",
  "sort",
  "limit",
  "scope",
  "type",
  "depth",
  "contract_code",
  "page",
  "status",
  "flag",
  "id",
  "client_order_id",
  "amount",
  "value",
  "side",
  "account",
  "logintype",
  "loginway",
  "verifykey",
  "password",
  "code",
  "scene",
  "keys",
  "collect",
  "__proto__",
];
const request = fc.dictionary(fc.constantFrom(...names), hostile, {
  maxKeys: 9,
  noNullPrototype: true,
});

/** Requests that pass the schema, so that handlers see odd but well-formed values. */
const nearlyValid: Record<string, fc.Arbitrary<Record<string, unknown>>> = {
  kline: fc.record(
    {
      symbol: fc.constantFrom("btcusdt", "nosuch"),
      period: fc.constantFrom("1min", "1year"),
      from: fc.nat(),
      to: fc.nat(),
      size: fc.integer({ min: 1, max: 2000 }),
    },
    { requiredKeys: ["symbol", "period"] },
  ),
  depth: fc.record({
    symbol: fc.constantFrom("btcusdt", "zz"),
    type: fc.constantFrom("step0", "step5"),
    depth: fc.integer({ min: 1, max: 150 }),
  }),
  coinPlaceOrder: fc.record({
    symbol: fc.constantFrom("btcusdt", "dogeusdt", "nosuch"),
    side: fc.constantFrom("buy", "sell"),
    type: fc.constant("market"),
    amount: fc.constantFrom(
      null,
      "0",
      "0.1",
      "0.123456789",
      "999999999999999999.99999999",
      "0.000001",
    ),
    value: fc.constantFrom(null, "0", "5", "10000", "10001", "999999999999999999"),
    client_order_id: fc.uuid(),
  }),
  tradeRecord: fc.record(
    {
      type: fc.constantFrom("1", "1,2", "99"),
      flag: fc.constantFrom("USDT", "NOSUCH"),
      page: fc.constantFrom(1, 1_000_000),
      size: fc.constantFrom(1, 100),
      start_time: fc.nat(),
      end_time: fc.nat(),
      ref_type: fc.constantFrom("spot_order", "nothing"),
      ref_id: fc.constantFrom("1", "9223372036854775807"),
    },
    { requiredKeys: [] },
  ),
  coinOrders: fc.record(
    {
      page: fc.constantFrom(1, 1_000_000),
      size: fc.constantFrom(1, 100),
      status: fc.integer({ min: 0, max: 2 }),
      start_time: fc.constantFrom(0, 8.64e15),
    },
    { requiredKeys: [] },
  ),
};

test("whatever is sent to any row is answered by an envelope with a listed code, never a 5xx, and the books stay right", async () => {
  const venue = await startVenue();
  const ada = await venue.user();
  // Logging out would end the one session that the rest is signed with.
  const rows = new Map(
    apiRows()
      .filter(({ name }) => name !== "logout")
      .map(({ name, endpoint }) => [name, endpoint]),
  );
  const call = fc
    .constantFrom(...rows.keys())
    .chain((name) =>
      fc.tuple(fc.constant(name), fc.oneof(request, nearlyValid[name] ?? request), fc.boolean()),
    );
  await fc.assert(
    fc.asyncProperty(call, async ([name, body, isSigned]) => {
      const endpoint = rows.get(name);
      if (!endpoint) throw new Error(name);
      const answer = await (isSigned ? ada : venue.visitor).send(endpoint, body);
      const codes: readonly number[] = [0, ...commonRefusals, ...endpoint.refusals];
      expect(answer.http).toBeLessThan(500);
      expect(codes).toContain(answer.status);
    }),
    { numRuns: runs },
  );
  reportTrials("calls of any row", runs);
  await venue.wind(1000);
  expect(await venue.store.read((db) => coherent(db))).toEqual([]);
  expect(venue.lines.filter(({ level }) => level === "error")).toEqual([]);
});

test("raw bodies, types and methods of any kind get an envelope or a plain refusal, never a 5xx", async () => {
  const venue = await startVenue();
  const paths = [
    ...apiRows().map((row) => row.endpoint.path),
    "/api",
    "/api/csp",
    "/api/start-fault",
    "/config.json",
    "/icons/coin.json?icons=,,,",
    "//",
    "/%",
  ];
  const input = fc.record({
    path: fc.constantFrom(...paths),
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD"),
    type: fc.constantFrom(
      "application/json",
      "text/plain",
      "multipart/form-data; boundary=x",
      "application/x-www-form-urlencoded",
      "a/b; c=\u00e9",
    ),
    body: fc.oneof(
      fc.string({ unit: "binary", maxLength: 400 }),
      fc.json(),
      fc.constantFrom("[".repeat(9000), '{"a":'.repeat(9000), "\uFEFF{}"),
    ),
    query: fc.webQueryParameters(),
  });
  await fc.assert(
    fc.asyncProperty(input, async ({ path, method, type, body, query }) => {
      const init = {
        method,
        headers: { "content-type": type },
        ...(method !== "GET" && method !== "HEAD" && { body }),
      };
      const response = await venue.fetch(path.includes("?") ? path : `${path}?${query}`, init);
      expect(response.status).toBeLessThan(500);
      const text = await response.text();
      if (
        path.startsWith("/api/") &&
        path !== "/api/csp" &&
        path !== "/api/start-fault" &&
        method !== "HEAD" &&
        method !== "OPTIONS"
      ) {
        const value: unknown = JSON.parse(text);
        expect(isEnvelope(value) && (value.status === 0 || isErrorCode(value.status))).toBe(true);
      }
    }),
    { numRuns: rawRuns },
  );
  reportTrials("raw bodies", rawRuns);
});
