import { expect, onTestFinished, test } from "vitest";
import { createHtxSource } from "../../../../venue/feed/htx/htx-source.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import { createHtxCompatibility } from "../../../../venue/market/htx-compatibility/htx-compatibility.ts";
import { readSettings } from "../../../../venue/settings/read-settings.ts";
import { dogeusdt, FixedSource } from "../../../harness/venue/fixed-source.ts";
import { until } from "../../../harness/venue/htx-stage.ts";
import { serveVenue } from "../../../harness/venue/served-venue.ts";

const start = Date.parse("2026-03-01T12:34:56Z");

/**
 * A venue with the simulated market, and the HTX source of a second venue that reads from it, by settings.
 */
async function pair() {
  const first = await serveVenue({
    source: createSimulator({ master: "test", symbols: ["btcusdt", "pepeusdt", "aptusdt"] }),
    start,
  });
  await first.venue.wind(0);
  const { htx: hosts } = readSettings({
    MARKET: "htx",
    HTX_REST_URL: `http://${first.host}/htx`,
    HTX_WS_URL: `ws://${first.host}/htx/ws`,
    HTX_CONTRACT_REST_URL: `http://${first.host}/htx`,
  });
  const clock = { now: first.venue.now };
  const faults: unknown[] = [];
  const second = createHtxSource({
    clock,
    random: () => 0.5,
    log: (...line) => void faults.push(line),
    hosts,
    requestsPerSecond: 1000,
  });
  onTestFinished(() => second.close());
  await second.start(clock.now());
  const wind = async () => {
    await first.venue.wind(1000);
    await until(
      () =>
        second.ticker("btcusdt")?.ts === clock.now() &&
        second.ticker("pepeusdt")?.ts === clock.now(),
    );
    // When a later request is answered, the pushes of the same tick have arrived.
    await new Promise((resolve) => setTimeout(resolve, 30));
    second.tick(clock.now());
  };
  return { first, second, clock, faults, wind };
}

test("a second venue shows the first one's tickers, candles, books and trades", async () => {
  const { first, second, clock, faults, wind } = await pair();
  for (let heard = 0; heard < 5; heard++) await wind();
  expect(second.health()).toMatchObject({ source: "htx", state: "live" });
  const theirs = createHtxCompatibility(first.venue.source, clock);
  const ours = createHtxCompatibility(second, clock);
  /** The answers of both venues, without their time and sender. */
  const both = async (path: string) => {
    const [bare = "", query] = path.split("?");
    const answers = await Promise.all(
      [theirs, ours].map((venue) => venue.answer(bare, new URLSearchParams(query), "198.51.100.1")),
    );
    return answers.map(
      (answer) =>
        JSON.parse(
          JSON.stringify(answer, (key, value: unknown) =>
            ["ts", "version", "id", "vp", "value-precision"].includes(key) &&
            bare !== "/market/history/kline"
              ? undefined
              : key === "data" && Array.isArray(value)
                ? value.toSorted(bySymbol)
                : value,
          ),
        ) as Record<string, unknown>,
    );
  };
  for (const path of [
    "/market/tickers",
    "/v1/common/symbols",
    "/v1/settings/common/market-symbols",
    "/v2/market-status",
    "/v5/market/funding_rate_history?contract_code=BTC-USDT",
    ...["btcusdt", "pepeusdt"].flatMap((symbol) => [
      `/market/detail/merged?symbol=${symbol}`,
      `/market/detail?symbol=${symbol}`,
      `/market/depth?symbol=${symbol}&type=step0`,
      `/market/depth?symbol=${symbol}&type=step2&depth=10`,
      `/market/history/trade?symbol=${symbol}&size=200`,
    ]),
  ]) {
    const [a, b] = await both(path);
    expect(b, path).toEqual(a);
    expect(JSON.stringify(a), path).not.toContain('"error"');
  }
  // Without warm rollups, two thousand candles of longer periods take the simulator minutes.
  for (const period of ["1min", "5min", "15min"] as const) {
    const [a, b] = await both(`/market/history/kline?symbol=btcusdt&period=${period}&size=300`);
    expect(b?.["data"], period).toEqual(a?.["data"]);
  }
  const [a, b] = await both(
    `/market/history/candles?symbol=btcusdt&period=1min&from=${start / 1000 - 300_000}&to=${start / 1000 - 298_000}&size=1000`,
  );
  expect(b).toEqual(a);
  expect(Array.isArray(b?.["data"]) && b["data"].length).toBeGreaterThan(30);
  expect(faults).toEqual([]);
});

test("and its contracts with their funding", async () => {
  const { first, second, wind } = await pair();
  await until(() => {
    second.tick(first.venue.now());
    return second.spec("btcusdt")?.contract !== null;
  });
  // The rate moves with the last second of a minute, and is asked for less often than that.
  for (let heard = 0; heard < 2; heard++) await wind();
  const [theirs, ours] = [first.venue.source, second].map(
    (source) => source.spec("btcusdt")?.contract,
  );
  expect(ours).toEqual(theirs);
  expect(second.spec("aptusdt")?.contract).toBeNull();
  await until(() => {
    second.tick(first.venue.now());
    return second.funding("BTC-USDT") !== undefined;
  });
  const { fundingRate, fundingTime, nextFundingTime } =
    first.venue.source.funding("BTC-USDT") ?? {};
  expect(second.funding("BTC-USDT")).toMatchObject({ fundingRate, fundingTime, nextFundingTime });
  await second.fundingHistory("BTC-USDT", 5, 0);
  expect(second.facts()).toMatchObject({
    contracts: {
      contracts: "present",
      index: "present",
      funding: "present",
      funding_history: "present",
    },
  });
});

test("fifty symbols are followed over one connection", async () => {
  const names = Array.from({ length: 50 }, (_, n) => `c${n}usdt`);
  const market = new FixedSource(
    names.map((symbol) => ({ ...dogeusdt, symbol, base: symbol.slice(0, -4).toUpperCase() })),
  );
  for (const symbol of names) market.setTicker(symbol, { vol: 1_000_000 });
  const first = await serveVenue({ source: market });
  const faults: unknown[] = [];
  const second = createHtxSource({
    clock: { now: first.venue.now },
    random: () => 0.5,
    log: (...line) => void faults.push(line),
    requestsPerSecond: 1000,
    hosts: {
      spot: [`http://${first.host}/htx`],
      contracts: [`http://${first.host}/htx`],
      stream: `ws://${first.host}/htx/ws`,
    },
  });
  onTestFinished(() => second.close());
  await second.start(first.venue.now());
  await until(() => second.tickers().length === 50);
  for (const symbol of names) market.setPrice(symbol, 6_000_000);
  // Books come from the stream only, and those of the last symbols are subscribed last.
  const hasAll = () =>
    Promise.all(names.map((symbol) => second.depth(symbol))).then(
      () => true,
      () => false,
    );
  while (!(await hasAll())) {
    await first.venue.wind(1000);
    second.tick(first.venue.now());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect((await second.depth("c49usdt")).bids[0]?.[0]).toBe(5_999_999);
  expect(faults).toEqual([]);
});

function bySymbol(a: unknown, b: unknown): number {
  const nameOf = (row: unknown) =>
    typeof row === "object" && row !== null && "symbol" in row ? String(row.symbol) : "";
  return nameOf(a).localeCompare(nameOf(b));
}
