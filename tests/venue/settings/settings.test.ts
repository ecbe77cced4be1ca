import { describe, expect, test } from "vitest";
import { startVenue } from "../../harness/venue/memory-venue.ts";
import { readSettings } from "../../../venue/settings/read-settings.ts";
import { defaultSettings } from "../../../venue/settings/settings.ts";

test("without an environment the defaults hold", () => {
  expect(readSettings({})).toEqual(defaultSettings);
  expect(readSettings({ PORT: "", HOST: "  " })).toEqual(defaultSettings);
});

test("reads what an operator sets", () => {
  const settings = readSettings({
    PORT: "8080",
    HOST: "0.0.0.0",
    INSECURE_LAN: "1",
    PUBLIC_URL: "https://godwit.example/",
    TRUSTED_PROXIES: "10.0.0.1, 10.0.0.2",
    CORS_ORIGINS: "https://a.example,https://b.example:8443",
    DATABASE_URL: "postgres://u@h/db",
    SEED: "secret",
    REVIEW: "manual",
    BASE64: "1",
    SUPPORT_CONTACTS: '[{"name":"Help","url":"https://help.example"}]',
    WELCOME: "USDT:500.5, BTC:0.1",
    REG_INVITE_REQUIRED: "1",
    KYC_REQUIRED: "none",
    LIMITS: '{"publicPerSecond":1000,"argonPool":4}',
    SERVER_KEY: "ab".repeat(32),
  });
  expect(readSettings({ KYC_REQUIRED: "withdrawal, second" }).kycRequired).toEqual([
    "withdrawal",
    "second",
  ]);
  expect(settings).toMatchObject({
    port: 8080,
    host: "0.0.0.0",
    publicUrl: "https://godwit.example",
    trustedProxies: ["10.0.0.1", "10.0.0.2"],
    corsOrigins: ["https://a.example", "https://b.example:8443"],
    databaseUrl: "postgres://u@h/db",
    seed: "secret",
    review: "manual",
    base64: true,
    welcome: { USDT: "500.5", BTC: "0.1" },
    contacts: [{ name: "Help", type: "link", url: "https://help.example", icon: "" }],
    reg: { inviteRequired: true, codeRequired: false },
    kycRequired: [],
  });
  expect(settings.limits).toMatchObject({ publicPerSecond: 1000, argonPool: 4, publicBurst: 200 });
  expect(readSettings({ WELCOME: "none" }).welcome).toEqual({});
  expect(readSettings({ SELL_REVIEW_OVER: '{"btcusdt":"5"}' }).sellReviewOver).toEqual({
    btcusdt: "5",
  });
});

describe("a wrong value is refused in one sentence", () => {
  test.each([
    ["PORT", "70000"],
    ["PORT", "80 80"],
    ["PORT", "0x50"],
    ["PORT", "-1"],
    ["HOST", "a b"],
    ["INSECURE_LAN", "yes"],
    ["PUBLIC_URL", "godwit.example"],
    ["PUBLIC_URL", "https://godwit.example/path"],
    ["PUBLIC_URL", "javascript:alert(1)"],
    ["CORS_ORIGINS", "*"],
    ["APP_CONFIG", '{"bases":{}}'],
    ["CORS_ORIGINS", "https://a.example/x"],
    ["DATABASE_URL", "mysql://h/db"],
    ["MARKET", "binance"],
    ["REVIEW", "never"],
    ["BASE64", "true"],
    ["SERVER_KEY", "short"],
    ["SUPPORT_CONTACTS", "[]]"],
    ["SUPPORT_CONTACTS", '[{"name":"x","url":"javascript:alert(1)"}]'],
    ["SUPPORT_CONTACTS", '[{"name":"x","url":"http://plain.example"}]'],
    ["WELCOME", "USDT"],
    ["WELCOME", "USDT:1e5"],
    ["WELCOME", "usdt:5"],
    ["WELCOME", "USDT:0.123456789"],
    ["LIMITS", '{"publicPerSecond":0}'],
    ["LIMITS", '{"publicPerSecond":"9"}'],
    ["LIMITS", '{"noSuchLimit":1}'],
    ["LIMITS", "[1]"],
    ["LIMITS", "{"],
    ["KYC_REQUIRED", "trading"],
    ["KYC_REQUIRED", "second,trading"],
    ["SELL_REVIEW_OVER", "5"],
    ["SELL_REVIEW_OVER", '{"BTCUSDT":"5"}'],
  ])("%s=%s", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(
      new RegExp(`^${name} must be [^\\n]+\\.$`),
    );
  });

  test("welcome funds in a currency nobody trades are found at the start", async () => {
    await expect(startVenue({ settings: { welcome: { NOSUCH: "1" } } })).rejects.toThrow(
      "WELCOME names NOSUCH, which is not traded here.",
    );
  });

  test("clear HTTP beyond this machine wants to be meant", () => {
    expect(() => readSettings({ HOST: "0.0.0.0" })).toThrow(/INSECURE_LAN=1/);
    expect(() => readSettings({ HOST: "192.168.1.5" })).toThrow(/INSECURE_LAN=1/);
    for (const HOST of ["127.0.0.1", "localhost", "::1", "127.1.2.3"])
      expect(readSettings({ HOST }).host).toBe(HOST);
  });
});
