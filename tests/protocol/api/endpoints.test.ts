import { describe, expect, test } from "vitest";
import { apiRows } from "#protocol/api/api.ts";
import { commonRefusals, errorMessages } from "#protocol/wire/error-messages.ts";
import { addressFor, defaultConfig, readConfig } from "#protocol/wire/runtime-config.ts";
import { breakEven, expectation } from "#protocol/api/seconds.ts";
import * as v from "valibot";

describe("the contract", () => {
  const rows = apiRows();

  test("declares each path and each name once", () => {
    const paths = rows.map((row) => `${row.endpoint.method} ${row.endpoint.path}`);
    expect(new Set(paths).size).toBe(paths.length);
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length);
  });

  test("a row is public only if it is a read that anybody may call", () => {
    expect(
      rows
        .filter(
          (row) =>
            row.endpoint.public &&
            (row.endpoint.access !== "visitor" || row.endpoint.method !== "GET"),
        )
        .map((row) => row.name),
    ).toEqual([]);
  });

  test("whatever moves money is a POST of a user with a client_order_id", () => {
    const money = rows.filter((row) => row.endpoint.movesMoney);
    expect(money.length).toBeGreaterThan(0);
    for (const { endpoint, name } of money) {
      expect([name, endpoint.method, endpoint.access]).toEqual([name, "POST", "user"]);
      const issues = v.safeParse(endpoint.request, {}).issues ?? [];
      expect(issues.map((issue) => v.getDotPath(issue))).toContain("client_order_id");
    }
  });

  test("lists no common refusal twice", () => {
    expect(
      rows
        .filter((row) =>
          row.endpoint.refusals.some((code) =>
            (commonRefusals as readonly number[]).includes(code),
          ),
        )
        .map((row) => row.name),
    ).toEqual([]);
  });

  test("carries the specification's catalogue: 48 codes", () => {
    expect(Object.keys(errorMessages)).toHaveLength(48);
  });
});

describe("the runtime config", () => {
  test("the longest matching prefix wins; '' and '/' match all", () => {
    const config = readConfig({
      base: { "/": "https://a.example", "/api": "https://b.example/", "/api/htx": "" },
    });
    expect(config).toBeDefined();
    const at = (path: string) => addressFor(config ?? defaultConfig, path);
    expect(at("/api/auth/login")).toBe("https://b.example/api/auth/login");
    expect(at("/api/htx/getKline")).toBe("/api/htx/getKline");
    expect(at("/apiary")).toBe("https://a.example/apiary");
    expect(
      addressFor(readConfig({ base: { "": "https://c.example" } }) ?? defaultConfig, "/x"),
    ).toBe("https://c.example/x");
  });

  test("anything malformed falls back and pollutes nothing", () => {
    expect([null, [], "x", 7].map(readConfig)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    const hostile = readConfig(
      JSON.parse(
        '{"__proto__":{"base64":true},"base":{"/api":7,"/x":"javascript:alert(1)"},"base64":"yes","icons":[1],"stream":{}}',
      ),
    );
    expect(hostile).toEqual(defaultConfig);
    expect(({} as Record<string, unknown>)["base64"]).toBeUndefined();
  });
});

test("break-even and expected result of seconds contracts", () => {
  const table = ["0.60", "0.75", "0.85", "0.95"].map((odds) => [
    breakEven(odds),
    expectation(odds),
  ]);
  expect(table).toEqual([
    ["0.6250", "-0.2000"],
    ["0.5714", "-0.1250"],
    ["0.5405", "-0.0750"],
    ["0.5128", "-0.0250"],
  ]);
});
