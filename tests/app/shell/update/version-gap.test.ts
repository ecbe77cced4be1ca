import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { apiVersion, platformEndpoints } from "#protocol/api/platform.ts";
import { marketEndpoints } from "#protocol/api/market.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import { call } from "../../../../src/api/call.ts";
import { liveFeed } from "../../../../src/features/market/feed/live-feed.ts";
import { store } from "../../../../src/shell/app-context.ts";
import { buildMeta, captiveAtom, servedBuild } from "../../../../src/shell/update/builds.ts";
import { followVersions, gapOf, versionGapAtom } from "../../../../src/shell/update/version-gap.ts";

const own = { id: "aaaaaaaaaaaa", time: 2000 };
const metas: Record<string, unknown> = {
  "/builds/meta/bbbbbbbbbbbb.json": { timestamp: 3000, changes: ["New."] },
  "/builds/meta/cccccccccccc.json": { timestamp: 1000 },
};
let answer: () => Response | Promise<Response>;

beforeEach(() => {
  vi.stubGlobal("fetch", async (path: string) =>
    path in metas ? Response.json(metas[path]) : answer(),
  );
  answer = () => new Response("Not found", { status: 404 });
});

afterEach(() => vi.unstubAllGlobals());

describe("whether app and venue understand each other", () => {
  test.each([
    ["the same API, no least build", apiVersion, "", null],
    ["a newer API", apiVersion + 1, "", "app"],
    ["an older API", apiVersion - 1, "", "venue"],
    ["this very build is the least", apiVersion, own.id, null],
    ["a later build is the least", apiVersion, "bbbbbbbbbbbb", "app"],
    ["an earlier build is the least", apiVersion, "cccccccccccc", null],
    ["a least build that nobody knows", apiVersion, "dddddddddddd", null],
    ["a least build that is none", apiVersion, "../../x", null],
  ] as const)("%s", async (_what, api, least, gap) => {
    expect(await gapOf({ api, min_build: least }, own)).toBe(gap);
  });
});

test("while the two do not understand each other nothing is sent but a farewell, no price is taken, and the versions are asked", async () => {
  const sent: string[] = [];
  vi.stubGlobal("location", new URL("https://godwit.example/"));
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(new URL(request.url).pathname);
    return Response.json({ status: 0, msg: "ok", data: null });
  });
  const [begun, ended] = [
    vi.spyOn(liveFeed, "start").mockReturnValue(),
    vi.spyOn(liveFeed, "stop").mockReturnValue(),
  ];
  const stop = followVersions();
  const say = () =>
    Promise.allSettled([
      call(sessionEndpoints.login, {
        account: "a@example.org",
        logintype: "email",
        loginway: "password",
        verifykey: "x",
      }),
      call(marketEndpoints.timestamp, {}, { quiet: true }),
      call(platformEndpoints.platBase, {}),
      call(sessionEndpoints.logout, {}),
    ]);
  store.set(versionGapAtom, "app");
  const said = await say();
  expect(sent.toSorted()).toEqual([sessionEndpoints.logout.path, platformEndpoints.platBase.path]);
  expect(said[0]).toMatchObject({
    status: "rejected",
    reason: { path: sessionEndpoints.login.path, status: null },
  });
  expect([begun.mock.calls.length, ended.mock.calls.length]).toEqual([0, 1]);
  store.set(versionGapAtom, null);
  await say();
  expect([sent.length, begun.mock.calls.length]).toEqual([6, 1]);
  stop();
});

describe("who answers in the venue's place", () => {
  test.each([
    ["the venue", () => Response.json({ id: own.id }), own.id, false],
    [
      "a portal's page",
      () => new Response("<title>Log in</title>", { headers: { "content-type": "text/html" } }),
      undefined,
      true,
    ],
    ["a portal that says so", () => new Response("", { status: 511 }), undefined, true],
    [
      "a portal that leads elsewhere",
      () => Object.defineProperty(new Response(null), "type", { value: "opaqueredirect" }),
      undefined,
      true,
    ],
    ["nobody", () => Promise.reject(new TypeError("Failed to fetch")), undefined, false],
    ["a venue that fails", () => new Response("", { status: 503 }), undefined, false],
    ["a portal that answers JSON", () => Response.json({ login: "/hotel" }), undefined, true],
    ["one that answers a list", () => Response.json([]), undefined, true],
    [
      "one that answers text",
      () => new Response(JSON.stringify(own), { headers: { "content-type": "text/plain" } }),
      undefined,
      true,
    ],
  ] as const)("%s", async (_what, given, id, captive) => {
    answer = given;
    expect([await servedBuild(), store.get(captiveAtom)]).toEqual([id, captive]);
  });

  test("what a build says of itself is read as far as it is of its form", async () => {
    expect(await buildMeta("bbbbbbbbbbbb")).toEqual({ timestamp: 3000, changes: ["New."] });
    answer = () => Response.json({ timestamp: "soon", changes: [1, "One."] });
    expect(await buildMeta("eeeeeeeeeeee")).toEqual({ timestamp: undefined, changes: ["One."] });
  });
});
