import { describe, expect, test } from "vitest";
import { foreignOrigins, readConfigFile, wholeConfig } from "#protocol/wire/runtime-config.ts";

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
    expect(foreignOrigins({ base: { "/": "https://a.example; script-src *" } })).toEqual([
      "https://a.example",
      "wss://a.example",
    ]);
  });
});
