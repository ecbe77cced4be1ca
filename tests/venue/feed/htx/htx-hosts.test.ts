import { describe, expect, test } from "vitest";
import { readSettings } from "../../../../venue/settings/read-settings.ts";

const own = {
  HTX_REST_URL: "http://127.0.0.1:4170/htx",
  HTX_WS_URL: "ws://127.0.0.1:4170/htx/ws",
  HTX_CONTRACT_REST_URL: "http://127.0.0.1:4170/htx",
};

test("without a setting they are HTX's own", () => {
  expect(readSettings({ MARKET: "htx" }).htx).toEqual({
    spot: ["https://api.huobi.pro", "https://api-aws.huobi.pro"],
    contracts: ["https://api.hbdm.com", "https://api.hbdm.vn"],
    stream: "wss://api.huobi.pro/ws",
  });
});

test("another Godwit on this machine, or mirrors anywhere by TLS", () => {
  expect(readSettings({ MARKET: "htx", ...own }).htx).toEqual({
    spot: ["http://127.0.0.1:4170/htx"],
    contracts: ["http://127.0.0.1:4170/htx"],
    stream: "ws://127.0.0.1:4170/htx/ws",
  });
  expect(
    readSettings({
      HTX_REST_URL: "https://a.example/htx/, https://b.example",
      HTX_WS_URL: "wss://a.example/htx/ws",
      HTX_CONTRACT_REST_URL: "http://[::1]:1",
    }).htx,
  ).toEqual({
    spot: ["https://a.example/htx", "https://b.example"],
    contracts: ["http://[::1]:1"],
    stream: "wss://a.example/htx/ws",
  });
});

describe("a wrong one is refused in one sentence", () => {
  test.each([
    ["HTX_REST_URL", "http://api.huobi.pro"],
    ["HTX_REST_URL", "http://10.0.0.1:4170/htx"],
    ["HTX_REST_URL", "http://127.0.0.1.example"],
    ["HTX_REST_URL", "api.huobi.pro"],
    ["HTX_REST_URL", "ws://127.0.0.1:1"],
    ["HTX_REST_URL", "https://user:word@api.huobi.pro"],
    ["HTX_REST_URL", "https://api.huobi.pro/?key=1"],
    ["HTX_REST_URL", "https://api.huobi.pro/#x"],
    ["HTX_REST_URL", "https://a.example,"],
    ["HTX_REST_URL", "https://a.example,http://b.example"],
    ["HTX_REST_URL", Array(5).fill("https://a.example").join(",")],
    ["HTX_REST_URL", "file:///etc"],
    ["HTX_WS_URL", "ws://api.huobi.pro/ws"],
    ["HTX_WS_URL", "https://api.huobi.pro/ws"],
    ["HTX_WS_URL", "wss://a.example,wss://b.example"],
    ["HTX_CONTRACT_REST_URL", "http://api.hbdm.com"],
  ])("%s=%s", (name, value) => {
    expect(() => readSettings({ ...own, [name]: value })).toThrow(
      new RegExp(`^${name} must be [^\\n]+\\.$`),
    );
  });

  test.each(Object.keys(own))("%s missing, the others set: two markets would mix", (name) => {
    expect(() => readSettings({ ...own, [name]: "" })).toThrow(
      "HTX_REST_URL, HTX_WS_URL and HTX_CONTRACT_REST_URL go together: set all of them or none.",
    );
  });
});
