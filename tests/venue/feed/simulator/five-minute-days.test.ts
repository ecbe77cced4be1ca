import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createFiveMinuteDays } from "../../../../venue/feed/simulator/candles/five-minute-days.ts";
import { packColumns } from "../../../../venue/feed/simulator/candles/rollup-days.ts";
import { createMarketModel } from "../../../../venue/feed/simulator/model/market-model.ts";
import { createNodeNoise } from "../../../../venue/feed/simulator/model/node-noise.ts";
import { damagedCopies, simulated, testMaster } from "./simulated-days.ts";

const symbol = simulated("btcusdt");
const [from, to] = [100, 106];
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "five-minutes-"));
});
afterEach(() => rm(directory, { recursive: true }));

/** As a process has them that begins now. */
async function begin(master = testMaster, limit = 100, openingDay = 0) {
  const model = createMarketModel(createNodeNoise(master));
  const minutesOf = vi.fn((...[of, day]: Parameters<typeof model.minutes>) =>
    model.minutes(of, day),
  );
  const days = createFiveMinuteDays({ model, minutesOf, openingDay, limit, directory });
  await days.load(symbol);
  return {
    days,
    made: () => minutesOf.mock.calls.length,
    packed: async () => {
      const all = [];
      for (let day = from; day < to; day++)
        all.push(packColumns(await days.get(symbol, day, "last")));
      return all;
    },
  };
}

test("days are kept for the next start, which makes only what was added", async () => {
  const first = await begin();
  const made = await first.packed();
  expect(first.made()).toBe(to - from);
  await first.days.save(symbol, from, to);

  const second = await begin();
  expect(await second.packed()).toEqual(made);
  expect(second.made()).toBe(0);
  await second.days.save(symbol, from + 1, to + 1);
  expect(second.made()).toBe(1);

  const third = await begin();
  await third.days.get(symbol, to, "last");
  expect(third.made()).toBe(0);
  await third.days.get(symbol, from, "last");
  expect(third.made()).toBe(1);
});

test("what is kept already is not written again", async () => {
  const first = await begin();
  await first.days.save(symbol, from, to);
  const path = join(directory, "btcusdt.five-minutes");
  await rm(path);
  await first.days.save(symbol, from, to);
  await expect(readFile(path)).rejects.toThrow("ENOENT");
});

test("a damaged file, and one of another market or another opening, is made again", async () => {
  const first = await begin();
  const made = await first.packed();
  await first.days.save(symbol, from, to);
  const stranger = await begin("another master");
  await stranger.packed();
  expect(stranger.made()).toBe(to - from);
  const opened = await begin(testMaster, 100, from);
  await opened.packed();
  expect(opened.made()).toBe(to - from);

  const path = join(directory, "btcusdt.five-minutes");
  for (const damaged of damagedCopies(await readFile(path))) {
    await writeFile(path, damaged);
    const again = await begin();
    expect(await again.packed()).toEqual(made);
    expect(again.made()).toBe(to - from);
  }
});

test("the days asked for longest ago give way", async () => {
  const { days, made } = await begin(testMaster, 2);
  for (const day of [100, 101, 100, 102, 100]) await days.get(symbol, day, "last");
  expect(made()).toBe(3);
  await days.get(symbol, 101, "last");
  expect(made()).toBe(4);
});
