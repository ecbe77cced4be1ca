import { createMemoryHistory, createRouter } from "@tanstack/react-router";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { router } from "../../../../src/router.ts";
import {
  furtherPaths,
  judge,
  knownPaths,
  safeTarget,
} from "../../../../src/shell/session/route-guard.ts";

const routes = [
  "/",
  "/coins",
  "/login",
  "/register",
  "/assets",
  "/history",
  "/seconds",
  "/contracts",
  "/recharge",
  "/withdraw",
  "/withdraw/bankcard",
  "/certification",
  "/currency/detail",
  "/password/forgot",
  "/password/modify",
  "/password/withdraw",
  "/useragreement",
];
const visitorPaths = [
  "",
  "/",
  "/login",
  "/register",
  "/useragreement",
  "/password/forgot",
  "/coins",
  "/contracts",
  "/seconds",
];
const loginPaths = ["/login", "/register"];
const origin = "https://godwit.example";

describe("the route guard", () => {
  test("knows the 17 routes of the specification and no other", () => {
    expect([...knownPaths].toSorted()).toEqual(routes.toSorted());
    expect(knownPaths.size).toBe(17);
  });

  test("knows two more of ours, for who is logged in alone", () => {
    expect([...furtherPaths]).toEqual(["/security", "/invite"]);
    expect(judge("/security", "/security", false, true)).toEqual({
      kind: "login",
      to: "/security",
    });
    expect(judge("/security", "/security", false, false)).toEqual({
      kind: "prompt",
      to: "/security",
    });
    expect(judge("/security/", "/security/", true, true)).toEqual({ kind: "open" });
    expect(safeTarget("/security#freeze")).toBe("/security#freeze");
  });

  test("a visitor opens exactly the paths of the specification", () => {
    const open = ["", ...knownPaths].filter(
      (path) => judge(path, path, false, true).kind === "open",
    );
    expect(open.toSorted()).toEqual(visitorPaths.toSorted());
  });

  test.each(routes.filter((path) => !visitorPaths.includes(path)))(
    "%s: direct entry leads to the login with the full path, a move inside the app asks in place",
    (path) => {
      const full = `${path}?type=5&a=b%20c#x`;
      expect(judge(path, full, false, true)).toEqual({ kind: "login", to: full });
      expect(judge(path, full, false, false)).toEqual({ kind: "prompt", to: full });
      expect(judge(path, full, true, true)).toEqual({ kind: "open" });
      // After the login the way goes on to that very place.
      expect(safeTarget(full)).toBe(full);
    },
  );

  test("a trailing slash changes nothing", () => {
    expect(judge("/assets/", "/assets/", false, false).kind).toBe("prompt");
    expect(judge("/coins/", "/coins/", false, true).kind).toBe("open");
    expect([judge("/login/", "/login/", true, true).kind, safeTarget("/assets/?a=1")]).toEqual([
      "onward",
      "/assets?a=1",
    ]);
  });

  test("a logged-in person leaves the log-in pages and opens everything else", () => {
    expect(
      [...knownPaths].filter((path) => judge(path, path, true, true).kind !== "open").toSorted(),
    ).toEqual(loginPaths);
  });

  test.each<[string, string]>([
    ["/login", "/"],
    ["/register", "/"],
    ["/login?to=%2Fassets", "/assets"],
    ["/register?to=%2Fhistory%3Ftype%3D5", "/history?type=5"],
    ["/login?to=https%3A%2F%2Fevil.example", "/"],
    ["/login?to=%2F%2Fevil.example", "/"],
    ["/login?to=%2Flogin", "/"],
    ["/login?to=", "/"],
    ["/login?to=5", "/"],
  ])("%s leads a user to %s", (full, to) => {
    const [path = ""] = full.split("?");
    expect(judge(path, full, true, true)).toEqual({ kind: "onward", to });
    expect(judge(path, full, true, false)).toEqual({ kind: "onward", to });
    expect(judge(path, full, false, true)).toEqual({ kind: "open" });
  });

  test.each([
    "/nowhere",
    "/assets/x",
    "/Assets",
    "/coins/btcusdt",
    "/password",
    "/withdraw/bank",
    "/login.html",
    "//assets",
    "/%61ssets",
  ])("%s is a 404 for everybody, not a question of rights", (path) => {
    for (const authorized of [true, false])
      for (const direct of [true, false])
        expect(judge(path, path, authorized, direct)).toEqual({ kind: "open" });
  });
});

describe("the router beside the guard", () => {
  /** Where the app's own router leads at an address: the path it takes it for, and the route it finds there. */
  function found(address: string) {
    const { latestLocation, matchRoutes } = createRouter({
      ...router.options,
      history: createMemoryHistory({ initialEntries: [address] }),
    });
    return { path: latestLocation.pathname, route: matchRoutes(latestLocation).at(-1)?.routeId };
  }
  const built = routes.filter((path) => !visitorPaths.includes(path) && found(path).route === path);

  test("finds each route that is built", () => {
    expect(built).toEqual(
      expect.arrayContaining([
        "/assets",
        "/history",
        "/currency/detail",
        "/password/modify",
        "/password/withdraw",
      ]),
    );
  });

  test.each(built)("%s opens to no visitor, however it is spelt", (path) => {
    const letter = path.charAt(1);
    const spellings = [
      path.toUpperCase(),
      path.replace(letter, letter.toUpperCase()),
      path.replace(letter, `%${letter.charCodeAt(0).toString(16)}`),
      `${path}/`,
      `${path}//`,
      `/${path}`,
      `/.${path}`,
      `${path}%20`,
      `${path}%2f`,
    ];
    for (const spelling of spellings) {
      const { path: taken, route } = found(spelling);
      if (route !== "__root__")
        expect([spelling, judge(taken, spelling, false, true).kind]).toEqual([spelling, "login"]);
    }
  });

  test.each(["/LOGIN", "/Register"])("%s is no log-in page to anybody", (address) => {
    expect(found(address).route).toBe("__root__");
  });
});

