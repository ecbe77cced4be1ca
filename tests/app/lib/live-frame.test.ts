import { expect, test } from "vitest";
import { LiveFrames } from "../../../src/lib/live-frame.ts";

const frameMs = 16;

/** A page whose frames come when they are called. Each entry of `drawn` is what one frame drew, and when. */
function page() {
  let now = 0;
  let asked: (() => void)[] = [];
  let timers: { at: number; task: () => void }[] = [];
  const drawn: { at: number; what: string[] }[] = [];
  let what: string[] = [];
  const frames = new LiveFrames({
    nextFrame: (task) => asked.push(task),
    after: (ms, task) => timers.push({ at: now + ms, task }),
    now: () => now,
  });
  const runTimers = () => {
    const due = timers.filter(({ at }) => at <= now);
    timers = timers.filter(({ at }) => at > now);
    for (const { task } of due) task();
  };
  return {
    frames,
    drawn,
    /** Something to draw, which takes `ms`. */
    drawing: (name: string, ms: number) => () => {
      now += ms;
      what.push(name);
    },
    /** The next `count` frames. */
    pass: async (count: number) => {
      for (let frame = 0; frame < count; frame++) {
        now += frameMs;
        runTimers();
        const at = now;
        const tasks = asked;
        asked = [];
        for (const task of tasks) task();
        await Promise.resolve();
        runTimers();
        if (what.length > 0) drawn.push({ at, what });
        what = [];
      }
    },
    isIdle: () => asked.length + timers.length === 0,
  };
}

test("what has changed is drawn together in the next frame, and again in the next where that was quick", async () => {
  const { frames, drawn, drawing, pass, isIdle } = page();
  for (let round = 0; round < 3; round++) {
    frames.render(drawing("price", 1));
    frames.paint(drawing("chart", 1));
    await pass(1);
  }
  const what = ["price", "chart"];
  expect(drawn.map((one) => one.what)).toEqual([what, what, what]);
  expect(isIdle()).toBe(true);
});

test("where it takes long a rest of four times as long follows, and each canvas has a frame of its own", async () => {
  const { frames, drawn, drawing, pass } = page();
  const ask = () => {
    frames.render(drawing("price", 10));
    frames.render(drawing("book", 10));
    for (const chart of ["one", "two"]) frames.paint(drawing(chart, 5));
  };
  frames.render(drawing("first", 1));
  await pass(1);
  ask();
  await pass(1);
  const first = drawn[1];
  ask();
  await pass(20);
  expect(drawn.map(({ what }) => what)).toEqual([
    ["first"],
    ["price", "book", "one", "two"],
    ["price", "book"],
    ["one"],
    ["two"],
  ]);
  const took = 10 + 10 + 5 + 5;
  const rest = (drawn[2]?.at ?? 0) - ((first?.at ?? 0) + took);
  expect(rest).toBeGreaterThanOrEqual(4 * took);
  expect(rest).toBeLessThan(4 * took + 2 * frameMs);
});

test("what changes while a round is drawn waits for the next one, and nothing waits longer than 400 ms", async () => {
  const { frames, drawn, drawing, pass } = page();
  frames.render(drawing("first", 1));
  await pass(1);
  frames.render(drawing("slow", 1000));
  await pass(1);
  const end = (drawn[1]?.at ?? 0) + 1000;
  frames.render(() => {
    drawing("second", 1)();
    frames.render(drawing("third", 1));
  });
  await pass(40);
  expect(drawn.map(({ what }) => what)).toEqual([["first"], ["slow"], ["second"], ["third"]]);
  expect((drawn[2]?.at ?? 0) - end).toBeGreaterThanOrEqual(400);
  expect((drawn[2]?.at ?? 0) - end).toBeLessThan(400 + 2 * frameMs);
});

test("what comes after a pause is drawn at once, and no rest follows it", async () => {
  const { frames, drawn, drawing, pass } = page();
  frames.render(drawing("prices", 100));
  await pass(1);
  frames.render(drawing("book", 100));
  await pass(1);
  expect(drawn.map(({ what }) => what)).toEqual([["prices"], ["book"]]);
  await pass(60);
  frames.render(drawing("prices", 1));
  await pass(1);
  frames.render(drawing("book", 1));
  await pass(1);
  expect(drawn.slice(2).map(({ what }) => what)).toEqual([["prices"], ["book"]]);
});
