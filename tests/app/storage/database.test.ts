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
    version: number;
    close: () => void;
    transaction: () => unknown;
    onversionchange?: (event: { newVersion: number | null }) => void;
  }
  const state = {
    mode: "works" as Mode,
    version: 1,
    opened: 0,
    handles: 0,
    deleted: 0,
    transactions: 0,
    commits: 0,
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
          version: state.version,
          close: () => void (state.handles -= 1),
          transaction: () => {
            state.transactions += 1;
            if (state.mode === "dead" && opening === 1)
              throw new DOMException("closing", "InvalidStateError");
            if (
              (state.mode === "other schema" && state.deleted === 0) ||
              state.mode === "other schema for good"
            )
              throw new DOMException("no such store", "NotFoundError");
            let transaction: object | undefined;
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
                  write(() => void state.held.delete(key));
                },
                get transaction() {
                  const commit = () => void (state.commits += 1);
                  return Object.assign(transaction ?? request(() => undefined), { commit });
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

const fresh = () => import("../../../src/storage/database.ts");

test("what is written comes back, and goes when it is removed", async () => {
  const state = fakeDatabases();
  const store = await fresh();
  await store.setItem("draft:coin:1", { x: 1 });
  await store.setItem("draft:coin:2", 2);
  await store.setItem("sparklines", 3);
  expect([
    state.held.size,
    await store.getItem("draft:coin:1"),
    await store.getKeys("draft:coin:"),
  ]).toEqual([3, { x: 1 }, ["draft:coin:1", "draft:coin:2"]]);
  await store.removeItem("draft:coin:1");
  await store.removeWhere((key) => key.startsWith("draft:coin:"));
  expect([
    await store.getItem("draft:coin:1"),
    await store.getItem("draft:coin:2"),
    await store.getItem("sparklines"),
  ]).toEqual([undefined, undefined, 3]);
});

test("a handle that has died is opened again, and nothing is lost", async () => {
  const state = fakeDatabases();
  const store = await fresh();
  await store.setItem("tickers", 1);
  state.mode = "dead";
  expect(await store.getItem("tickers")).toBe(1);
  await store.setItem("sparklines", 2);
  expect([state.opened, state.deleted, state.held.get("sparklines")]).toEqual([2, 0, 2]);
});

test("a database of another build's schema is made again, once", async () => {
  const state = fakeDatabases();
  state.mode = "other schema";
  const store = await fresh();
  expect(await store.getItem("tickers")).toBeUndefined();
  await store.setItem("tickers", 1);
  expect([state.deleted, state.held.get("tickers")]).toEqual([1, 1]);
});

describe("where nothing can be written, memory has it for as long as the page lives", () => {
  test.each<[string, Mode]>([
    ["private mode", "throws"],
    ["a schema that cannot be mended", "other schema for good"],
  ])("%s", async (_name, mode) => {
    fakeDatabases().mode = mode;
    const store = await fresh();
    await store.setItem("tickers", 1);
    expect([await store.getItem("tickers"), await store.getKeys("")]).toEqual([1, ["tickers"]]);
    await store.removeWhere(() => true);
    expect(await store.getItem("tickers")).toBeUndefined();
  });

  test("no IndexedDB at all", async () => {
    vi.stubGlobal("indexedDB", undefined);
    const store = await fresh();
    await store.setItem("tickers", 1);
    expect(await store.getItem("tickers")).toBe(1);
  });

  test("a database that never answers", async () => {
    vi.useFakeTimers();
    fakeDatabases().mode = "silent";
    const store = await fresh();
    const reading = store.getItem("tickers");
    const keeping = store.setItem("sparklines", 2);
    await vi.advanceTimersByTimeAsync(5000);
    await keeping;
    expect([await reading, await store.getItem("sparklines")]).toEqual([undefined, 2]);
  });
});

test("after a silence nothing else waits as long, and what answers again is used again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const state = fakeDatabases();
  const store = await fresh();
  await store.setItem("tickers", 1);
  state.mode = "silent";
  const first = store.getItem("tickers");
  await vi.advanceTimersByTimeAsync(4000);
  expect(await first).toBeUndefined();
  const second = store.getItem("tickers");
  await vi.advanceTimersByTimeAsync(250);
  expect(await second).toBeUndefined();
  state.mode = "works";
  // A handle that went silent was let go: a phone's sleep leaves such. An opening is given up after its time.
  await vi.advanceTimersByTimeAsync(4000);
  const third = store.getItem("tickers");
  await vi.advanceTimersByTimeAsync(250);
  expect(await third).toBeUndefined();
  await store.setItem("sparklines", 2);
  expect([await store.getItem("tickers"), await store.getItem("sparklines")]).toEqual([1, 2]);
  expect(state.opened).toBeGreaterThan(1);
});

describe("a device that is full", () => {
  test("drops public copies until there is room, candles first", async () => {
    const state = fakeDatabases();
    const store = await fresh();
    for (const key of ["candles:a:1min", "candles:b:1min", "tickers", "draft:recharge"] as const)
      await store.setItem(key, 1);
    Object.assign(state, { mode: "full", roomFor: 4 });
    expect(await store.setItem("queries:user:7", 2)).toBe(true);
    expect([...state.held.keys()].toSorted()).toEqual([
      "draft:recharge",
      "queries:user:7",
      "tickers",
    ]);
  });

  test("never drops what is somebody's own, nor throws", async () => {
    const state = fakeDatabases();
    const store = await fresh();
    await store.setItem("draft:recharge", 1);
    Object.assign(state, { mode: "full", roomFor: 1 });
    expect(await store.setItem("candles:a:1min", 2)).toBe(false);
    expect([state.held.get("draft:recharge"), await store.getItem("candles:a:1min")]).toEqual([
      1, 2,
    ]);
  });
});

describe("another page wants the database", () => {
  /** A store with a handle, and a list that is longer by one for each upgrade that it hears of. */
  async function openHeard() {
    const state = fakeDatabases();
    const store = await fresh();
    const upgrades: true[] = [];
    store.onUpgrade(() => upgrades.push(true));
    await store.setItem("tickers", 1);
    return { state, store, upgrades };
  }

  test("and upgrades it: this one closes its handle, hears of it, and never deletes the other's", async () => {
    const { state, store, upgrades } = await openHeard();
    state.handle?.onversionchange?.({ newVersion: 2 });
    expect([state.handles, upgrades.length]).toEqual([0, 1]);
    state.mode = "other schema";
    expect([await store.getItem("tickers"), state.deleted]).toEqual([undefined, 0]);
    state.mode = "works";
    expect(await store.getItem("tickers")).toBe(1);
  });

  test("while this page has no handle: it hears of it with its next access, once", async () => {
    const { state, store, upgrades } = await openHeard();
    // The upgrade before has closed it.
    state.handle?.onversionchange?.({ newVersion: 2 });
    state.version = 3;
    expect([await store.getItem("tickers"), upgrades.length]).toEqual([1, 2]);
    expect([await store.getItem("tickers"), upgrades.length]).toEqual([1, 2]);
    // A database that was made again has the first version.
    state.handle?.onversionchange?.({ newVersion: null });
    state.version = 1;
    expect([await store.getItem("tickers"), upgrades.length]).toEqual([1, 2]);
  });

  test("and deletes it: that is no upgrade", async () => {
    const { state, upgrades } = await openHeard();
    state.handle?.onversionchange?.({ newVersion: null });
    expect([state.handles, upgrades.length]).toEqual([0, 0]);
  });
});

test("a blocked class is neither written nor read until it is unblocked", async () => {
  const state = fakeDatabases();
  const store = await fresh();
  await store.setItem("draft:coin:a", 1);
  const unblock = store.block("drafts");
  expect([
    await store.setItem("draft:coin:b", 2),
    await store.getItem("draft:coin:a"),
    await store.setItem("owner", 3),
  ]).toEqual([false, undefined, true]);
  await store.removeWhere((key) => key.startsWith("draft:"));
  unblock();
  expect([await store.getItem("draft:coin:a"), [...state.held.keys()]]).toEqual([
    undefined,
    ["owner"],
  ]);
  expect(await store.setItem("draft:coin:b", 2)).toBe(true);
});

test("the store closes though the database never answers", async () => {
  vi.useFakeTimers();
  fakeDatabases().mode = "silent";
  const store = await fresh();
  void store.setItem("tickers", 1);
  const closing = store.closeDatabase();
  await vi.advanceTimersByTimeAsync(5000);
  await closing;
  expect(await store.setItem("sparklines", 2)).toBe(false);
});

test.each<[Mode, boolean]>([
  ["works", true],
  ["throws", false],
])("whether a browser that %s writes anything: %s", async (mode, isStored) => {
  const state = fakeDatabases();
  state.mode = mode;
  const store = await fresh();
  expect([await store.canWrite(), state.held.size]).toEqual([isStored, 0]);
});

test("a write is committed at once: a page that goes has no turn left for it", async () => {
  const state = fakeDatabases();
  const store = await fresh();
  expect(await store.setItem("tickers", 1)).toBe(true);
  expect(state.commits).toBe(1);
});

test("whether the browser writes is asked in one transaction, so that a late answer leaves nothing", async () => {
  const state = fakeDatabases();
  const store = await fresh();
  await store.canWrite();
  expect(state.transactions).toBe(1);
});
