/** The registry of what the device keeps: its rows, who reads and writes by it, and the two programs that cannot import it. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterEach, describe, expect, expectTypeOf, test, vi } from "vitest";
import { cacheNames } from "../../../sw/answer-cache.ts";
import { getKeys, removeWhere, setItem } from "../../../src/storage/database.ts";
import {
  evictionOrder,
  ownerOf,
  rowOf,
  rows,
  type Key,
  type Place,
  type Row,
} from "../../../src/storage/keys.ts";
import { wipeAfterLogout } from "../../../src/storage/wipe.ts";

const root = resolve(import.meta.dirname, "../../..");
const places = Object.keys(rows) as Place[];
const rowsOf = (place: Place) => Object.entries<Row>(rows[place]);

/** A key of a kind: its parts filled in, `{user}` with the user's id. */
const keyOf = (template: string, userId = "7") =>
  template.replace("{user}", userId).replace(/\{\w+\}/g, "x");

afterEach(async () => {
  vi.unstubAllGlobals();
  await removeWhere(() => true);
});

/** A row before the compiler has had its say. */
type UncheckedRow = Pick<Row, "class" | "mayDrop" | "unresolved"> & {
  owner: Row["owner"];
  survivesLogout: boolean;
};

/** What is wrong with a row: a private kind that a logout would leave, or a copy that nobody could be rid of. */
function faultsOf(key: string, row: UncheckedRow) {
  return [
    key.includes("{user}") && row.owner !== "user" && "names a user and is nobody's",
    ["account", "drafts"].includes(row.class) && row.owner !== "user" && "is somebody's own",
    row.unresolved !== undefined && row.owner !== "user" && "is somebody's write",
    row.owner === "user" && row.survivesLogout && "survives a logout",
    row.owner === "user" && row.mayDrop !== false && "is somebody's and may be dropped",
    key.indexOf("{user}") > key.indexOf("{") && "does not name its owner first",
  ].filter((fault) => fault !== false);
}

describe("the rows", () => {
  test.each(places)("%s: each finds itself by its key, and its owner", (place) => {
    for (const [template, row] of rowsOf(place)) {
      expect([template, rowOf(place, keyOf(template))]).toEqual([template, row]);
      expect([template, ownerOf(place, keyOf(template))]).toEqual([
        template,
        template.includes("{user}") ? "7" : undefined,
      ]);
    }
  });

  test("what is a user's never survives their logout", () => {
    expect(
      places.flatMap((place) =>
        rowsOf(place).flatMap(([key, row]) => faultsOf(key, row).map((fault) => `${key} ${fault}`)),
      ),
    ).toEqual([]);
  });

  test.each([
    [
      "a private row without the flag",
      "diary:{user}",
      { owner: "user", class: "account", mayDrop: false, survivesLogout: true },
    ],
    [
      "a private row that says it is the device's",
      "diary:{user}",
      { owner: "device", class: "app", mayDrop: false, survivesLogout: true },
    ],
    [
      "drafts that say they are everybody's",
      "draft:diary",
      { owner: "public", class: "drafts", mayDrop: false, survivesLogout: true },
    ],
  ] as const)("%s is found", (_what, key, row) => {
    expect(faultsOf(key, row)).not.toEqual([]);
  });

  test("what no row knows, of an older or newer build, is taken for somebody's own", () => {
    expect(rowOf("IndexedDB", "diary:7")).toMatchObject({
      owner: "user",
      mayDrop: false,
      survivesLogout: false,
    });
  });

  test("a full device drops candles first, then shapes, public answers and tickers, and never its own kind or a later one", () => {
    const all = rowsOf("IndexedDB").map(([template]) => keyOf(template));
    const dropped = (key: string) => evictionOrder(key).map((isNext) => all.filter(isNext));
    const inOrder = [
      ["candles:index", "candles:x:x"],
      ["sparklines", "icons"],
      ["queries:public"],
      ["tickers"],
    ];
    expect(dropped("queries:user:7")).toEqual(inOrder);
    expect(dropped("queries:public")).toEqual(inOrder.slice(0, 2));
    expect(dropped("candles:x:x")).toEqual([]);
  });
});

/** As much of a storage as a wipe needs: its keys are its own properties. */
const storageOf = (keys: readonly string[]) =>
  Object.defineProperty(Object.fromEntries(keys.map((key) => [key, "1"])), "removeItem", {
    value(this: Record<string, string>, key: string) {
      delete this[key];
    },
  });

describe("a logout", () => {
  test.each([
    ["of the user", "7"],
    ["of a session that has gone already", undefined],
  ])("%s wipes every private kind, and nothing else", async (_who, userId) => {
    const planted = (place: Place) => rowsOf(place).map(([template]) => keyOf(template));
    const stays = (place: Place) =>
      rowsOf(place)
        .filter(
          ([template, row]) =>
            row.survivesLogout ||
            (userId === undefined && template.includes("{user}") && row.class !== "account"),
        )
        .map(([template]) => keyOf(template));
    const [local, session] = [
      storageOf(planted("localStorage")),
      storageOf(planted("sessionStorage")),
    ];
    vi.stubGlobal("localStorage", local);
    vi.stubGlobal("sessionStorage", session);
    for (const key of planted("IndexedDB")) await setItem(key as Key<"IndexedDB">, 1);
    await setItem("diary:7" as Key<"IndexedDB">, 1);
    await wipeAfterLogout(userId);
    expect((await getKeys()).toSorted()).toEqual(stays("IndexedDB").toSorted());
    expect(Object.keys(local)).toEqual(stays("localStorage"));
    expect(Object.keys(session)).toEqual(stays("sessionStorage"));
  });

  test("leaves another user's unresolved orders and settings to them, and none of their records", async () => {
    const local = storageOf(["godwit:orders:8", "godwit:orders:7"]);
    vi.stubGlobal("localStorage", local);
    for (const key of ["attempt:8", "attempt:contract:8", "receipts:8:1", "user:8"] as const)
      await setItem(key, 1);
    await wipeAfterLogout("7");
    expect([await getKeys(), Object.keys(local)]).toEqual([
      ["attempt:8", "attempt:contract:8"],
      ["godwit:orders:8"],
    ]);
  });
});

