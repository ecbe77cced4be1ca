import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judge, knownPaths, safeTarget } from "../../../src/shell/guard.ts";

const visitorPaths = ["", "/", "/login", "/register", "/useragreement", "/password/forgot", "/coins", "/contracts", "/seconds"];
const origin = "https://godwit.example";

describe("the route guard", () => {
  test("a visitor opens exactly the paths of the specification", () => {
    const open = ["", ...knownPaths].filter((path) => judge(path, path, false, true).kind === "open");
    expect(open.toSorted()).toEqual(visitorPaths.filter((path) => path === "" || knownPaths.has(path)).toSorted());
  });

  test("direct entry leads to the login with the full path; a move inside the app asks in place", () => {
    expect(judge("/history", "/history?type=5#x", false, true)).toEqual({ kind: "login", to: "/history?type=5#x" });
    expect(judge("/history", "/history?type=5#x", false, false)).toEqual({ kind: "prompt", to: "/history?type=5#x" });
  });

  test("a trailing slash changes nothing", () => {
    expect(judge("/assets/", "/assets/", false, false).kind).toBe("prompt");
    expect(judge("/coins/", "/coins/", false, true).kind).toBe("open");
  });

  test("whoever is logged in leaves the log-in pages and opens everything else", () => {
    expect([...knownPaths].filter((path) => judge(path, path, true, true).kind !== "open").toSorted()).toEqual(["/login", "/register"]);
  });

  test("an unknown route is a 404 for everybody, not a question of rights", () => {
    expect([true, false].map((authorized) => judge("/nowhere", "/nowhere", authorized, true).kind)).toEqual(["open", "open"]);
  });
});

describe("the target after a login", () => {
  test.each(["/assets", "/history?type=5", "/currency/detail?symbol=btcusdt", "/coins#chart"])("%s is followed", (to) => {
    expect(safeTarget(to, origin)).toBe(to);
  });

  const hostile = [
    undefined, "", "//evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example/", "javascript:alert(1)", "/login", "/register?to=/assets",
    "/nowhere", "assets", " /assets", "/assets\u0000", "/\t/evil.example", "/%2f/evil.example", "///evil.example", "/..//evil.example", "data:text/html,x",
    "/coins\n", "/.", "http:/assets", "/@evil.example", "//godwit.example/assets",
  ];
  test.each(hostile)("%j leads home", (to) => {
    expect(["/", "/."]).toContain(safeTarget(to, origin));
  });

  test("whatever comes in, what goes out stays on this origin and is a known route", () => {
    fc.assert(fc.property(fc.oneof(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), fc.webPath().map((path) => `/${path}`)), (to) => {
      const url = new URL(safeTarget(to, origin), origin);
      expect([url.origin, knownPaths.has(url.pathname)]).toEqual([origin, true]);
    }), { numRuns: 1000 });
  });
});
