import { expect, test } from "vitest";
import { type Leap, SteadyClock } from "../../../venue/lib/steady-clock.ts";

const start = Date.UTC(2026, 10, 26);
const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A machine whose clocks go on by hand. */
function machine() {
  let [wall, monotonic, uptimeMs] = [start, 0, 7 * day];
  const said: (Leap | null)[] = [];
  const clock = new SteadyClock(
    { wall: () => wall, monotonic: () => monotonic, uptime: () => Math.floor(uptimeMs / 1000) },
    (leap) => said.push(leap),
  );
  return {
    clock,
    said,
    /** Time passes; the venue looks at its clock each second. */
    pass: (ms: number) => {
      for (let left = ms; left > 0; left -= second) {
        const step = Math.min(second, left);
        [wall, monotonic, uptimeMs] = [wall + step, monotonic + step, uptimeMs + step];
        clock.now();
      }
    },
    sleep: (ms: number) => {
      [wall, uptimeMs] = [wall + ms, uptimeMs + ms];
    },
    /** Somebody sets the clock. */
    set: (byMs: number) => {
      wall += byMs;
    },
  };
}

test("is the machine's clock while nobody sets it, also after a machine has slept for days", () => {
  const { clock, said, pass, sleep } = machine();
  pass(hour);
  expect(clock.now()).toBe(start + hour);
  sleep(3 * day);
  expect(clock.now()).toBe(start + hour + 3 * day);
  pass(minute);
  expect(clock.now()).toBe(start + hour + 3 * day + minute);
  expect(said).toEqual([]);
});

test("takes a small step at once, in both directions", () => {
  const { clock, said, pass, set } = machine();
  set(4 * minute);
  expect(clock.now()).toBe(start + 4 * minute);
  pass(minute);
  set(-4 * minute);
  expect(clock.now()).toBe(start + minute);
  expect(said).toEqual([]);
});

test("goes on as it went through a leap of forty days, until the clock is right again", () => {
  const { clock, said, pass, set } = machine();
  pass(minute);
  set(40 * day);
  expect(clock.now()).toBe(start + minute);
  pass(3 * hour);
  expect(clock.now()).toBe(start + minute + 3 * hour);
  expect(clock.leap).toEqual({ offMs: 40 * day, followsAt: null });
  set(-40 * day);
  expect(clock.now()).toBe(start + minute + 3 * hour);
  expect(clock.leap).toBeNull();
  expect(said).toEqual([{ offMs: 40 * day, followsAt: null }, null]);
});

test("sleep during a leap counts as time", () => {
  const { clock, pass, set, sleep } = machine();
  set(40 * day);
  pass(minute);
  sleep(8 * hour);
  pass(minute);
  expect(Math.abs(clock.now() - (start + 2 * minute + 8 * hour))).toBeLessThanOrEqual(2 * second);
});

test("believes a leap of hours after ten minutes, one of more than a day or back only from an operator", () => {
  const { clock, pass, set } = machine();
  set(5 * hour);
  pass(9 * minute);
  expect(clock.now()).toBe(start + 9 * minute);
  pass(2 * minute);
  expect(clock.now()).toBe(start + 5 * hour + 11 * minute);
  expect(clock.leap).toBeNull();

  const back = machine();
  back.set(-2 * hour);
  back.pass(day);
  expect(back.clock.now()).toBe(start + day);
  back.clock.follow();
  expect(back.clock.now()).toBe(start + day - 2 * hour);
  expect(back.clock.leap).toBeNull();
});
