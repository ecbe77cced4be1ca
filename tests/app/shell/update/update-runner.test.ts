import type { TickerRow } from "#protocol/api/market.ts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const [own, other] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"];
const minuteMs = 60_000;

/** A worker, as far as the page sees it. */
class Worker extends EventTarget {
  readonly scriptURL = "https://godwit.example/sw.js";
  state = "activated";
  readonly messages: unknown[] = [];
  /** What it answers to whether it is the kill switch; undefined if it does not know the question. */
  off: boolean | undefined;
  private readonly unanswered: MessagePort[] = [];

  constructor(off?: boolean) {
    super();
    this.off = off;
  }

  postMessage(message: { type: string }, ports: MessagePort[] = []): void {
    this.messages.push(message.type);
    if (message.type === "IS_OFF" && this.off === undefined) {
      this.unanswered.push(...ports);
      return;
    }
    if (message.type === "IS_OFF") ports[0]?.postMessage(this.off);
    for (const port of ports) port.close();
  }

  answerLate(off: boolean): void {
    for (const port of this.unanswered) {
      port.postMessage(off);
      port.close();
    }
  }
}

class Registration extends EventTarget {
  installing: Worker | null = null;
  waiting: Worker | null = null;
  active: Worker | null = null;
  updates = 0;
  update = async () => void (this.updates += 1);
  unregister = async () => true;
}

let page: EventTarget & { visibilityState: string; querySelector: (selector: string) => unknown };
let workers: EventTarget & {
  controller: Worker | null;
  register: () => Promise<Registration>;
  getRegistration: () => Promise<Registration>;
};
let registration: Registration;
let net: { onLine: boolean; serviceWorker: typeof workers };
/** The build that the venue serves. */
let served: string;
let asked: string[];
let reloads: number;
/** What the device keeps from page to page. */
let local: Map<string, string>;
/** When the served build was made; this page's at 1. */
let servedAt: number;
let updates: typeof import("../../../../src/shell/update/updates.ts");
let atoms: typeof import("../../../../src/shell/update/update-atoms.ts");
let toastsAtom: (typeof import("../../../../src/shell/toasts/toasts.ts"))["toastsAtom"];
let store: (typeof import("../../../../src/shell/app-context.ts"))["store"];

beforeEach(async () => {
  [served, asked, reloads, servedAt] = [own, [], 0, 2];
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
  vi.stubEnv("DEV", false);
  vi.stubGlobal("self", globalThis);
  const mark = { content: own, dataset: { time: "1" } };
  page = Object.assign(new EventTarget(), {
    visibilityState: "visible",
    querySelector: (selector: string) => (selector.includes("build") ? mark : null),
  });
  registration = new Registration();
  workers = Object.assign(new EventTarget(), {
    controller: null,
    register: async () => registration,
    getRegistration: async () => registration,
  });
  net = { onLine: true, serviceWorker: workers };
  const items = new Map<string, string>();
  local = new Map();
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", net);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("location", {
    reload: () => (reloads += 1),
    origin: "https://godwit.example",
    href: "https://godwit.example/",
  });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => void local.set(key, value),
  });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  });
  vi.stubGlobal("fetch", async (input: string | Request) => {
    const path = typeof input === "string" ? input : new URL(input.url).pathname;
    asked.push(path);
    if (path === "/builds/latest.json")
      return served === "" ? new Response("", { status: 404 }) : Response.json({ id: served });
    if (path.startsWith("/builds/meta/"))
      return path.includes(other)
        ? Response.json({ timestamp: servedAt, changes: [`What ${other} brings.`] })
        : Response.json({ timestamp: 1, changes: [`What ${own} brings.`] });
    if (path.endsWith("_payload.json"))
      return served === ""
        ? Promise.reject(new TypeError("Failed to fetch"))
        : Response.json({ id: served });
    return new Response("", { status: 503 });
  });
  vi.resetModules();
  updates = await import("../../../../src/shell/update/updates.ts");
  atoms = await import("../../../../src/shell/update/update-atoms.ts");
  ({ store } = await import("../../../../src/shell/app-context.ts"));
  ({ toastsAtom } = await import("../../../../src/shell/toasts/toasts.ts"));
});

afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

