import { readFileSync } from "node:fs";
import { i18n } from "@lingui/core";
import { beforeAll, expect, test } from "vitest";
import { errorMessages } from "#protocol/wire/error-messages.ts";
import { errorText, tokenExpiredText } from "../../../src/i18n/error-messages.ts";

const codes = Object.keys(errorMessages).map(Number);

beforeAll(() => i18n.loadAndActivate({ locale: "en-US", messages: {} }));

test("the catalogue has the specification's 48 codes", () => {
  expect(codes).toHaveLength(48);
});

test.each(Object.entries(errorMessages))(
  "%s says in English the specification's own words and what to do",
  (code, message) => {
    const text = i18n._(errorText(Number(code)));
    expect(text.startsWith(`${message}. `)).toBe(true);
    expect(text.length - message.length).toBeGreaterThan(10);
    expect(text.length).toBeLessThanOrEqual(90);
    expect(text).toMatch(/[.]$/);
  },
);

test("a code of the authenticator is not called one that was sent", () => {
  const sent = i18n._(errorText(300005, null));
  expect(sent).toMatch(/^SMS code error/);
  expect(i18n._(errorText(300005, { factor: "totp" }))).toBe(
    "Enter a new code of your authenticator.",
  );
  expect(i18n._(errorText(300005, { factor: "passkey" }))).toBe(
    "Confirm with your passkey, and send it again.",
  );
});

test.each([299999, 100003, 100008, 5, -1, 1e15])(
  "the unlisted code %i has the text of 100000 with its number",
  (status) => {
    const text = i18n._(errorText(status));
    expect(text.startsWith(i18n._(errorText(100000)))).toBe(true);
    expect(text).toContain(String(status));
  },
);

test.each(["en-US", "zh-CN", "zh-TW", "fr-FR"])(
  "%s has every message by the name the specification gives it",
  (locale) => {
    const catalog = readFileSync(
      new URL(`../../../src/locales/${locale}.po`, import.meta.url),
      "utf8",
    );
    const names = [
      ...codes.map((code) => `error.${code}`),
      "auth.tokenExpired",
      "profile.logoutSuccess",
    ];
    const untold = names.filter(
      (name) => !new RegExp(`msgid "${name.replace(".", "\\.")}"\\nmsgstr "[^"]`).test(catalog),
    );
    expect(untold).toEqual([]);
  },
);

test("the English catalog, which is what a build shows, says what the code says", () => {
  const catalog = readFileSync(new URL("../../../src/locales/en-US.po", import.meta.url), "utf8");
  const said = (name: string) =>
    new RegExp(`msgid "${name.replace(".", "\\.")}"\nmsgstr "(.*)"`).exec(catalog)?.[1];
  expect(codes.map((code) => [code, said(`error.${code}`)])).toEqual(
    codes.map((code) => [code, errorText(code).message]),
  );
});

test("the names in the code are those", () => {
  expect([tokenExpiredText.id, ...codes.map((code) => errorText(code).id)]).toEqual([
    "auth.tokenExpired",
    ...codes.map((code) => `error.${code}`),
  ]);
});
