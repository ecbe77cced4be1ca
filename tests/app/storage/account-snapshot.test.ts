import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  chooseAccountSnapshot,
  keepsAccountSnapshot,
} from "../../../src/storage/account-snapshot.ts";
import { getItem, getKeys, removeWhere, setItem } from "../../../src/storage/database.ts";
import { rowOf } from "../../../src/storage/keys.ts";
import { clearStorage, measureStorage, sizeOf } from "../../../src/storage/storage-use.ts";
import {
  removeAccountSnapshot,
  removeSnapshotsOfOthers,
  stopAccountSnapshot,
} from "../../../src/storage/wipe.ts";

/** As much of a document as a cookie needs. */
const page = {
  held: new Map<string, string>(),
  get cookie() {
    return [...this.held].map(([name, value]) => `${name}=${value}`).join("; ");
  },
  set cookie(text: string) {
    const [pair = "", ...rest] = text.split("; ");
    const [name = "", value = ""] = pair.split("=");
    if (rest.includes("Max-Age=0")) this.held.delete(name);
    else this.held.set(name, value);
  },
};

const own = ["queries:user:7", "user:7", "receipts:7:12"] as const;
const others = ["queries:user:70", "user:8", "receipts:8:1"] as const;
const beside = [
  "draft:coin:btcusdt",
  "attempt:7",
  "write:7:withdraw",
  "owner",
  "tickers",
  "queries:public",
  "candles:btcusdt:1min",
] as const;

beforeEach(async () => {
  page.held.clear();
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "https:" });
  for (const key of [...own, ...others, ...beside]) await setItem(key, key);
});

afterEach(async () => {
  await removeWhere(() => true);
  vi.unstubAllGlobals();
});

const classOf = (key: string) => rowOf("IndexedDB", key).class;
const isAccount = (key: string) => classOf(key) === "account";
const held = async () => (await getKeys()).toSorted();

test("a user's own records are kept until the person says otherwise", async () => {
  expect(keepsAccountSnapshot()).toBe(true);
  expect((await held()).filter(isAccount)).toEqual([...own, ...others].toSorted());
});

test("switched off, what there is goes at once, nothing more is kept, and what is nobody's copy stays", async () => {
  await stopAccountSnapshot();
  expect(await held()).toEqual(beside.toSorted());
  for (const key of own) expect(await setItem(key, "new")).toBe(false);
  expect([await held(), await getItem("user:7")]).toEqual([beside.toSorted(), undefined]);
  // A choice made in another tab counts at once.
  chooseAccountSnapshot(true);
  expect(keepsAccountSnapshot()).toBe(true);
  await setItem("user:7", "new");
  expect(await getItem("user:7")).toBe("new");
});

test("a browser without cookies keeps the usual", () => {
  vi.stubGlobal("document", {
    get cookie(): string {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(keepsAccountSnapshot()).toBe(true);
});

describe("a logout leaves no records", () => {
  test.each<[string, string | null, string[]]>([
    ["nobody is", null, []],
    ["one user", "7", [...own]],
    ["an id that begins alike", "70", ["queries:user:70"]],
  ])("%s", async (_name, userId, stays) => {
    await removeSnapshotsOfOthers(userId);
    expect(await held()).toEqual([...stays, ...beside].toSorted());
  });
});

describe("what takes room", () => {
  test("is sorted as a person would", () => {
    const sorted = Object.groupBy([...own, ...beside], classOf);
    expect(sorted).toEqual({
      account: own,
      drafts: ["draft:coin:btcusdt"],
      app: ["attempt:7", "write:7:withdraw", "owner"],
      markets: ["tickers", "queries:public", "candles:btcusdt:1min"],
    });
  });

  test("is measured by kind", async () => {
    const { bytes, drafts } = await measureStorage();
    expect([bytes.drafts, drafts]).toEqual([2 * "draft:coin:btcusdt".length, 1]);
    for (const kind of ["account", "markets", "app"] as const)
      expect(bytes[kind]).toBeGreaterThan(0);
  });

  test("counts each thing once, whatever it holds", () => {
    const loop: { self?: unknown; text: string } = { text: "four" };
    loop.self = loop;
    expect([
      sizeOf("abc"),
      sizeOf([1, 2]),
      sizeOf(new Float64Array(3)),
      sizeOf(loop),
      sizeOf(null),
    ]).toEqual([3, 16, 24, 12, 8]);
  });

  test.each<["markets" | "account" | "drafts", string[]]>([
    ["markets", beside.slice(4)],
    ["account", [...own, ...others]],
    ["drafts", ["draft:coin:btcusdt"]],
  ])("is cleared by kind, and nothing else: %s", async (kind, gone) => {
    await clearStorage(kind);
    expect(await held()).toEqual(
      [...own, ...others, ...beside].filter((key) => !gone.includes(key)).toSorted(),
    );
  });

  test("an order whose outcome is not known is no draft: no clearing takes it", async () => {
    for (const kind of ["markets", "account", "drafts"] as const) await clearStorage(kind);
    expect(await held()).toEqual(["attempt:7", "owner", "write:7:withdraw"]);
  });
});

test("removing the snapshot leaves the choice as it is", async () => {
  await removeAccountSnapshot();
  expect([keepsAccountSnapshot(), (await held()).some(isAccount)]).toEqual([true, false]);
});
