import { describe, expect, test } from "vitest";
import {
  addressFor,
  defaultConfig,
  foreignOrigins,
  readConfig,
  readConfigFile,
  wholeConfig,
} from "#protocol/wire/runtime-config.ts";

describe("a config that arrives", () => {
  test("is the usual one where it says nothing", () => {
    expect(defaultConfig).toEqual({
      base: new Map([["/", ""]]),
      base64: false,
      icons: ["/icons"],
      stream: null,
    });
    expect(readConfig({})).toEqual(defaultConfig);
  });

  test("is none where it has keys and none of ours", () => {
    expect(readConfig({ captive: true })).toBeUndefined();
    expect(readConfig({ captive: true, base64: true })?.base64).toBe(true);
  });

  test("has no address that is not one: each part by itself", () => {
    const addresses = ["", "/x", "http://a", "https://a", "ws://a", "wss://a"];
    const others = [
      "x",
      "//a",
      "ftp://a",
      "https:///a",
      "http:// a",
      "ws:///",
      " https://a",
      "wss:a",
    ];
    const base = Object.fromEntries([...addresses, ...others].map((to, at) => [`/${at}`, to]));
    expect([...(readConfig({ base })?.base.values() ?? [])]).toEqual(addresses);
    for (const other of others) {
      expect(readConfig({ icons: ["/icons", other] })?.icons, other).toEqual(["/icons"]);
      expect(readConfig({ stream: other })?.stream, other).toBeNull();
    }
    expect(readConfig({ icons: ["/a", "https://b"] })?.icons).toEqual(["/a", "https://b"]);
    expect(readConfig({ stream: "/api/ws" })?.stream).toBe("/api/ws");
    expect(readConfig({ stream: "" })?.stream).toBeNull();
    expect(readConfig({ icons: "https://b" })?.icons).toEqual(["/icons"]);
    expect(readConfig({ base: [] })).toEqual(defaultConfig);
    expect(readConfig({ base: null })).toEqual(defaultConfig);
  });
});

describe("the address a path is called at", () => {
  const at = (base: Record<string, string>, path: string) =>
    addressFor(readConfig({ base }) ?? defaultConfig, path);

  test("is by the longest prefix, in whichever order they stand", () => {
    const api = { "/api": "https://long.example" };
    expect(at({ "/": "https://all.example", ...api }, "/api/x")).toBe("https://long.example/api/x");
    expect(at({ ...api, "/": "https://all.example" }, "/api/x")).toBe("https://long.example/api/x");
    expect(at({ "": "https://none.example", "/": "https://all.example" }, "/x")).toBe(
      "https://all.example/x",
    );
  });

  test("a prefix is a whole path, or all below it", () => {
    const api = { "/api": "https://a.example/" };
    expect(at(api, "/api")).toBe("https://a.example/api");
    expect(at(api, "/api/x")).toBe("https://a.example/api/x");
    expect(at(api, "/apix")).toBe("/apix");
    expect(at({ "/api/": "https://a.example" }, "/api/x")).toBe("https://a.example/api/x");
    expect(at({ "/api/": "https://a.example" }, "/api")).toBe("/api");
  });
});

describe("a config that an operator writes", () => {
  test.each([
    "{}",
    '{"base":{"/":"https://api.example"}}',
    '{"base":{"/api/htx":"https://a.example","/":""},"icons":["/icons"],"stream":"wss://s.example/ws"}',
    '{"base64":true}',
  ])("%s is taken whole", (text) => {
    expect(readConfigFile(text)).toEqual(JSON.parse(text));
  });

  test.each([
    "",
    "[]",
    "null",
    '{"bases":{}}',
    '{"base":{"/":"api.example"}}',
    '{"base":{}}',
    '{"base":{"/":"https://api.example"},"more":1}',
    '{"icons":["ftp://x"]}',
    '{"icons":[]}',
    '{"base":{"/":"https://api.example","/x":"x"}}',
    '{"base":{"/x":7,"/":"https://api.example"}}',
    '{"stream":""}',
    '{"icons":["/icons","x"]}',
    '{"stream":7}',
    '{"base64":"yes"}',
  ])("%s is refused, since a part of it would be ignored", (text) => {
    expect(readConfigFile(text)).toBeUndefined();
  });

  test("what it does not say is the venue's own", () => {
    expect(wholeConfig({ stream: "/other" })).toEqual({
      base: { "/": "" },
      base64: false,
      icons: ["/icons"],
      stream: "/other",
    });
  });

  test("the origins for a policy: calls, icons and the stream by its own scheme, each once; never more than an origin", () => {
    expect(foreignOrigins({})).toEqual([]);
    expect(
      foreignOrigins({
        base: { "/": "https://api.example/below", "/api/htx": "https://api.example" },
        icons: ["/icons", "https://icons.example:8443/x"],
      }),
    ).toEqual(["https://api.example", "https://icons.example:8443", "wss://api.example"]);
    expect(foreignOrigins({ stream: "wss://s.example/ws" })).toEqual(["wss://s.example"]);
    expect(foreignOrigins({ stream: "ws://s.example/ws" })).toEqual(["ws://s.example"]);
    expect(foreignOrigins({ icons: ["http://icons.example"] })).toEqual(["http://icons.example"]);
    expect(
      foreignOrigins({ base: { "/": "/http://a.example" }, stream: "wss://s.example" }),
    ).toEqual(["wss://s.example"]);
    expect(foreignOrigins({ base: { "/": "http://a.example/http" } })).toEqual([
      "http://a.example",
      "ws://a.example",
    ]);
    expect(foreignOrigins({ base: { "/": "https://a.example; script-src *" } })).toEqual([
      "https://a.example",
      "wss://a.example",
    ]);
  });
});
