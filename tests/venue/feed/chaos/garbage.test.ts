import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { TickFilter } from "../../../../venue/feed/htx/tick-filter.ts";
import { times } from "../../../harness/trials.ts";
import { HtxStage, book, day, print, quote } from "../../../harness/venue/htx-stage.ts";

async function open(): Promise<HtxStage> {
  const stage = await HtxStage.open();
  onTestFinished(() => stage.close());
  await stage.connected();
  return stage;
}

const start = 9147;
/** HTX's own kinds of push at a price. */
const pushes = {
  bbo: (price: number) => ({ ...quote(price, price + 0.02) }),
  "depth.step0": (price: number) => book(price, price + 0.02),
  "trade.detail": (price: number, id: number) => ({ data: [print(id, price)] }),
  detail: (price: number) => day(price),
};
type Topic = keyof typeof pushes;
const topics = Object.keys(pushes) as Topic[];

const wrongPrice = fc.constantFrom(
  0,
  -start,
  start * 100,
  start / 100,
  start * 1.2,
  1e300,
  "NaN",
  null,
  "9147",
  {},
  true,
  "",
);
const damaged = fc.record({
  topic: fc.constantFrom(...topics),
  price: wrongPrice,
  later: fc.integer({ min: 0, max: 50 }),
});
const raw = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(
    "{",
    "null",
    "[]",
    "1e999",
    '{"ch":1}',
    '{"ch":"market.btcusdt.bbo"}',
    '{"ch":"market.btcusdt.bbo","ts":"x","tick":{}}',
    '{"ping":"x"}',
    '{"ch":"market.btcusdt.bbo","ts":-1,"tick":[]}',
    '{"tick":{"bid":1}}',
    '{"__proto__":{"ch":"x"}}',
  ),
);

describe("whatever comes between true pushes", () => {
  test("prices stay those that are true, quotes never cross, ticks never go back", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(
          fc.record({
            topic: fc.constantFrom(...topics),
            move: fc.integer({ min: -50, max: 50 }),
            noise: fc.array(fc.oneof(damaged, raw), { maxLength: 2 }),
          }),
          { minLength: 5, maxLength: 25 },
        ),
        async (steps) => {
          const stage = await HtxStage.open();
          try {
            await stage.connected();
            let price = start;
            const bounds = { min: 9078, max: 9147 };
            let id = 1;
            for (const { topic, move, noise } of steps) {
              for (const one of noise) {
                if (typeof one === "string") stage.htx.send(one);
                else if (Buffer.isBuffer(one)) stage.htx.sendRaw(one);
                else
                  stage.htx.push(
                    `market.btcusdt.${one.topic}`,
                    stage.clock.at + one.later,
                    pushes[one.topic](one.price as number, id++),
                  );
              }
              price += move;
              bounds.min = Math.min(bounds.min, price);
              bounds.max = Math.max(bounds.max, price + 0.02);
              // Quotes and a trade with each, so that no three wild prices stand alone.
              await stage.pushed("btcusdt", "bbo", pushes.bbo(price), stage.clock.at + 100);
              await stage.pushed(
                "btcusdt",
                topic,
                pushes[topic](price, id++),
                stage.clock.at + 101,
              );
              stage.wind(1000);
              const ticker = stage.source.ticker("btcusdt");
              const { bid = 0, ask = 0, close = 0 } = ticker ?? {};
              expect(bid).toBeLessThan(ask);
              for (const units of [bid, ask, close]) {
                expect(Number.isSafeInteger(units)).toBe(true);
                expect(units / 100).toBeGreaterThanOrEqual(bounds.min);
                expect(units / 100).toBeLessThanOrEqual(bounds.max + 0.001);
              }
              expect(stage.source.health().state).toBe("live");
            }
            expect(stage.ticks.map(({ ts }) => ts)).toEqual(
              stage.ticks.map(({ ts }) => ts).toSorted((a, b) => a - b),
            );
          } finally {
            await stage.close();
          }
        },
      ),
      { numRuns: times(8, 80) },
    );
  });

  test("in any order and however often sent, the newest holds and each trade is one", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 12 }).chain((length) =>
          fc.record({
            length: fc.constant(length),
            order: fc
              .array(fc.integer({ min: 0, max: length - 1 }), {
                minLength: length,
                maxLength: 3 * length,
              })
              .map((some) => [
                ...some,
                ...Array.from({ length }, (_, at) => at).filter((at) => !some.includes(at)),
              ]),
          }),
        ),
        async ({ length, order }) => {
          const stage = await HtxStage.open();
          try {
            await stage.connected();
            const at = stage.clock.at;
            for (const n of order) {
              stage.htx.push("market.btcusdt.bbo", at + n, quote(start + n, start + n + 1));
              stage.htx.push("market.btcusdt.depth.step0", at + n, book(start + n, start + n + 1));
              stage.htx.push("market.btcusdt.trade.detail", at, { data: [print(n, start + n)] });
            }
            await stage.settled();
            stage.wind(1);
            expect(stage.source.ticker("btcusdt")?.bid).toBe((start + length - 1) * 100);
            expect((await stage.source.depth("btcusdt")).bids[0]?.[0]).toBe(
              (start + length - 1) * 100,
            );
            const ids = (await stage.source.tradesBetween("btcusdt", 0, stage.clock.at + 1)).map(
              ({ id }) => Number(id),
            );
            expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length }, (_, n) => n));
          } finally {
            await stage.close();
          }
        },
      ),
      { numRuns: times(8, 80) },
    );
  });
});