describe("the target after a login", () => {
  test.each(["/assets", "/history?type=5", "/currency/detail?symbol=btcusdt", "/coins#chart"])(
    "%s is followed",
    (to) => {
      expect(safeTarget(to)).toBe(to);
    },
  );

  const spellings = [
    "https://evil.example",
    "http://evil.example",
    "HTTPS://EVIL.EXAMPLE",
    "ftp://evil.example",
    "ws://evil.example",
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "javascript:/assets",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "data:text/html;base64,PHNjcmlwdD4=",
    "vbscript:x",
    "file:///etc/passwd",
    "blob:https://godwit.example/1",
    "about:blank",
    "view-source:/assets",
    "mailto:a@b.c",
    "tel:+1",
    "intent://scan/#Intent;end",
    "//evil.example",
    "//evil.example/assets",
    "///evil.example",
    "////evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "\\\\evil.example",
    "/\\/evil.example",
    "//\\evil.example",
    "\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    "/\r/evil.example",
    "\t//evil.example",
    " //evil.example",
    "//godwit.example/assets",
    "//godwit.example@evil.example",
    "//evil.example:443",
    "//[::1]",
    "//127.0.0.1",
    "//0",
    "//%65vil.example",
    "https:evil.example",
    "https:/evil.example",
    "https:///evil.example",
    "http:/assets",
    "https:\\evil.example",
    "https://godwit.example",
    "https://godwit.example/assets",
    "https://godwit.example@evil.example/assets",
    "https://godwit.example.evil.example/assets",
    "@evil.example",
    "/@evil.example",
    "/.evil.example",
    "/evil.example",
    ".evil.example",
    "evil.example",
    "evil.example/assets",
    "assets",
    "./assets",
    "../assets",
    "?to=/assets",
    "#/assets",
    "",
    " ",
    " /assets",
    "\u00a0/assets",
    "\ufeff/assets",
    "/ assets",
    "/assets\u0000",
    "/assets\u0000.html",
    "/assets\n",
    "/assets\r\nSet-Cookie:a=b",
    "/assets\u007f",
    "/coins\n",
    "/\u0000",
    "/\u202eassets",
    "/assets\\",
    "/assets\\..\\x",
    "/%2f/evil.example",
    "/%2fevil.example",
    "/%5cevil.example",
    "/%09/evil.example",
    "%2fassets",
    "%2f%2fevil.example",
    "/%61ssets",
    "/assets%00",
    "/assets%2f..",
    "/..//evil.example",
    "/.//evil.example",
    "/../../evil.example",
    "/..",
    "/../",
    "/.",
    "/./",
    "/..//",
    "/coins/..//evil.example",
    "/coins/../../evil.example",
    "/;@evil.example",
    "/;/evil.example",
    "/login",
    "/login/",
    "/login?to=/assets",
    "/login#x",
    "/register",
    "/register?invite=X",
    "/register/",
    "/./login",
    "/coins/../login",
    "/nowhere",
    "/api/auth/logout",
    "/config.json",
    "/sw.js",
    "/assets/x",
    "/assets/index.js",
    "/Assets",
    "/COINS",
    "/password",
    "/withdraw/bank",
    "/assets.html",
    "/assets;x",
    "/assets,",
    "/assets:80",
    `/assets?${"a".repeat(2048)}`,
  ];

  test(`each of ${spellings.length} hostile or foreign spellings leads home`, () => {
    expect(spellings.length).toBeGreaterThanOrEqual(100);
    expect(new Set(spellings).size).toBe(spellings.length);
    expect(
      spellings.map((to) => [to, safeTarget(to)]).filter(([, target]) => target !== "/"),
    ).toEqual([]);
    expect([undefined, null].map((to) => safeTarget(to))).toEqual(["/", "/"]);
  });

  test("whatever comes in, what goes out stays on this origin and is a known route", () => {
    const pieces = fc
      .array(
        fc.constantFrom(
          "/",
          "\\",
          "..",
          ".",
          "assets",
          "coins",
          "evil.example",
          "@",
          ":",
          "?",
          "#",
          "%2f",
          "%5c",
          "\t",
          "\n",
          " ",
          "https:",
          "login",
        ),
        { maxLength: 8 },
      )
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(
        fc.oneof(
          pieces,
          pieces.map((rest) => `/${rest}`),
          fc.webUrl({ withFragments: true, withQueryParameters: true }),
          fc.string(),
          fc.webPath().map((path) => `/${path}`),
        ),
        (to) => {
          const target = safeTarget(to);
          const url = new URL(target, origin);
          expect([
            url.origin,
            knownPaths.has(url.pathname),
            loginPaths.includes(url.pathname),
            target.startsWith("//"),
          ]).toEqual([origin, true, false, false]);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
