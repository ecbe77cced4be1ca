import { describe, expect, test } from "vitest";
import { apiRows } from "#protocol/api/api.ts";
import { publicPaths } from "#protocol/api/public-paths.ts";
import { pageFor, strategyFor, type RequestFacts } from "../../sw/routes.ts";

const paths = new Set(publicPaths());
const ask = (facts: Partial<RequestFacts>) =>
  strategyFor({ method: "GET", mode: "cors", sameOrigin: true, pathname: "/", ...facts }, paths);

describe("what the worker may keep", () => {
  test.each(apiRows().map((row) => [row.name, row.endpoint] as const))(
    "%s: as the contract marks it",
    (_name, endpoint) => {
      expect(ask({ pathname: endpoint.path, method: endpoint.method })).toBe(
        endpoint.public ? "network-first" : "network",
      );
    },
  );

  test("nothing of a user, no write and nothing foreign is ever kept, but what an API on another origin says to everybody", () => {
    expect(ask({ pathname: "/api/wallet/getWalletBalance" })).toBe("network");
    expect(ask({ pathname: "/api/account/unknown" })).toBe("network");
    expect(ask({ pathname: "/api/auth/platBase", method: "POST" })).toBe("network");
    expect(ask({ pathname: "/api/auth/platBase/../login" })).toBe("network");
    const foreign = (facts: Partial<RequestFacts>) => ask({ sameOrigin: false, ...facts });
    expect(foreign({ pathname: "/api/auth/platBase" })).toBe("network-first");
    expect(foreign({ pathname: "/below/a/path/api/auth/platBase" })).toBe("network-first");
    expect(foreign({ pathname: "/api/wallet/getWalletBalance" })).toBe("network");
    expect(foreign({ pathname: "/api/auth/platBase", method: "POST" })).toBe("network");
    // A picture or a script of another origin, whose answer cannot be read.
    expect(foreign({ pathname: "/api/auth/platBase", mode: "no-cors" })).toBe("network");
    for (const pathname of ["/", "/config.json", "/icons/coin.json", "/assets/x.js"])
      expect(foreign({ pathname })).toBe("network");
  });

  test("config and icons are kept, navigations get the shell, build pointers are always fresh", () => {
    expect(ask({ pathname: "/config.json" })).toBe("network-first");
    expect(ask({ pathname: "/icons/coin.json" })).toBe("stale-while-revalidate");
    expect(
      ["/", "/coins", "/nowhere", "/currency/detail"].map((pathname) =>
        ask({ pathname, mode: "navigate" }),
      ),
    ).toEqual(["shell", "shell", "shell", "shell"]);
    expect(
      ["/robots.txt", "/api/openapi.json", "/builds/meta/x"].map((pathname) =>
        ask({ pathname, mode: "navigate" }),
      ),
    ).toEqual(["network", "network", "network"]);
    expect([
      ask({ pathname: "/builds/latest.json" }),
      ask({ pathname: "/coins/_payload.json" }),
    ]).toEqual(["network", "network"]);
  });
});

describe("the page that opens a route without a network", () => {
  const installed = new Set([
    "/index.html",
    "/coins/index.html",
    "/shell.html",
    "/assets/index.html.js",
  ]);

  test("is the route's own where the build wrote one, else the shell that is nobody's", () => {
    expect(
      ["/", "/coins", "/coins/", "/assets", "/nowhere", "/coins/deeper"].map((path) =>
        pageFor(path, installed),
      ),
    ).toEqual([
      "/index.html",
      "/coins/index.html",
      "/coins/index.html",
      "/shell.html",
      "/shell.html",
      "/shell.html",
    ]);
  });
});
