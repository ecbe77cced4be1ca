import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { reloadCalls } from "../../../src/shell/worker-bridge.ts";

const [own, other] = ["aaaaaaaaaaaa", "bbbbbbbbbbbb"];
const minuteMs = 60_000;

/** A worker, as far as the page sees it. */
class Worker extends EventTarget {
  state = "activated";
  readonly told: unknown[] = [];
  /** What it answers to whether it is off; undefined where it does not know the question. */
  readonly off: boolean | undefined;

  constructor(off?: boolean) {
    super();
    this.off = off;
  }

  postMessage(message: { type: string }, ports: MessagePort[] = []): void {
    this.told.push(message.type);
    if (message.type === "IS_OFF" && this.off !== undefined) ports[0]?.postMessage(this.off);
    for (const port of ports) port.close();
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
let bridge: typeof import("../../../src/shell/worker-bridge.ts");
let store: (typeof import("../../../src/shell/app-context.ts"))["store"];

beforeEach(async () => {
  [served, asked, reloads] = [own, [], 0];
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  vi.stubEnv("DEV", false);
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
  const kept = new Map<string, string>();
  vi.stubGlobal("document", page);
  vi.stubGlobal("navigator", net);
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("location", {
    reload: () => (reloads += 1),
    origin: "https://godwit.example",
    href: "https://godwit.example/",
  });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  vi.stubGlobal("fetch", async (input: string | Request) => {
    const path = typeof input === "string" ? input : new URL(input.url).pathname;
    asked.push(path);
    if (path === "/builds/latest.json")
      return served === "" ? new Response("", { status: 404 }) : Response.json({ id: served });
    if (path.startsWith("/builds/meta/"))
      return Response.json({ timestamp: 2, changes: [`What ${served} brings.`] });
    if (path.endsWith("_payload.json"))
      return served === ""
        ? Promise.reject(new TypeError("Failed to fetch"))
        : Response.json({ id: served });
    return new Response("", { status: 503 });
  });
  vi.resetModules();
  bridge = await import("../../../src/shell/worker-bridge.ts");
  ({ store } = await import("../../../src/shell/app-context.ts"));
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
  bridge.startWorkerBridge();
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

const looks = () => asked.filter((path) => path === "/builds/latest.json").length;
const told = () => store.get(bridge.updateAtom);

describe("which worker calls for a reload", () => {
  test("not the first of all, each later one, also on the page that saw the first", () => {
    const calls = reloadCalls(false);
    expect([calls.takes(), calls.takes(), calls.takes()]).toEqual([false, true, true]);
  });

  test("on a page that was controlled from the beginning a new one does, and what follows on one that serves nothing does not", () => {
    const calls = reloadCalls(true);
    expect(calls.takes()).toBe(true);
    calls.servesNothing();
    expect([calls.takes(), calls.takes()]).toEqual([false, true]);
  });
});

describe("the pace of the looks for another build", () => {
  test.each([
    ["soonest", 0, 4.5],
    ["latest", 1, 5.5],
  ])(
    "about every five minutes, not all pages at once: at the %s",
    async (_word, chance, minutes) => {
      vi.spyOn(Math, "random").mockReturnValue(chance);
      await start();
      await pass(minutes * minuteMs - 1);
      expect(looks()).toBe(0);
      await pass(1);
      expect([looks(), registration.updates]).toEqual([1, 1]);
      await pass(minutes * minuteMs);
      expect(looks()).toBe(2);
    },
  );

  test("none while nobody looks, none without a network; what was left out is made up for on return", async () => {
    await start();
    page.visibilityState = "hidden";
    await pass(60 * minuteMs);
    page.visibilityState = "visible";
    net.onLine = false;
    await pass(60 * minuteMs);
    await says("visibilitychange");
    expect([looks(), registration.updates]).toEqual([0, 0]);
    net.onLine = true;
    await says("online");
    expect(looks()).toBe(1);
  });

  test.each([
    ["visibilitychange", {}],
    ["resume", {}],
    ["online", {}],
    ["pageshow", { persisted: true }],
  ])("%s looks, once in half a minute", async (type, facts) => {
    await start();
    await says(type, facts);
    await says(type, facts);
    await pass(29_000);
    await says(type, facts);
    expect(looks()).toBe(1);
    await pass(1000);
    await says(type, facts);
    expect(looks()).toBe(2);
  });

  test("a page that was loaded is no return, and a clock that was set back bars nothing", async () => {
    await start();
    await says("pageshow", { persisted: false });
    expect(looks()).toBe(0);
    await says("online");
    vi.setSystemTime(Date.now() - 24 * 60 * minuteMs);
    await says("online");
    expect(looks()).toBe(2);
  });

  test("a worker is looked for also where the venue does not say what it serves", async () => {
    served = "";
    await start();
    await says("online");
    expect([registration.updates, told()]).toEqual([1, null]);
  });
});

describe("a route's payload", () => {
  let learn: (path: string) => Promise<void>;
  beforeEach(async () => {
    ({ learnRoutePayload: learn } = await import("../../../src/shell/route-payload.ts"));
    registration.active = workers.controller = new Worker(false);
    await start();
  });

  test("of another build sets off a look, of this one none; each route is asked once", async () => {
    await learn("/");
    await learn("/coins");
    expect([asked.filter((path) => path.endsWith("_payload.json")), looks()]).toEqual([
      ["/_payload.json", "/coins/_payload.json"],
      0,
    ]);
    served = other;
    await learn("/coins");
    expect(looks()).toBe(0);
    await learn("/seconds");
    await settle();
    expect([looks(), registration.updates]).toEqual([1, 1]);
  });

  test("that could not be had means nothing, and is asked again", async () => {
    served = "";
    await learn("/coins");
    served = other;
    await learn("/coins");
    expect(looks()).toBe(1);
  });
});

describe("another build", () => {
  test("is told once it waits, with what it brings, and asks the venue anew which versions it takes", async () => {
    registration.active = workers.controller = new Worker(false);
    await start();
    served = other;
    await says("online");
    expect(told()).toBeNull();
    expect(asked).toContain("/api/auth/platBase");
    registration.waiting = new Worker(false);
    await pass(minuteMs);
    await says("online");
    expect(told()).toEqual({ id: other, changes: [`What ${other} brings.`], elsewhere: false });
    expect([registration.waiting.told, reloads]).toEqual([["IS_OFF"], 0]);
  });

  test("is not told on a return before it is known whether a worker brings it: a reload alone would show the build before once more", async () => {
    const { promise, resolve } = Promise.withResolvers<Registration>();
    workers.register = () => promise;
    registration.active = workers.controller = new Worker(false);
    served = other;
    await start();
    await says("visibilitychange");
    resolve(registration);
    await settle();
    expect([told(), registration.updates]).toEqual([null, 1]);
  });

  test("takes over where the person taps, and the page is loaded once", async () => {
    registration.active = workers.controller = new Worker(false);
    registration.waiting = new Worker(false);
    served = other;
    await start();
    bridge.applyUpdate();
    expect(registration.waiting.told).toEqual(["IS_OFF", "SKIP_WAITING"]);
    const next = registration.waiting;
    registration.waiting = null;
    await takesOver(next);
    await takesOver(next);
    expect(reloads).toBe(1);
  });
});

describe("the worker that is taken back", () => {
  test("cuts nothing short: neither it nor its successor loads a page, and its successor waits for nobody", async () => {
    registration.active = workers.controller = new Worker(false);
    await start();
    await takesOver(new Worker(true));
    registration.waiting = new Worker(false);
    await says("online");
    expect(registration.waiting.told).toEqual(["IS_OFF", "SKIP_WAITING"]);
    await takesOver(registration.waiting);
    expect([reloads, told()]).toEqual([0, null]);
  });

  test("asks nothing of the worker that is about to end, which would be started anew by it", async () => {
    const active = (workers.controller = registration.active = new Worker(false));
    await start();
    const before = active.told.length;
    registration.waiting = new Worker(true);
    await says("online");
    expect([registration.waiting.told, active.told.length]).toEqual([["IS_OFF"], before]);
  });

  test("is not asked again of the one before where it is late to answer", async () => {
    const active = (workers.controller = registration.active = new Worker(false));
    await start();
    const before = active.told.length;
    registration.waiting = new Worker();
    await says("online");
    await pass(2000);
    expect(active.told.length).toBe(before);
  });

  test("takes down what was told of it while it was late to answer", async () => {
    registration.active = workers.controller = new Worker(false);
    await start();
    store.set(bridge.updateAtom, { id: own, changes: [], elsewhere: false });
    registration.waiting = new Worker(true);
    await says("online");
    expect(told()).toBeNull();
  });

  test("is loaded around where the app may not go on as it is", async () => {
    const left = vi.spyOn(registration, "unregister");
    registration.active = workers.controller = new Worker(false);
    await start();
    const off = (registration.waiting = new Worker(true));
    await bridge.restartAnew();
    expect([off.told, left.mock.calls.length, reloads]).toEqual([["IS_OFF"], 1, 1]);
  });

  test("is removed by the page where the worker before does not end, with what that kept, and is not fetched again", async () => {
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
    expect([left.mock.calls.length, dropped, told(), reloads]).toEqual([
      1,
      ["precache", "prices"],
      null,
      0,
    ]);
    const { updates } = registration;
    await pass(10 * minuteMs);
    expect([registration.updates, left.mock.calls.length]).toEqual([updates, 1]);
    // A build that is made meanwhile is told, and a load alone brings it.
    served = other;
    await says("online");
    expect(told()?.id).toBe(other);
    bridge.applyUpdate();
    expect(reloads).toBe(1);
  });

  test("once removed by the page, brings no build by itself that another tab fetched: it is told", async () => {
    vi.stubGlobal("caches", { keys: async () => [] });
    registration.active = workers.controller = new Worker(false);
    await start();
    registration.waiting = new Worker(true);
    await says("online");
    await pass(8100);
    served = other;
    await takesOver(new Worker(false));
    expect([told()?.id, reloads]).toEqual([other, 0]);
  });

  test("is left to come by itself where it does in time", async () => {
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

  test("brings no build by itself that was made meanwhile: it is told, before its successor and after", async () => {
    registration.active = workers.controller = new Worker(false);
    await start();
    served = other;
    await takesOver(new Worker(true));
    expect([told()?.id, reloads]).toEqual([other, 0]);
    bridge.postponeUpdate();
    await pass(2 * 60 * minuteMs);
    await takesOver(new Worker(false));
    expect([told()?.id, reloads]).toEqual([other, 0]);
  });

  test("is left where another tab keeps it, unless there is a worker again", async () => {
    registration.active = new Worker(true);
    const left = vi.spyOn(registration, "unregister");
    await start();
    expect([registration.updates, left.mock.calls.length]).toEqual([1, 1]);
  });

  test("is not what a worker of an earlier build is that does not know the question", async () => {
    registration.active = workers.controller = new Worker();
    registration.waiting = new Worker(false);
    served = other;
    await start();
    await pass(2000);
    expect([registration.waiting.told, told()?.id]).toEqual([["IS_OFF"], other]);
  });
});
