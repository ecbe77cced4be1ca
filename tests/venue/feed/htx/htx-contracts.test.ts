import { afterEach, beforeEach, expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { serveVenue } from "../../../harness/venue/served-venue.ts";
import { day, htxStart, HtxStage, quote, until } from "../../../harness/venue/htx-stage.ts";

const present = "/v5/market/funding_rate";
const older = "/linear-swap-api/v1/swap_funding_rate";
const tenMinutes = 600_000;

let stage: HtxStage;
beforeEach(async () => {
  stage = await HtxStage.open();
});
afterEach(() => stage.close());

const states = () => stage.source.facts()["contracts"] as Record<string, string>;
const asked = (path: string) =>
  stage.htx.requests.filter((request) => request.startsWith(`${path}?`)).length;

/** HTX says something every few seconds, or the connection would be given up. */
async function wind(ms: number): Promise<void> {
  for (const end = stage.clock.at + ms; stage.clock.at < end;) {
    stage.wind(Math.min(2500, end - stage.clock.at));
    await stage.settled();
  }
}

/** Winds until the funding rate was asked for so often, and the answers are there. */
async function untilAsked(path: string, times: number): Promise<void> {
  while (asked(path) < times) await wind(2500);
  await wind(2500);
}

/** Quotes, figures and an index of bitcoin, so that funding can be shown. */
async function priced(close = 9147): Promise<void> {
  await stage.pushed("btcusdt", "bbo", { ...quote(9147, 9148), seqId: stage.clock.at });
  await stage.pushed("btcusdt", "detail", { ...day(close), id: stage.clock.at });
  stage.wind(1000);
}

const refusals: [string, () => Record<string, unknown> | string][] = [
  ["no such path", () => ({ status: "error", "err-code": "invalid-parameter", "err-msg": "no" })],
  ["an error with a code", () => ({ code: 1066, message: "empty", data: null, ts: 1 })],
  ["another shape", () => ({ code: 200, data: { rate: 1 }, ts: 1 })],
  ["no row", () => ({ code: 200, message: "Success", data: [], ts: 1 })],
  ["a page", () => "<html>"],
];

test("rates come by the present path, and the older one is not asked", async () => {
  await stage.connected();
  await untilAsked(present, 3);
  await priced();
  expect(stage.source.funding("BTC-USDT")).toMatchObject({
    fundingRate: "0.000083024939363172",
    fundingTime: 1_781_251_200_000,
    nextFundingTime: 1_781_280_000_000,
  });
  expect(await stage.source.fundingHistory("BTC-USDT", 2, 1)).toEqual({
    total: 5,
    list: [4, 3].map((n) => ({
      contractCode: "BTC-USDT",
      fundingRate: `0.000${n}`,
      realizedRate: `0.000${n}`,
      fundingTime: 1_603_296_000_000 - (5 - n) * 28_800_000,
    })),
  });
  expect(asked(older)).toBe(0);
  expect(asked("/linear-swap-api/v1/swap_historical_funding_rate")).toBe(0);
  expect(states()).toEqual({
    contracts: "present",
    index: "present",
    funding: "present",
    funding_history: "present",
  });
  expect(stage.faults).toEqual([]);
});

test.each(refusals)(
  "where the present path answers %s, the older one stands in, and is said to",
  async (_what, answer) => {
    stage.htx.answers.set(present, answer);
    stage.htx.answers.set("/v5/market/funding_rate_history", () => "<html>");
    await stage.connected();
    await untilAsked(older, 3);
    await priced();
    expect(stage.source.funding("BTC-USDT")).toMatchObject({
      fundingRate: "0.000100000000000000",
      fundingTime: 1_603_699_200_000,
      nextFundingTime: 1_603_728_000_000,
    });
    expect(await stage.source.fundingHistory("BTC-USDT", 2, 4)).toEqual({
      total: 25,
      list: [
        {
          contractCode: "BTC-USDT",
          fundingRate: "0.000100000000000000",
          realizedRate: "0.000090000000000000",
          fundingTime: 1_603_670_400_000,
        },
      ],
    });
    expect(states()).toMatchObject({ funding: "older", funding_history: "older" });
    expect(stage.faults).toEqual([
      "htx gives funding rates by its older path only",
      "htx gives settled funding by its older path only",
    ]);
    // It was asked once: HTX is not asked twice for each rate while the older path is the one that works.
    expect(asked(present)).toBe(1);
    stage.htx.answers.delete(present);
    await wind(tenMinutes);
    expect(states()).toMatchObject({ funding: "present" });
    expect(stage.faults.at(-1)).toBe("htx gives funding rates again");
  },
);

test("rates that neither path gives are missing, said once, and stop neither coins nor the mark", async () => {
  for (const path of [present, older]) stage.htx.answers.set(path, () => "<html>");
  await stage.connected();
  await untilAsked(older, 5);
  await priced();
  expect(states()).toMatchObject({ contracts: "present", funding: "missing" });
  expect(stage.faults.filter((fault) => fault.includes("funding rates"))).toEqual([
    "htx gives no funding rates",
  ]);
  expect(stage.source.funding("BTC-USDT")).toBeUndefined();
  expect(stage.source.health().state).toBe("live");
  expect(stage.source.tickers()).toHaveLength(2);
  expect(stage.source.spec("btcusdt")?.contract).not.toBeNull();
  expect(stage.source.mark("btcusdt")).toBe(91_475_000);
});

test("a rate is not shown for the next settlement once its own is over", async () => {
  const settlesAt = htxStart + 60_000;
  stage.htx.answers.set(present, () => ({
    code: 200,
    data: [{ contract_code: "BTC-USDT", funding_rate: "0.0001", funding_time: String(settlesAt) }],
  }));
  await stage.connected();
  await untilAsked(present, 1);
  for (const path of [present, older]) stage.htx.answers.set(path, () => "<html>");
  await priced();
  expect(stage.source.funding("BTC-USDT")).toMatchObject({ fundingTime: settlesAt });
  await wind(settlesAt + 300_001 - stage.clock.at);
  await priced();
  expect(stage.source.funding("BTC-USDT")).toBeUndefined();
});

test("the mark counts the funding down to the coming settlement", async () => {
  const settlesAt = htxStart + 4 * 3_600_000;
  stage.htx.answers.set(present, () => ({
    code: 200,
    data: [
      {
        contract_code: "BTC-USDT",
        funding_rate: "0.003",
        funding_time: String(settlesAt),
        next_funding_time: String(settlesAt + 8 * 3_600_000),
      },
    ],
  }));
  await stage.connected();
  await untilAsked(present, 1);
  // The last price is far above, so that the index with its funding is the median.
  await priced(9200);
  const second = Math.floor(stage.clock.at / 1000);
  const share = (settlesAt / 1000 - second) / (8 * 3600);
  expect(stage.source.mark("btcusdt")).toBe(Math.floor(91_475_000 * (1 + 0.003 * share) + 0.5));
});

test("without HTX's index the venue's own stands in; without contracts coins go on, and getStatus says both", async () => {
  stage.htx.answers.set("/linear-swap-api/v1/swap_index", () => "<html>");
  await stage.connected();
  await untilAsked(present, 1);
  await priced();
  expect(states()).toMatchObject({ index: "missing" });
  expect(stage.source.funding("BTC-USDT")?.indexPrice).toBe("9147.5000");
  const { venue } = await serveVenue({ source: stage.source, start: stage.clock.at });
  expect(await venue.visitor.ask(api.market.status, {})).toMatchObject({
    source: "htx",
    state: "live",
    htx: { contracts: { index: "missing", contracts: "present", funding: "present" } },
  });
});

test("where HTX lists no contracts any more, coins are offered without them", async () => {
  stage.htx.answers.set("/linear-swap-api/v1/swap_contract_info", () => ({
    status: "error",
    err_code: 1404,
    err_msg: "offline",
  }));
  await stage.connected();
  expect(states()).toMatchObject({ contracts: "missing" });
  expect(stage.faults).toEqual(["htx gives no contracts"]);
  expect(stage.source.spec("btcusdt")?.contract).toBeNull();
  expect(stage.source.health().state).toBe("live");
  stage.htx.answers.clear();
  await wind(61_000);
  await until(() => {
    stage.wind(0);
    return stage.source.spec("btcusdt")?.contract !== null;
  });
  expect(stage.faults.at(-1)).toBe("htx gives contracts again");
});
