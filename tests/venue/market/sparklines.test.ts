import { expect, test, vi } from "vitest";
import { marketEndpoints as rows } from "#protocol/api/market.ts";
import { createSparklines } from "../../../venue/market/quotes/sparklines.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";
import * as v from "valibot";

const hourSec = 3600;

function dayOf(source: FixedSource, symbol: string, hours: number): void {
  const live = Math.floor(source.now / 1000 / hourSec) * hourSec;
  source.setCandles(
    symbol,
    "60min",
    Array.from({ length: hours }, (_, at) => {
      const close = 6_000_000 + at;
      return {
        id: live - (hours - 1 - at) * hourSec,
        open: close,
        high: close,
        low: close,
        close,
        amount: 1,
        vol: 1,
        count: 1,
      };
    }),
  );
}

test("24 closes, oldest first, the present one from the ticker; the unknown and the unread are left out", async () => {
  const source = new FixedSource();
  dayOf(source, "btcusdt", 30);
  const sparklines = createSparklines(source);
  const answer = await sparklines(["btcusdt", "nosuchusdt", "btcusdt"], source.now);
  expect(Object.keys(answer)).toEqual(["btcusdt"]);
  const closes = answer["btcusdt"] ?? [];
  const close = source.ticker("btcusdt")?.close ?? Number.NaN;
  expect([closes.length, closes[0], closes[22], closes[23]]).toEqual([
    24,
    60_000.06,
    60_000.28,
    close / 100,
  ]);
});

test("candles are read once an hour, however many ask; a failed read is tried again", async () => {
  const source = new FixedSource();
  dayOf(source, "btcusdt", 24);
  const read = vi.spyOn(source, "klines");
  const sparklines = createSparklines(source);
  await Promise.all(Array.from({ length: 50 }, () => sparklines(["btcusdt"], source.now)));
  expect(read).toHaveBeenCalledTimes(1);
  await sparklines(["btcusdt"], source.now + hourSec * 1000);
  expect(read).toHaveBeenCalledTimes(2);

  read.mockRejectedValueOnce(new Error("upstream"));
  expect(await sparklines(["dogeusdt"], source.now)).toEqual({});
  dayOf(source, "dogeusdt", 24);
  expect((await sparklines(["dogeusdt"], source.now))["dogeusdt"]).toHaveLength(24);
});

test("a slow read holds no answer up: the others come, and it comes to the one who asks again", async () => {
  vi.useFakeTimers();
  try {
    const source = new FixedSource();
    dayOf(source, "btcusdt", 24);
    dayOf(source, "dogeusdt", 24);
    const real = source.klines.bind(source);
    let release = () => {};
    vi.spyOn(source, "klines").mockImplementation((symbol, ...rest) =>
      symbol === "dogeusdt"
        ? new Promise((done) => (release = () => done(real(symbol, ...rest))))
        : real(symbol, ...rest),
    );
    const sparklines = createSparklines(source);
    const first = sparklines(["dogeusdt", "btcusdt"], source.now);
    await vi.advanceTimersByTimeAsync(2000);
    expect(Object.keys(await first)).toEqual(["btcusdt"]);
    release();
    expect(Object.keys(await sparklines(["dogeusdt"], source.now))).toEqual(["dogeusdt"]);
  } finally {
    vi.useRealTimers();
  }
});

test("the request is a list of symbols, of a length that the contract bounds", () => {
  const parse = (symbols: string) => v.safeParse(rows.sparklines.request, { symbols });
  expect(parse("BTCUSDT,ethusdt")).toMatchObject({
    success: true,
    output: { symbols: ["btcusdt", "ethusdt"] },
  });
  expect(parse(Array.from({ length: 60 }, () => "ab").join()).success).toBe(true);
  for (const bad of [
    "",
    ",",
    "btcusdt,",
    "btc usdt",
    "../etc",
    Array.from({ length: 61 }, () => "ab").join(),
  ])
    expect([bad, parse(bad).success]).toEqual([bad, false]);
});