describe("every read and write goes through the registry", () => {
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({
      path: join("src", name),
      text: readFileSync(join(root, "src", name), "utf8"),
    }));
  const code = sources.map(({ path, text }) => ({
    path,
    text: text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, ""),
  }));
  const using = (pattern: RegExp) =>
    code.filter(({ text }) => pattern.test(text)).map(({ path }) => path);

  test("storages, cookies, databases and caches of the browser are touched by src/storage alone", () => {
    expect({
      IndexedDB: using(/\bindexedDB\b|idb-keyval/),
      storages: using(/\b(local|session)Storage\b(?!")/),
      cookies: using(/document\.cookie/),
      caches: using(/\bcaches\./),
    }).toEqual({
      IndexedDB: ["src/storage/database.ts", "src/storage/wipe.ts"],
      storages: [
        "src/storage/keys.ts",
        "src/storage/storage-use.ts",
        "src/storage/web-storage.ts",
        "src/storage/wipe.ts",
      ],
      cookies: ["src/storage/cookies.ts", "src/storage/wipe.ts"],
      caches: [
        "src/storage/installed-build.ts",
        "src/storage/noted-languages.ts",
        "src/storage/storage-use.ts",
        "src/storage/wipe.ts",
      ],
    });
    const bound = code.flatMap(({ text }) => [
      ...text.matchAll(/atomWithStorage(?:<[^>]*>)?\(\s*(\w+)/g),
    ]);
    expect(bound.length).toBeGreaterThan(0);
    expect(new Set(bound.map(([, first]) => first))).toEqual(new Set(["localKey"]));
  });

  test("a key of no row does not compile, and none is cast", () => {
    expectTypeOf<"draft:coin:btcusdt">().toExtend<Key<"IndexedDB">>();
    expectTypeOf<"diary:7">().not.toExtend<Key<"IndexedDB">>();
    expectTypeOf<string>().not.toExtend<Key<"IndexedDB" | "localStorage" | "sessionStorage">>();
    // Nor does a private row that would survive a logout.
    expectTypeOf<Row & { owner: "user"; survivesLogout: true }>().toBeNever();
    expect(using(/as Key<|as Kind</)).toEqual([
      "src/storage/storage-use.ts",
      "src/storage/stored.ts",
    ]);
  });

  test("every kind of IndexedDB is bound to the schema of its values once, or checked by the code that is named here", () => {
    const checkedBy: Record<string, string> = {
      config: "src/api/config.ts",
      "candles:index": "src/features/market/chart/candle-cache.ts",
      "candles:{symbol}:{period}": "src/features/market/chart/candle-cache.ts",
      sparklines: "src/features/market/list/sparkline-store.ts",
      "queries:public": "src/storage/persisted-queries.ts",
      "queries:user:{user}": "src/storage/persisted-queries.ts",
      "asked-to-persist": "src/storage/persistence.ts",
      trial: "src/storage/database.ts",
      owner: "src/features/session/draft-owner.ts",
      "attempt:{user}": "src/writes/persisted-attempts.ts",
      "attempt:contract:{user}": "src/writes/persisted-attempts.ts",
      "write:second:{user}": "src/writes/persisted-attempts.ts",
      "write:{user}:{what}": "src/writes/persisted-attempts.ts",
    };
    const bound = code.flatMap(({ text }) =>
      [...text.matchAll(/\bstored\(\s*"([^"]+)"/g)].map(([, kind = ""]) => kind),
    );
    expect([...bound, ...Object.keys(checkedBy)].toSorted()).toEqual(
      Object.keys(rows.IndexedDB).toSorted(),
    );
    const paths = new Set(sources.map(({ path }) => path));
    expect(Object.values(checkedBy).filter((path) => !paths.has(path))).toEqual([]);
  });
});

describe("programs that share no code with the app", () => {
  test("the worker keeps its answers in the caches of the registry", () => {
    expect(
      Object.values(cacheNames).map((name) => [
        name,
        rowOf("cache", name).owner,
        name in rows.cache,
      ]),
    ).toEqual(Object.values(cacheNames).map((name) => [name, "public", true]));
  });

  const rescue = readFileSync(join(root, "public/rescue.js"), "utf8");
  const patternOf = (name: string) =>
    new RegExp(new RegExp(`const ${name} =\\s+/(.+)/;`).exec(rescue)?.[1] ?? "(?!)");

  test("the rescue page removes what the venue has, too, and counts what a person made", () => {
    const kinds = rowsOf("IndexedDB").map(([template, row]) => ({ key: keyOf(template), row }));
    expect(kinds.filter(({ key }) => patternOf("copies").test(key)).map(({ key }) => key)).toEqual(
      kinds
        .filter(({ row }) => row.owner === "public" || row.class === "account")
        .map(({ key }) => key),
    );
    expect(kinds.filter(({ key }) => patternOf("own").test(key)).map(({ key }) => key)).toEqual(
      kinds
        .filter(({ row }) => row.class === "drafts" || row.unresolved !== undefined)
        .map(({ key }) => key),
    );
    expect(
      [...rescue.matchAll(/localStorage\.removeItem\("([^"]+)"\)/g)].map(([, key]) => key),
    ).toEqual(
      rowsOf("localStorage")
        .filter(([, row]) => row.owner === "public")
        .map(([key]) => key),
    );
  });
});