/** Lets everything happen that waits for no clock. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 12; turn++) await new Promise((done) => setImmediate(done));
}

async function start(): Promise<void> {
  // The page has its worker, if it has one, before the runner is loaded.
  await import("../../../../src/shell/update/update-runner.ts");
  await updates.startUpdates();
  await settle();
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  await settle();
}

async function says(type: string, facts: object = {}): Promise<void> {
  page.dispatchEvent(Object.assign(new Event(type), facts));
  await settle();
}

async function takesOver(worker: Worker): Promise<void> {
  workers.controller = registration.active = worker;
  workers.dispatchEvent(new Event("controllerchange"));
  await settle();
}

const checks = () => asked.filter((path) => path === "/builds/latest.json").length;
const offered = () => store.get(atoms.updateOfferAtom);

describe("the pace of the checks for another build", () => {
  test.each([
    ["soonest", 0, 4.5],
    ["latest", 1, 5.5],
  ])(
    "about every five minutes, not all pages at once: at the %s",
    async (_word, chance, minutes) => {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      await start();
      await pass(minutes * minuteMs - 1);
      expect(checks()).toBe(0);
      await pass(1);
      expect([checks(), registration.updates]).toEqual([1, 1]);
      await pass(minutes * minuteMs);
      expect(checks()).toBe(2);
    },
  );

  test("none while the page is hidden or offline; the missed check is made on return", async () => {
    await start();
    page.visibilityState = "hidden";
    await pass(60 * minuteMs);
    page.visibilityState = "visible";
    net.onLine = false;
    await pass(60 * minuteMs);
    await says("visibilitychange");
    expect([checks(), registration.updates]).toEqual([0, 0]);
    net.onLine = true;
    await says("online");
    expect(checks()).toBe(1);
  });

  test.each([
    ["visibilitychange", {}],
    ["resume", {}],
    ["online", {}],
    ["pageshow", { persisted: true }],
  ])("%s checks, once in half a minute", async (type, facts) => {
    await start();
    await says(type, facts);
    await says(type, facts);
    await pass(29_000);
    await says(type, facts);
    expect(checks()).toBe(1);
    await pass(1000);
    await says(type, facts);
    expect(checks()).toBe(2);
  });

  test("a page that was loaded is no return, and a clock that was set back stops no check", async () => {
    await start();
    await says("pageshow", { persisted: false });
    expect(checks()).toBe(0);
    await says("online");
    vi.setSystemTime(Date.now() - 24 * 60 * minuteMs);
    await says("online");
    expect(checks()).toBe(2);
  });

  test("a worker is looked for even if the venue does not say what it serves", async () => {
    served = "";
    await start();
    await says("online");
    expect([registration.updates, offered()]).toEqual([1, null]);
  });
});

describe("a route's payload", () => {
  let learn: (path: string) => Promise<void>;
  beforeEach(async () => {
    ({ learnRoutePayload: learn } = await import("../../../../src/shell/update/route-payload.ts"));
    registration.active = workers.controller = new Worker(false);
    await start();
  });

  test("of another build sets off a check, of this one none; each route is asked once", async () => {
    await learn("/");
    await learn("/coins");
    expect([asked.filter((path) => path.endsWith("_payload.json")), checks()]).toEqual([
      ["/_payload.json", "/coins/_payload.json"],
      0,
    ]);
    served = other;
    await learn("/coins");
    expect(checks()).toBe(0);
    await learn("/seconds");
    await settle();
    expect([checks(), registration.updates]).toEqual([1, 1]);
  });

  test("that could not be loaded means nothing, and is asked for again", async () => {
    served = "";
    await learn("/coins");
    served = other;
    await learn("/coins");
    expect(checks()).toBe(1);
  });
});

describe("another build", () => {
  test("is offered once it waits, with what it changes, and the venue is asked again which versions it takes", async () => {
    registration.active = workers.controller = new Worker(false);
    await start();
    served = other;
    await says("online");
    expect(offered()).toBeNull();
    expect(asked).toContain("/api/auth/platBase");
    registration.waiting = new Worker(false);
    await pass(minuteMs);
    await says("online");
    expect(offered()).toEqual({
      id: other,
      changes: [`What ${other} brings.`],
      elsewhere: false,
      goesBack: false,
    });
    expect([registration.waiting.messages, reloads]).toEqual([["IS_OFF"], 0]);
  });

  test("is not offered on a return before it is known whether a worker brings it: a reload alone would show the old build again", async () => {
    const { promise, resolve } = Promise.withResolvers<Registration>();
    workers.register = () => promise;
    registration.active = workers.controller = new Worker(false);
    served = other;
    await start();
    await says("visibilitychange");
    resolve(registration);
    await settle();
    expect([offered(), registration.updates]).toEqual([null, 1]);
  });

  test("takes over when the person taps, and the page is loaded once", async () => {
    registration.active = workers.controller = new Worker(false);
    registration.waiting = new Worker(false);
    served = other;
    await start();
    updates.applyUpdate();
    await settle();
    expect(registration.waiting.messages).toEqual(["IS_OFF", "SKIP_WAITING"]);
    const next = registration.waiting;
    registration.waiting = null;
    await takesOver(next);
    await takesOver(next);
    expect(reloads).toBe(1);
  });

  test("late, while the reloaded page is loading: the page follows it without an event", async () => {
    registration.active = workers.controller = new Worker(false);
    registration.waiting = new Worker(false);
    served = other;
    await start();
    updates.applyUpdate();
    await pass(8000);
    expect(reloads).toBe(1);
    // The page is still of its own build, as the worker before it answered.
    const shellOf = (id: string) => `<html><meta name="build" content="${id}" data-time="1" />`;
    let shell = shellOf(other);
    vi.stubGlobal("caches", { match: async () => new Response(shell) });
    vi.resetModules();
    updates = await import("../../../../src/shell/update/updates.ts");
    registration.active = workers.controller = registration.waiting;
    registration.waiting = null;
    // Offline, nobody says what is served.
    served = "";
    await start();
    await pass(9000);
    expect(reloads).toBe(1);
    await pass(2000);
    expect(reloads).toBe(2);
    shell = shellOf(own);
    vi.resetModules();
    updates = await import("../../../../src/shell/update/updates.ts");
    await start();
    await pass(30_000);
    expect(reloads, "noted once").toBe(2);
  });

  test("not at all: the reloaded page asks it once more, since the tap was made", async () => {
    registration.active = workers.controller = new Worker(false);
    const next = (registration.waiting = new Worker(false));
    served = other;
    await start();
    updates.applyUpdate();
    await pass(8000);
    expect(reloads).toBe(1);
    vi.resetModules();
    updates = await import("../../../../src/shell/update/updates.ts");
    served = "";
    await start();
    await pass(11_000);
    expect(next.messages.filter((type) => type === "SKIP_WAITING")).toHaveLength(2);
    registration.waiting = null;
    await takesOver(next);
    expect(reloads).toBe(2);
  });

  test("late, just after the reload: the page follows it as soon as it may reload again", async () => {
    registration.active = workers.controller = new Worker(false);
    registration.waiting = new Worker(false);
    served = other;
    await start();
    updates.applyUpdate();
    await pass(8000);
    expect(reloads).toBe(1);
    vi.stubGlobal("caches", { match: async () => undefined });
    vi.resetModules();
    updates = await import("../../../../src/shell/update/updates.ts");
    const next = registration.waiting;
    registration.waiting = null;
    served = "";
    await start();
    await takesOver(next);
    expect(reloads).toBe(1);
    await pass(11_000);
    expect(reloads).toBe(2);
  });
});

describe("what the device remembers", () => {
  /** The page is loaded again. */
  async function reload(): Promise<void> {
    vi.resetModules();
    updates = await import("../../../../src/shell/update/updates.ts");
    atoms = await import("../../../../src/shell/update/update-atoms.ts");
    ({ store } = await import("../../../../src/shell/app-context.ts"));
    ({ toastsAtom } = await import("../../../../src/shell/toasts/toasts.ts"));
    await start();
  }
  const toasts = () => store.get(toastsAtom).map(({ description }) => description);

  beforeEach(() => {
    registration.active = workers.controller = new Worker(false);
    registration.waiting = new Worker(false);
  });

  test("a build that was put off stays so over reloads for a day, and the next one is offered at once", async () => {
    served = other;
    await start();
    await says("online");
    expect(offered()?.id).toBe(other);
    updates.postponeUpdate();
    await settle();
    await reload();
    await says("online");
    expect(offered()).toBeNull();
    served = "cccccccccccc";
    await pass(minuteMs);
    await says("online");
    expect(offered()?.id).toBe("cccccccccccc");
    served = other;
    await reload();
    vi.setSystemTime(Date.now() + 24 * 60 * minuteMs);
    await says("online");
    expect(offered()?.id).toBe(other);
  });

  test("an older build is offered as one, with what would go", async () => {
    [served, servedAt] = [other, 0.5];
    await start();
    await says("online");
    expect(offered()).toEqual({
      id: other,
      changes: [`What ${own} brings.`],
      elsewhere: false,
      goesBack: true,
    });
  });

  test.each([
    ["newer", 0.5, `Godwit has been updated. What is new: What ${own} brings.`],
    [
      "older",
      2,
      `Godwit has gone back to an earlier version. What is no longer there: What ${other} brings.`,
    ],
  ])("a cold start into the %s build says so once", async (_which, time, words) => {
    const { i18n } = await import("@lingui/core");
    i18n.load("en", {});
    i18n.activate("en");
    local.set("godwit:seen-build", JSON.stringify({ id: other, time }));
    await start();
    expect(toasts()).toEqual([words]);
    await reload();
    expect(toasts()).toEqual([]);
  });

  test("neither a first visit nor a person who tapped is shown what came", async () => {
    await start();
    expect(toasts()).toEqual([]);
    served = other;
    await says("online");
    updates.applyUpdate();
    await settle();
    const { id } = JSON.parse(local.get("godwit:seen-build") ?? "{}") as { id: string };
    expect(id).toBe(other);
  });
});

