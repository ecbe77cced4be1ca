import { expect, test } from "vitest";
import { RequestBudget } from "../../../../venue/feed/htx/request-budget.ts";

/** Waits that end when a test lets them. */
function waits() {
  const open: { ms: number; end: () => void }[] = [];
  return {
    asked: [] as number[],
    wait(ms: number) {
      this.asked.push(ms);
      return new Promise<void>((end) => open.push({ ms, end }));
    },
    async end(ms: number) {
      const at = open.findIndex((waiting) => waiting.ms === ms);
      open.splice(at, 1)[0]?.end();
      await settled();
    },
  };
}
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("five a second, those somebody waits for first", async () => {
  const time = waits();
  const budget = new RequestBudget(5, (ms) => time.wait(ms));
  const started: string[] = [];
  const want = (name: string, urgency: "asked" | "backfill") =>
    void budget.turn(urgency).then(() => started.push(name));
  want("a", "backfill");
  want("b", "backfill");
  want("c", "asked");
  await settled();
  expect(started).toEqual(["a"]);
  await time.end(200);
  await time.end(200);
  expect(started).toEqual(["a", "c", "b"]);
  expect(time.asked).toEqual([200, 200, 200]);
  await time.end(200);
  want("d", "asked");
  await settled();
  expect(started).toEqual(["a", "c", "b", "d"]);
});

test("in a pause nothing starts, and who waits is refused at once", async () => {
  const time = waits();
  const budget = new RequestBudget(5, (ms) => time.wait(ms));
  await budget.turn("asked");
  const waiting = budget.turn("asked");
  const filled: string[] = [];
  void budget.turn("backfill").then(() => filled.push("later"));
  budget.pause(7000);
  budget.pause(1);
  await expect(waiting).rejects.toMatchObject({ code: 100010 });
  await expect(budget.turn("asked")).rejects.toMatchObject({ code: 100010 });
  await time.end(200);
  expect(filled).toEqual([]);
  await time.end(7000);
  expect(filled).toEqual(["later"]);
  expect(time.asked).toEqual([200, 7000, 200]);
});

test("what is asked beyond 64 fails at once rather than late", async () => {
  const time = waits();
  const budget = new RequestBudget(5, (ms) => time.wait(ms));
  await budget.turn("asked");
  const waiting = Array.from({ length: 64 }, () => budget.turn("asked"));
  await expect(budget.turn("asked")).rejects.toMatchObject({ code: 100010 });
  budget.pause(1);
  expect((await Promise.allSettled(waiting)).every(({ status }) => status === "rejected")).toBe(
    true,
  );
});
