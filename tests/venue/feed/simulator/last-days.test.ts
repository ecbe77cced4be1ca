import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import { createSimulator } from "../../../../venue/feed/simulator/create-simulator.ts";
import type { SeedKind } from "../../../../venue/settings/settings.ts";
import { createLastDays } from "../../../../venue/feed/simulator/candles/last-days.ts";
import { packColumns } from "../../../../venue/feed/simulator/candles/rollup-days.ts";
import { createDayCache } from "../../../../venue/feed/simulator/model/day-cache.ts";
import { createMarketModel } from "../../../../venue/feed/simulator/model/market-model.ts";
import { createNodeNoise } from "../../../../venue/feed/simulator/model/node-noise.ts";
import { damagedCopies, simulated, testMaster } from "./simulated-days.ts";

const symbol = simulated("btcusdt");
const today = 100;
let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "last-days-"));
});
afterEach(() => rm(directory, { recursive: true }));

/** As a process has them that begins on a day. */
async function begin(day = today, master = testMaster) {
  const model = createMarketModel(createNodeNoise(master));
  const minutes = vi.spyOn(model, "minutes");
  const days = createDayCache(model, 4, 10);
  const lastDays = createLastDays(model, days, directory);
  await lastDays.load([symbol], day);
  return {
    lastDays,
    both: () => [day - 1, day].map((one) => packColumns(days.minutes(symbol, one))),
    made: () => minutes.mock.calls.map(([, one]) => one),
  };
}

test("what a process that ends stores is not made by the next one", async () => {
  const first = await begin();
  const made = first.both();
  expect(first.made()).toEqual([today - 1, today]);
  await first.lastDays.save([symbol], today);

  const second = await begin();
  expect(second.both()).toEqual(made);
  expect(second.made()).toEqual([]);

  const path = join(directory, "btcusdt.minutes");
  const before = await stat(path);
  await second.lastDays.save([symbol], today);
  expect((await stat(path)).mtimeMs).toBe(before.mtimeMs);

  const nextDay = await begin(today + 1);
  expect(nextDay.both()[0]).toEqual(made[1]);
  expect(nextDay.made()).toEqual([today + 1]);
  const dayAfter = await begin(today + 2);
  dayAfter.both();
  expect(dayAfter.made()).toEqual([today + 1, today + 2]);
});

test("days that were not asked for are not stored", async () => {
  const { lastDays } = await begin();
  await lastDays.save([symbol], today);
  await expect(stat(join(directory, "btcusdt.minutes"))).rejects.toThrow("ENOENT");
});

test("a damaged file, and one of another market, is made again", async () => {
  const first = await begin();
  const made = first.both();
  await first.lastDays.save([symbol], today);
  const stranger = await begin(today, "another master");
  stranger.both();
  expect(stranger.made()).toEqual([today - 1, today]);

  const path = join(directory, "btcusdt.minutes");
  for (const damaged of damagedCopies(await readFile(path))) {
    await writeFile(path, damaged);
    const again = await begin();
    expect(again.both()).toEqual(made);
    expect(again.made()).toEqual([today - 1, today]);
  }
});

test("a seed that is no file of the venue's leaves nothing of today on the disk", async () => {
  const stored = async (seedKind: SeedKind | undefined) => {
    const rollupDir = join(directory, seedKind ?? "absent");
    const source = createSimulator({
      master: testMaster,
      symbols: ["btcusdt"],
      rollupDir,
      ...(seedKind && { seedKind }),
    });
    await source.start((dayStart(today) + 3600) * 1000);
    await source.close();
    return readdir(rollupDir).catch(() => []);
  };
  expect(await stored("own")).toEqual(["btcusdt.minutes"]);
  expect(await stored("given")).toEqual([]);
  expect(await stored(undefined)).toEqual([]);
});
