import { expect, test } from "vitest";
import { RowTints, RowWriteQueue } from "../../../../src/features/market/list/follow-figures.ts";

function stage(isCalm = false) {
  let now = 0;
  let frames: (() => void)[] = [];
  let timers: { at: number; task: () => void }[] = [];
  const turns = new RowWriteQueue(
    {
      nextFrame: (task) => frames.push(task),
      now: () => now,
      after: (ms, task) => timers.push({ at: now + ms, task }),
    },
    () => isCalm,
  );
  const frame = () => {
    now += 16;
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { task } of due) task();
    const asked = frames;
    frames = [];
    for (const task of asked) task();
  };
  return { turns, frame, idle: () => frames.length + timers.length === 0 };
}

test("at rest a batch that changes every row is written at once, in the frame that brings it", async () => {
  const { turns, frame, idle } = stage(true);
  let written = 0;
  const change = () => {
    for (let row = 0; row < 20; row++) turns.ask(() => (written += 1));
  };
  change();
  await Promise.resolve();
  expect([written, idle()]).toEqual([20, true]);
  change();
  await Promise.resolve();
  expect([written, idle()]).toEqual([20, false]);
  for (let at = 0; at < 17; at++) frame();
  expect([written, idle()]).toEqual([40, true]);
});

test("while somebody scrolls a batch that changes every row is written completely and in order, six rows a frame", () => {
  const { turns, frame, idle } = stage();
  const written: number[] = [];
  for (let row = 0; row < 20; row++) turns.ask(() => written.push(row));
  const perFrame: number[] = [];
  for (let at = 0; at < 4; at++) {
    const before = written.length;
    frame();
    perFrame.push(written.length - before);
  }
  expect(perFrame).toEqual([6, 6, 6, 2]);
  expect(written).toEqual(Array.from({ length: 20 }, (_, row) => row));
  expect(idle()).toBe(true);
});

test("a row is written in the next frame after a pause, and then four times a second however often it changes", () => {
  const { turns, frame } = stage();
  let writes = 0;
  const write = () => void (writes += 1);
  turns.ask(write);
  frame();
  expect(writes).toBe(1);
  for (let at = 0; at < 63; at++) {
    turns.ask(write);
    frame();
  }
  expect(writes).toBeGreaterThanOrEqual(4);
  expect(writes).toBeLessThanOrEqual(5);
});

test("the last change is always written, and a removed row is not written", () => {
  const { turns, frame } = stage();
  let [value, seen] = [0, 0];
  const write = () => void (seen = value);
  let gone = 0;
  const leave = () => void (gone += 1);
  for (value = 1; value <= 40; value++) {
    turns.ask(write);
    turns.ask(leave);
    turns.drop(leave);
    frame();
  }
  value = 41;
  turns.ask(write);
  for (let at = 0; at < 20; at++) frame();
  expect(seen).toBe(41);
  expect(gone).toBe(0);
});

test("tints end as others begin, each no sooner than its time, and by themselves where nothing moves any more", () => {
  let now = 0;
  const timers: { at: number; task: () => void }[] = [];
  const tints = new RowTints({
    now: () => now,
    after: (ms, task) => timers.push({ at: now + ms, task }),
  });
  const rows = Array.from({ length: 20 }, () => ({ dataset: {} }) as unknown as HTMLElement);
  const tinted = () => rows.filter(({ dataset }) => dataset["moved"] !== undefined).length;
  const until = (ms: number) => {
    for (let due = timers.shift(); due; due = timers.shift()) {
      if (due.at > ms) return void timers.unshift(due);
      now = due.at;
      due.task();
    }
  };
  const ends: [number, number][] = [];
  for (const row of rows) tints.begin(row, "up");
  for (let ms = 100; ms <= 3000; ms += 50) {
    const before = tinted();
    until(ms);
    now = ms;
    if (ms === 400) tints.begin(rows[0]!, "down");
    if (ms === 1000) tints.begin(rows[1]!, "down");
    if (tinted() < before) ends.push([before - tinted(), ms]);
  }
  expect(ends).toEqual([
    // Those of the beginning, and that of 400; then the last one alone.
    [19, 1000],
    [1, 2200],
  ]);
  expect(timers).toEqual([]);
  tints.begin(rows[3]!, "up");
  tints.end(rows[3]!);
  until(10_000);
  expect([tinted(), timers]).toEqual([0, []]);
});

test("where prices go on moving no tint ends in a frame of its own", () => {
  let now = 0;
  let timer = { at: Infinity, task: () => {} };
  const tints = new RowTints({
    now: () => now,
    after: (ms, task) => (timer = { at: now + ms, task }),
  });
  const rows = Array.from({ length: 4 }, () => ({ dataset: {} }) as unknown as HTMLElement);
  const tinted = () => rows.filter(({ dataset }) => dataset["moved"] !== undefined).length;
  for (let round = 0; round < 10; round++) {
    for (const [at, row] of rows.entries()) if (at % 2 === round % 2) tints.begin(row, "up");
    expect(tinted()).toBe(2);
    const next = now + 620;
    while (timer.at < next) {
      now = timer.at;
      timer.at = Infinity;
      timer.task();
      expect(tinted()).toBe(2);
    }
    now = next;
  }
});
