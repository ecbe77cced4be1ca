import { expect, test } from "vitest";
import { createJsonLog } from "../../../venue/operator/watch/json-log.ts";

function openLog() {
  const clock = { ms: 0 };
  const lines: Record<string, unknown>[] = [];
  const log = createJsonLog((line) => lines.push(JSON.parse(line) as Record<string, unknown>), {
    now: () => Date.UTC(2026, 10, 28) + clock.ms,
    monotonic: () => clock.ms,
  });
  return { clock, lines, log };
}
const fault = (job: string) => ({ job, error: new Error("the disk is full") });

test("a line is one JSON object, with an error's words, place and cause, and whole numbers as text", () => {
  const { lines, log } = openLog();
  const error = new Error("a\nb", { cause: new Error("c") });
  log("error", "job failed", { job: "blocks", error, seq: 2n ** 60n });
  expect(lines).toMatchObject([
    {
      time: "2026-11-28T00:00:00.000Z",
      level: "error",
      event: "job failed",
      job: "blocks",
      seq: "1152921504606846976",
      error: { name: "Error", message: "a\nb", cause: { message: "c" } },
    },
  ]);
  expect((lines[0]!["error"] as { stack: string }).stack).toContain("json-log.test.ts");
  expect(lines[0]).not.toHaveProperty("times");
});

test("a fault that goes on is written at once and then each minute, with how often it came", () => {
  const { clock, lines, log } = openLog();
  for (; clock.ms <= 120_000; clock.ms += 1000) log("error", "job failed", fault("blocks"));
  expect(lines.map(({ time, times }) => [time, times])).toEqual([
    ["2026-11-28T00:00:00.000Z", undefined],
    ["2026-11-28T00:01:00.000Z", 60],
    ["2026-11-28T00:02:00.000Z", 60],
  ]);
});

test("faults that differ, and all that is no fault, are written each", () => {
  const { lines, log } = openLog();
  for (let n = 0; n < 2; n += 1) {
    log("error", "job failed", fault("blocks"));
    log("error", "job failed", fault("sweep"));
    log("warn", "call failed", { requestId: `r${n}` });
    log("info", "backup made", {});
  }
  expect(lines.map(({ event, job, requestId }) => [event, job ?? requestId])).toEqual([
    ["job failed", "blocks"],
    ["job failed", "sweep"],
    ["call failed", "r0"],
    ["backup made", undefined],
    ["call failed", "r1"],
    ["backup made", undefined],
  ]);
});

test("a fault that was away is a new one, and of thousands that differ not all are remembered", () => {
  const { clock, lines, log } = openLog();
  log("warn", "call failed", { requestId: "first" });
  clock.ms = 200_000;
  log("warn", "call failed", { requestId: "first" });
  expect(lines).toHaveLength(2);
  for (let n = 0; n < 2000; n += 1) log("warn", "call failed", { requestId: `r${n}` });
  log("warn", "call failed", { requestId: "r0" });
  expect(lines).toHaveLength(2003);
});