test("a venue that was gone and is back is asked for its build, with the network there all the time", async () => {
  const { marketStore } = await import("../../../../src/features/market/feed/market-store.ts");
  let ts = 1_800_000_000_000;
  const price = () => marketStore.take([{ symbol: "btcusdt", ts: (ts += 1000) } as TickerRow]);
  await start();
  price();
  await pass(30_000);
  price();
  await settle();
  expect(checks()).toBe(0);
  await pass(61_000);
  price();
  await settle();
  expect(checks()).toBe(1);
});

describe("the kill switch", () => {
  test("reloads no page, nor does the worker after it, which does not wait for a tap", async () => {
    registration.active = workers.controller = new Worker(false);
    await start();
    await takesOver(new Worker(true));
    registration.waiting = new Worker(false);
    await says("online");
    expect(registration.waiting.messages).toEqual(["IS_OFF", "SKIP_WAITING"]);
    await takesOver(registration.waiting);
    expect([reloads, offered()]).toEqual([0, null]);
  });

  test("asks nothing of the worker that is about to end: a question would start it again", async () => {
    const active = (workers.controller = registration.active = new Worker(false));
    await start();
    const before = active.messages.length;
    registration.waiting = new Worker(true);
    await says("online");
    expect([registration.waiting.messages, active.messages.length]).toEqual([["IS_OFF"], before]);
  });

  test("does not ask the worker before it again if it is late to answer itself", async () => {
    const active = (workers.controller = registration.active = new Worker(false));
    await start();
    const before = active.messages.length;
    registration.waiting = new Worker();
    await says("online");
    await pass(2000);
    expect(active.messages.length).toBe(before);
  });

  test("is not offered as a build while it is late to answer, and is seen as what it is when it does", async () => {
    registration.active = workers.controller = new Worker(false);
    await start();
    const late = (registration.waiting = new Worker());
    await says("online");
    await pass(2000);
    expect(offered()).toBeNull();
    late.answerLate(true);
    await settle();
    const left = vi.spyOn(registration, "unregister");
    vi.stubGlobal("caches", { keys: async () => [] });
    await pass(8100);
    expect(left).toHaveBeenCalledOnce();
  });

  test("is reloaded around if the app may not go on as it is", async () => {
    const left = vi.spyOn(registration, "unregister");
    registration.active = workers.controller = new Worker(false);
    await start();
    const off = (registration.waiting = new Worker(true));
    updates.restartFresh();
    await settle();
    expect([off.messages, left.mock.calls.length, reloads]).toEqual([["IS_OFF"], 1, 1]);
  });

  test("is removed by the page, with the caches, if the worker before it does not end, and is not fetched again", async () => {
    const dropped: string[] = [];
    vi.stubGlobal("caches", {
      keys: async () => ["precache", "prices"],
      delete: async (name: string) => dropped.push(name),
    });
    const left = vi.spyOn(registration, "unregister");
    registration.active = workers.controller = new Worker(false);
    await start();
    registration.waiting = new Worker(true);
    await says("online");
    await pass(7900);
    expect([left.mock.calls.length, dropped]).toEqual([0, []]);
    await pass(200);
    expect([left.mock.calls.length, dropped, offered(), reloads]).toEqual([
      1,
      ["precache", "prices"],
      null,
      0,
    ]);
    const asksBefore = registration.updates;
    await pass(10 * minuteMs);
    expect([registration.updates, left.mock.calls.length]).toEqual([asksBefore, 1]);
    // A build that is made meanwhile is offered, and a reload alone brings it.
    served = other;
    await says("online");
    expect(offered()?.id).toBe(other);
    updates.applyUpdate();
    await settle();
    expect(reloads).toBe(1);
  });

  test("once removed by the page, fills no caches again, also where the storage refuses once", async () => {
    let [sweeps, filled] = [0, ["prices"]];
    vi.stubGlobal("caches", {
      keys: async () => {
        if (++sweeps === 2) throw new DOMException("The disk is busy.", "UnknownError");
        return filled;
      },
      delete: async (name: string) => (filled = filled.filter((one) => one !== name)),
    });
    registration.active = workers.controller = new Worker(false);
    await start();
    registration.waiting = new Worker(true);
    await says("online");
    await pass(8100);
    expect(filled).toEqual([]);
    filled = ["prices"];
    await pass(10_000);
    expect([sweeps, filled]).toEqual([2, ["prices"]]);
    await pass(10_000);
    expect([sweeps, filled]).toEqual([3, []]);
  });

  test("once removed by the page, applies no build that another tab fetched: it is offered", async () => {
    vi.stubGlobal("caches", { keys: async () => [] });
    registration.active = workers.controller = new Worker(false);
    await start();
    registration.waiting = new Worker(true);
    await says("online");
    await pass(8100);
    served = other;
    await takesOver(new Worker(false));
    expect([offered()?.id, reloads]).toEqual([other, 0]);
  });

  test("is left alone if it takes over in time", async () => {
    const left = vi.spyOn(registration, "unregister");
    registration.active = workers.controller = new Worker(false);
    await start();
    const off = (registration.waiting = new Worker(true));
    await says("online");
    registration.waiting = null;
    await takesOver(off);
    await pass(10_000);
    expect([left.mock.calls.length, reloads]).toEqual([0, 0]);
  });

  test("applies no build that was made meanwhile: it is offered, before the next worker and after", async () => {
    registration.active = workers.controller = new Worker(false);
    await start();
    served = other;
    await takesOver(new Worker(true));
    expect([offered()?.id, reloads]).toEqual([other, 0]);
    updates.postponeUpdate();
    await settle();
    await pass(25 * 60 * minuteMs);
    await takesOver(new Worker(false));
    expect([offered()?.id, reloads]).toEqual([other, 0]);
  });

  test("is unregistered if another tab keeps it alive, unless there is a worker again", async () => {
    registration.active = new Worker(true);
    const left = vi.spyOn(registration, "unregister");
    await start();
    expect([registration.updates, left.mock.calls.length]).toEqual([1, 1]);
  });

  test("is not assumed of a worker of an earlier build that does not know the question", async () => {
    registration.active = workers.controller = new Worker();
    registration.waiting = new Worker(false);
    served = other;
    await start();
    await pass(2000);
    expect([registration.waiting.messages, offered()?.id]).toEqual([["IS_OFF"], other]);
  });
});

describe("a database that another tab's newer build has upgraded", () => {
  test("has this page reload once the calls under way have ended, which nobody is asked about", async () => {
    await start();
    const { inFlightAtom } = await import("../../../../src/shell/in-flight.ts");
    store.set(inFlightAtom, () => 1);
    void updates.restartForUpgrade();
    await pass(2000);
    expect([offered(), reloads]).toEqual([null, 0]);
    store.set(inFlightAtom, () => 0);
    await settle();
    expect([offered(), reloads]).toEqual([null, 1]);
  });

  test("is reported beside something that a reload would lose, and reloads nothing", async () => {
    await start();
    const { holdBusy } = await import("../../../../src/lib/busy-flags.ts");
    holdBusy("typed");
    served = other;
    void updates.restartForUpgrade();
    await settle();
    expect([offered(), reloads]).toEqual([expect.objectContaining({ elsewhere: true }), 0]);
  });
});
