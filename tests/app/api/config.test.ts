import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { defaultConfig } from "#protocol/wire/runtime-config.ts";
import {
  askForLateConfig,
  loadRuntimeConfig,
  runtimeConfig,
  whenConfigured,
} from "../../../src/api/config.ts";
import { stubWindowEvents } from "../../harness/window-events.ts";
import { removeWhere } from "../../../src/storage/database.ts";

beforeEach(() => {
  vi.useFakeTimers();
  // The real one keeps real time.
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort(new DOMException("too slow", "TimeoutError")), ms);
    return controller.signal;
  });
});

afterEach(async () => {
  await removeWhere(() => true);
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test("a config that never comes holds no call up for more than four seconds", async () => {
  vi.stubGlobal(
    "fetch",
    (_address: string, { signal }: { signal?: AbortSignal } = {}) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener("abort", () => reject(signal.reason as Error)),
      ),
  );
  const before = runtimeConfig();
  void loadRuntimeConfig();
  let ready = false;
  const waiting = whenConfigured().then(() => (ready = true));
  await vi.advanceTimersByTimeAsync(3900);
  expect(ready).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(ready).toBe(true);
  await waiting;
  expect(runtimeConfig()).toBe(before);
});

describe("a config that does not come", () => {
  /** A page that asks, how often it did, and answers by turns: the last one from then on. */
  function pageThatHears(...answers: (() => Promise<Response>)[]) {
    const page = { asked: 0, late: undefined as boolean | undefined };
    vi.stubGlobal("location", { href: "https://godwit.example/" });
    vi.stubGlobal("fetch", () => {
      const answer = answers[Math.min(page.asked, answers.length - 1)];
      page.asked += 1;
      return answer?.();
    });
    const window = stubWindowEvents();
    vi.stubGlobal("document", { visibilityState: "visible" });
    vi.spyOn(Math, "random").mockReturnValue(0.5);
    void loadRuntimeConfig();
    void askForLateConfig().then((late) => (page.late = late));
    return { page, goOnline: () => window.dispatchEvent(new Event("online")) };
  }
  const fails = () => Promise.reject(new TypeError("Failed to fetch"));
  const serves = async () => Response.json({ base: { "/": "https://late.example" } });

  test("is asked for again, more and more seldom, until it is there", async () => {
    const { page } = pageThatHears(fails, fails, async () => new Response("<html>"), serves);
    const counts: number[] = [];
    for (const ms of [1900, 200, 3700, 400, 7600, 500]) {
      await vi.advanceTimersByTimeAsync(ms);
      counts.push(page.asked);
    }
    expect(counts).toEqual([1, 2, 2, 3, 3, 4]);
    expect([page.late, runtimeConfig().base.get("/")]).toEqual([true, "https://late.example"]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(page.asked).toBe(4);
  });

  test("is asked for at once where the network is back", async () => {
    const { page, goOnline } = pageThatHears(fails, serves);
    await vi.advanceTimersByTimeAsync(500);
    goOnline();
    await vi.advanceTimersByTimeAsync(0);
    expect([page.asked, page.late]).toEqual([2, true]);
  });

  test("is not late where it came, or where the device has one of an earlier visit", async () => {
    const { page } = pageThatHears(serves);
    await vi.advanceTimersByTimeAsync(10_000);
    const { page: later } = pageThatHears(fails);
    await vi.advanceTimersByTimeAsync(10_000);
    expect([page, later]).toEqual([
      { asked: 1, late: false },
      { asked: 1, late: false },
    ]);
  });
});

describe("the last good config is in IndexedDB", () => {
  const served = { base: { "/": "https://venue.example" }, base64: true };
  const respond =
    (body: string, status = 200) =>
    async () =>
      new Response(body, { status });
  const failed = () => Promise.reject(new TypeError("Failed to fetch"));

  /** A page that begins with the defaults and finds a copy on the device. Answers what it goes by, and the copy then. */
  async function openPage(copy: unknown, answer: () => Promise<Response>) {
    vi.resetModules();
    vi.stubGlobal("fetch", answer);
    vi.stubGlobal("location", { href: "https://godwit.example/" });
    const database = await import("../../../src/storage/database.ts");
    await database.setItem("config", copy);
    const { loadRuntimeConfig: load } = await import("../../../src/api/config.ts");
    const { base, base64 } = await load();
    return {
      config: { base: Object.fromEntries(base), base64 },
      copy: await database.getItem("config"),
    };
  }

  test("as soon as it has come", async () => {
    const page = await openPage(undefined, respond(JSON.stringify(served)));
    expect(page).toEqual({ config: served, copy: served });
  });

  test.each<[string, () => Promise<Response>]>([
    ["no network", failed],
    ["an error of the venue", respond("{}", 500)],
    ["a page in its place", respond("<!doctype html>")],
    ["a portal's JSON", respond('{"portal":"Hotel Paradiso"}')],
    ["one that is too long", respond(JSON.stringify({ base64: false, long: "x".repeat(70_000) }))],
  ])("and serves where there is %s", async (_what, answer) => {
    expect(await openPage(served, answer)).toEqual({ config: served, copy: served });
  });

  test.each([[null], [7], ["x"], [[]], [{ portal: 1 }]])(
    "damaged, it leaves the defaults: %j",
    async (damaged) => {
      const { base, base64 } = defaultConfig;
      expect((await openPage(damaged, failed)).config).toEqual({
        base: Object.fromEntries(base),
        base64,
      });
    },
  );
});