test("a feed that repeats its last word is not alive", async () => {
  const stage = await open();
  const ts = stage.clock.at;
  await stage.pushed("btcusdt", "bbo", quote(9147, 9148), ts);
  await stage.pushed("btcusdt", "depth.step0", book(9147, 9148), ts);
  for (let second = 0; second < 4; second++) {
    stage.wind(1000);
    await stage.pushed("btcusdt", "bbo", quote(9147, 9148), ts);
    await stage.pushed("btcusdt", "depth.step0", book(9147, 9148), ts);
  }
  expect(stage.source.health().state).toBe("stale");
  await stage.pushed("btcusdt", "bbo", quote(9147, 9148), stage.clock.at);
  expect(stage.source.health().state).toBe("live");
});

test("a wild price sent again and again is still one tick, and so are those of one push", async () => {
  const stage = await open();
  await stage.pushed("btcusdt", "bbo", quote(9147, 9148));
  const before = stage.source.ticker("btcusdt");
  for (let n = 0; n < 5; n++)
    await stage.pushed("btcusdt", "bbo", quote(914_700, 914_800), stage.clock.at + 1);
  await stage.pushed("btcusdt", "trade.detail", {
    data: [1, 2, 3, 4].map((id) => print(id, 914_700)),
  });
  expect(stage.source.ticker("btcusdt")).toMatchObject({ bid: before?.bid, close: before?.close });
});

test("after a silence the first price to come is held against the last one known", async () => {
  const filter = new TickFilter();
  expect(filter.accepts(10_000, 0)).toBe(true);
  expect(filter.accepts(1_000_000, 3_600_000)).toBe(false);
  expect(filter.accepts(10_900, 3_600_000)).toBe(true);
});

test("the band is 10 % round the median of the last 60 s, its edge included", () => {
  const filter = new TickFilter();
  for (let second = 0; second < 60; second++)
    filter.accepts(second < 31 ? 10_000 : 10_500, second * 1000);
  expect(filter.accepts(11_001, 59_500)).toBe(false);
  expect(filter.accepts(11_000, 59_500)).toBe(true);
  expect(filter.accepts(8999, 59_600)).toBe(false);
  expect(filter.accepts(9000, 59_600)).toBe(true);
});

test("what is held stays bounded, however much comes", async () => {
  const stage = await open();
  for (let frame = 0; frame < 60; frame++) {
    stage.htx.push("market.btcusdt.trade.detail", stage.clock.at + frame, {
      data: Array.from({ length: 100 }, (_, n) => print(frame * 100 + n, start)),
    });
    stage.htx.push(`market.unknown${frame}.bbo`, stage.clock.at, quote(1, 2));
    for (let n = 0; n < 30; n++)
      stage.htx.push(
        "market.btcusdt.bbo",
        stage.clock.at + frame * 30 + n,
        quote(start, start + 1),
      );
  }
  await stage.settled();
  stage.wind(1);
  expect(await stage.source.trades("btcusdt", 10_000)).toHaveLength(2000);
  expect(
    (await stage.source.tradesBetween("btcusdt", 0, Number.MAX_SAFE_INTEGER)).map(
      ({ id }) => id,
    )[0],
  ).toBe("4000");
  expect(stage.source.symbols()).toHaveLength(2);
  stage.htx.answers.set("/market/history/kline", () => ({
    status: "ok",
    data: Array.from({ length: 6000 }, (_, n) => ({
      id: Math.floor(stage.clock.at / 1000) - n * 60,
      open: 9100,
      close: 9100,
      low: 9100,
      high: 9100,
      amount: 1,
      vol: 9100,
      count: 1,
    })),
  }));
  expect(
    (await stage.source.klines("btcusdt", "1min", { size: 10_000 })).length,
  ).toBeLessThanOrEqual(2100);
});
