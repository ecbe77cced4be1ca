import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

type Mode =
  | "works"
  | "dead"
  | "full"
  | "silent"
  | "other schema"
  | "other schema for good"
  | "throws";

/** As much of IndexedDB as the store uses, which fails as the test says. */
function fakeDatabases() {
  interface Handle {
    close: () => void;
    transaction: () => unknown;
    onversionchange?: (event: { newVersion: number | null }) => void;
  }
  const state = {
    mode: "works" as Mode,
    opened: 0,
    handles: 0,
    deleted: 0,
    held: new Map<string, unknown>(),
    roomFor: Infinity,
    handle: undefined as Handle | undefined,
  };
  const request = <T>(run: () => T) => {
    const made: {
      result?: T;
      error?: unknown;
      onsuccess?: () => void;
      onerror?: () => void;
      oncomplete?: () => void;
      onabort?: () => void;
    } = {};
    if (state.mode === "silent") return made;
    queueMicrotask(() => {
      try {
        made.result = run();
        (made.onsuccess ?? made.oncomplete)?.();
      } catch (cause) {
        made.error = cause;
        (made.onerror ?? made.onabort)?.();
      }
    });
    return made;
  };
  const open = () => {
    if (state.mode === "throws") throw new DOMException("denied", "SecurityError");
    state.opened += 1;
    const opening = state.opened;
    state.handles += 1;
    return request(
      () =>
        (state.handle = {
          close: () => void (state.handles -= 1),
          transaction: () => {
            if (state.mode === "dead" && opening === 1)
              throw new DOMException("closing", "InvalidStateError");
            if (
              (state.mode === "other schema" && state.deleted === 0) ||
              state.mode === "other schema for good"
            )
              throw new DOMException("no such store", "NotFoundError");
            let transaction: unknown;
            const write = (run: () => void) => (transaction = request(run));
            return {
              objectStore: () => ({
                get: (key: string) => request(() => state.held.get(key)),
                getAllKeys: () => request(() => [...state.held.keys()]),
                put: (value: unknown, key: string) =>
                  write(() => {
                    if (
                      state.mode === "full" &&
                      !state.held.has(key) &&
                      state.held.size >= state.roomFor
                    )
                      throw new DOMException("full", "QuotaExceededError");
                    state.held.set(key, structuredClone(value));
                  }),
                delete: (key: string) => {
                  state.held.delete(key);
                  write(() => undefined);
                },
                get transaction() {
                  return transaction ?? request(() => undefined);
                },
              }),
            };
          },
        }),
    );
  };
  const deleteDatabase = () =>
    request(() => {
      if (state.handles > 0) throw new DOMException("blocked by a handle", "InvalidStateError");
      state.deleted += 1;
      state.held.clear();
    });
  vi.stubGlobal("indexedDB", { open, deleteDatabase });
  return state;
}

beforeEach(() => void vi.resetModules());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const fresh = () => import("../../../src/storage/device-store.ts");

test("what is kept comes back, and goes when it is forgotten", async () => {
  const state = fakeDatabases();
  const store = await fresh();
  await store.keep("a:1", { x: 1 });
  await store.keep("a:2", 2);
  await store.keep("b", 3);
  expect([state.held.size, await store.readKept("a:1"), await store.keptKeys("a:")]).toEqual([
    3,
    { x: 1 },
    ["a:1", "a:2"],
  ]);
  await store.forget("a:1");
  await store.forgetAll("a:");
  expect([
    await store.readKept("a:1"),
    await store.readKept("a:2"),
    await store.readKept("b"),
  ]).toEqual([undefined, undefined, 3]);
});

test("a handle that has died is opened anew, and nothing is lost", async () => {
  const state = fakeDatabases();
  const store = await fresh();
  await store.keep("a", 1);
  state.mode = "dead";
  expect(await store.readKept("a")).toBe(1);
  await store.keep("b", 2);
  expect([state.opened, state.deleted, state.held.get("b")]).toEqual([2, 0, 2]);
});

test("a database of another build's form is made anew, once", async () => {
  const state = fakeDatabases();
  state.mode = "other schema";
  const store = await fresh();
  expect(await store.readKept("a")).toBeUndefined();
  await store.keep("a", 1);
  expect([state.deleted, state.held.get("a")]).toEqual([1, 1]);
});

