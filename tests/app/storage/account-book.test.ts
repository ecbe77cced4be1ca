import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  chooseAccountBook,
  isAccountBook,
  keepsAccountBook,
} from "../../../src/storage/account-book.ts";
import {
  forgetAll,
  keep,
  keepIfRoom,
  keptKeys,
  readKept,
} from "../../../src/storage/device-store.ts";
import {
  forgetAccountBook,
  forgetBooksOfOthers,
  stopAccountBook,
} from "../../../src/storage/forget-account-book.ts";
import {
  clearStorage,
  kindOfKey,
  measureStorage,
  sizeOf,
} from "../../../src/storage/storage-use.ts";

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

const book = ["queries:user:7", "user:7", "receipts:7:12"];
const others = ["queries:user:70", "user:8", "receipts:8:1"];
const beside = [
  "draft:spot:btcusdt",
  "attempt:spot:7",
  "write:withdraw",
  "owner",
  "tickers",
  "queries:public",
  "candles:btcusdt:1min",
];

beforeEach(async () => {
  page.held.clear();
  vi.stubGlobal("document", page);
  vi.stubGlobal("location", { protocol: "https:" });
  for (const key of [...book, ...others, ...beside]) await keep(key, key);
});

afterEach(async () => {
  await forgetAll("");
  vi.unstubAllGlobals();
});

const held = async () => (await keptKeys("")).toSorted();

test("a user's own records are kept until the person says otherwise", async () => {
  expect(keepsAccountBook()).toBe(true);
  expect((await held()).filter(isAccountBook)).toEqual([...book, ...others].toSorted());
});

test("switched off, what there is goes at once, nothing more is kept, and what is nobody's copy stays", async () => {
  await stopAccountBook();
  expect(await held()).toEqual(beside.toSorted());
  for (const key of book) expect(await keepIfRoom(key, "new")).toBe(false);
  expect([await held(), await readKept("user:7")]).toEqual([beside.toSorted(), undefined]);
  // A choice made in another tab counts at once.
  chooseAccountBook(true);
  expect(keepsAccountBook()).toBe(true);
  await keep("user:7", "new");
  expect(await readKept("user:7")).toBe("new");
});

test("a browser without cookies keeps the usual", () => {
  vi.stubGlobal("document", {
    get cookie(): string {
      throw new DOMException("denied", "SecurityError");
    },
  });
  expect(keepsAccountBook()).toBe(true);
});

describe("whoever is not logged in any more leaves no records", () => {
  test.each<[string, string | null, string[]]>([
    ["nobody is", null, []],
    ["one user", "7", book],
    ["an id that begins alike", "70", ["queries:user:70"]],
  ])("%s", async (_name, userId, stays) => {
    await forgetBooksOfOthers(userId);
    expect(await held()).toEqual([...stays, ...beside].toSorted());
  });
});

describe("what takes room", () => {
  test("is sorted as a person would", () => {
    const sorted = Object.groupBy([...book, ...beside], kindOfKey);
    expect(sorted).toEqual({
      account: book,
      drafts: ["draft:spot:btcusdt"],
      app: ["attempt:spot:7", "write:withdraw", "owner"],
      markets: ["tickers", "queries:public", "candles:btcusdt:1min"],
    });
  });

  test("is measured by kind", async () => {
    const { bytes, drafts } = await measureStorage();
    expect([bytes.drafts, drafts]).toEqual([2 * "draft:spot:btcusdt".length, 1]);
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
    ["account", [...book, ...others]],
    ["drafts", ["draft:spot:btcusdt"]],
  ])("is cleared by kind, and nothing else: %s", async (kind, gone) => {
    await clearStorage(kind);
    expect(await held()).toEqual(
      [...book, ...others, ...beside].filter((key) => !gone.includes(key)).toSorted(),
    );
  });

  test("an order whose outcome is not known is no draft: no clearing takes it", async () => {
    for (const kind of ["markets", "account", "drafts"] as const) await clearStorage(kind);
    expect(await held()).toEqual(["attempt:spot:7", "owner", "write:withdraw"]);
  });
});

test("forgetting the book leaves the choice as it is", async () => {
  await forgetAccountBook();
  expect([keepsAccountBook(), (await held()).some(isAccountBook)]).toEqual([true, false]);
});
