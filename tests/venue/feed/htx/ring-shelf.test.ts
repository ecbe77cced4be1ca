import { mkdtemp, open, readdir, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test } from "vitest";
import { RingShelf } from "../../../../venue/feed/htx/sample-ring.ts";
import { HtxStage, quote } from "../../../harness/venue/htx-stage.ts";

const hours48 = 48 * 3600;
const length = hours48 + 600;
const clock = { at: 0, now: () => clock.at * 1000 };
let directory: string;
let faults: string[];

beforeEach(async () => {
  clock.at = 1_700_000_000;
  faults = [];
  directory = await mkdtemp(join(tmpdir(), "rings-"));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

const shelf = () => new RingShelf(directory, clock, (_level, event) => void faults.push(event));

test("48 hours of seconds come back after a restart, and older ones give way", () => {
  const first = shelf();
  const ring = first.open("btcusdt-index-2", length);
  const from = clock.at;
  const end = from + length + 120;
  for (let second = from; second <= end; second += 60) ring.set(second, second * 3);
  first.close();
  clock.at = end;
  const again = shelf();
  const back = again.open("btcusdt-index-2", length);
  for (const ago of [0, 60, 3600, hours48]) expect(back.get(end - ago)).toBe((end - ago) * 3);
  expect([from, from + 60, from + 120].map((second) => back.get(second))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect(back.newest).toBe(end);
  back.set(clock.at + 1, 7);
  expect(back.get(end + 1)).toBe(7);
  again.close();
});

test("what is too old, of the future, torn or foreign is not believed", async () => {
  const path = join(directory, "a.ring");
  const first = shelf();
  const ring = first.open("a", length);
  const now = clock.at;
  for (let ago = 0; ago < 10; ago++) ring.set(now - ago, 100 + ago);
  first.close();
  const file = await open(path, "r+");
  const slot = (second: number) => (second % length) * 16;
  await file.write(Buffer.from([1]), 0, 1, slot(now - 3) + 9);
  await file.write(Buffer.from([1]), 0, 1, slot(now - 4) + 4);
  await file.close();
  clock.at = now - 1;
  const back = shelf().open("a", length);
  expect([0, 1, 2, 3, 4, 5].map((ago) => back.get(now - ago))).toEqual([
    undefined,
    101,
    102,
    undefined,
    undefined,
    105,
  ]);
  clock.at = now + length - 1;
  expect(
    [1, 2].map((ago) =>
      shelf()
        .open("a", length)
        .get(now - ago),
    ),
  ).toEqual([undefined, undefined]);
  clock.at = now;
  await truncate(path, slot(now - 1) + 7);
  expect(
    shelf()
      .open("a", length)
      .get(now - 2),
  ).toBe(102);
  await writeFile(path, "not a ring");
  expect(shelf().open("a", length).newest).toBe(0);
  expect(faults).toEqual([]);
});

test("without a disk it goes on in memory and says so once", async () => {
  await writeFile(join(directory, "file"), "");
  const broken = new RingShelf(
    join(directory, "file", "below"),
    clock,
    (_level, event) => void faults.push(event),
  );
  const ring = broken.open("a", 10);
  broken.open("b", 10);
  ring.set(clock.at, 5);
  expect(ring.get(clock.at)).toBe(5);
  expect(faults).toEqual(["index samples not kept"]);
});

test("the source's index of seconds and contracts outlives it, and an old mark is no mark", async () => {
  const stage = await HtxStage.open({ ringDir: directory });
  onTestFinished(() => stage.close());
  await stage.connected();
  stage.wind(1000 - (stage.clock.at % 1000));
  const second = stage.clock.at / 1000 + 1;
  stage.clock.at += 300;
  await stage.pushed("btcusdt", "bbo", quote(9147, 9148));
  stage.wind(700);
  const [index, mark] = [stage.source.index("btcusdt", second), stage.source.mark("btcusdt")];
  expect([index, mark]).toEqual([91_475_000, expect.any(Number)]);
  await stage.source.close();
  expect((await readdir(directory)).sort()).toEqual([
    "btcusdt-index-2.ring",
    "btcusdt-mark-2.ring",
  ]);

  const later = await HtxStage.open({ ringDir: directory }, stage.htx);
  onTestFinished(() => later.close());
  later.clock.at = stage.clock.at + 20_000;
  await later.source.start(later.clock.at);
  expect(later.source.index("btcusdt", second)).toBe(index);
  expect(later.source.index("btcusdt", second - 1)).toBe(stage.source.index("btcusdt", second - 1));
  expect(later.source.mark("btcusdt")).toBe(mark);
  expect(await later.source.klines("btcusdt", "1min", { size: 1 }, "index")).toMatchObject([
    { close: 914_750 },
  ]);
  later.clock.at += 20_000;
  expect(later.source.mark("btcusdt")).toBeUndefined();
});