describe("where nothing can be kept, memory does for as long as the page lives", () => {
  test.each<[string, Mode]>([
    ["private mode", "throws"],
    ["a form that cannot be mended", "other schema for good"],
  ])("%s", async (_name, mode) => {
    fakeDatabases().mode = mode;
    const store = await fresh();
    await store.keep("a", 1);
    expect([await store.readKept("a"), await store.keptKeys("")]).toEqual([1, ["a"]]);
    await store.forgetAll("");
    expect(await store.readKept("a")).toBeUndefined();
  });

  test("no IndexedDB at all", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const store = await fresh();
    await store.keep("a", 1);
    expect(await store.readKept("a")).toBe(1);
  });

  test("a database that never answers", async () => {
    vi.useFakeTimers();
    fakeDatabases().mode = "silent";
    const store = await fresh();
    const reading = store.readKept("a");
    const keeping = store.keep("b", 2);
    await vi.advanceTimersByTimeAsync(5000);
    await keeping;
    expect([await reading, await store.readKept("b")]).toEqual([undefined, 2]);
  });
});

test("after a silence nothing else waits as long, and what answers again is used again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const state = fakeDatabases();
  const store = await fresh();
  await store.keep("a", 1);
  state.mode = "silent";
  const first = store.readKept("a");
  await vi.advanceTimersByTimeAsync(4000);
  expect(await first).toBeUndefined();
  const second = store.readKept("a");
  await vi.advanceTimersByTimeAsync(250);
  expect(await second).toBeUndefined();
  state.mode = "works";
  // A handle that went silent was let go: a phone's sleep leaves such. An opening is given up after its time.
  await vi.advanceTimersByTimeAsync(4000);
  const third = store.readKept("a");
  await vi.advanceTimersByTimeAsync(250);
  expect(await third).toBeUndefined();
  await store.keep("b", 2);
  expect([await store.readKept("a"), await store.readKept("b")]).toEqual([1, 2]);
  expect(state.opened).toBeGreaterThan(1);
});

describe("a device that is full", () => {
  test("lets public copies go until there is room, candles first", async () => {
    const state = fakeDatabases();
    const store = await fresh();
    for (const key of ["candles:a", "candles:b", "tickers", "spot:draft"]) await store.keep(key, 1);
    Object.assign(state, { mode: "full", roomFor: 4 });
    expect(await store.keepIfRoom("queries:user:7", 2)).toBe(true);
    expect([...state.held.keys()].toSorted()).toEqual(["queries:user:7", "spot:draft", "tickers"]);
  });

  test("never lets go what is somebody's own, nor throws", async () => {
    const state = fakeDatabases();
    const store = await fresh();
    await store.keep("spot:draft", 1);
    Object.assign(state, { mode: "full", roomFor: 1 });
    expect(await store.keepIfRoom("candles:a", 2)).toBe(false);
    expect([state.held.get("spot:draft"), await store.readKept("candles:a")]).toEqual([1, 2]);
  });
});

describe("another page wants the database", () => {
  test("and gives it another form: this one lets go, hears of it, and never throws the other's away", async () => {
    const state = fakeDatabases();
    const store = await fresh();
    let heard = 0;
    store.onUpgrade(() => (heard += 1));
    await store.keep("a", 1);
    state.handle?.onversionchange?.({ newVersion: 2 });
    expect([state.handles, heard]).toEqual([0, 1]);
    state.mode = "other schema";
    expect([await store.readKept("a"), state.deleted]).toEqual([undefined, 0]);
    state.mode = "works";
    expect(await store.readKept("a")).toBe(1);
  });

  test("and deletes it: nobody is told of another form", async () => {
    const state = fakeDatabases();
    const store = await fresh();
    let heard = 0;
    store.onUpgrade(() => (heard += 1));
    await store.keep("a", 1);
    state.handle?.onversionchange?.({ newVersion: null });
    expect([state.handles, heard]).toEqual([0, 0]);
  });
});

test("what is refused is neither kept nor read until it is taken again", async () => {
  const state = fakeDatabases();
  const store = await fresh();
  await store.keep("draft:a", 1);
  const takeAgain = store.refuseKeys("draft:");
  expect([
    await store.keepIfRoom("draft:b", 2),
    await store.readKept("draft:a"),
    await store.keepIfRoom("other", 3),
  ]).toEqual([false, undefined, true]);
  await store.forgetAll("draft:");
  takeAgain();
  expect([await store.readKept("draft:a"), [...state.held.keys()]]).toEqual([undefined, ["other"]]);
  expect(await store.keepIfRoom("draft:b", 2)).toBe(true);
});

test("the store closes though the database never answers", async () => {
  vi.useFakeTimers();
  fakeDatabases().mode = "silent";
  const store = await fresh();
  void store.keep("a", 1);
  const closing = store.closeStore();
  await vi.advanceTimersByTimeAsync(5000);
  await closing;
  expect(await store.keepIfRoom("b", 2)).toBe(false);
});

test.each<[Mode, boolean]>([
  ["works", true],
  ["throws", false],
])("whether a browser that %s keeps anything: %s", async (mode, isKept) => {
  const state = fakeDatabases();
  state.mode = mode;
  const store = await fresh();
  expect([await store.keepsAnything(), state.held.size]).toEqual([isKept, 0]);
});
