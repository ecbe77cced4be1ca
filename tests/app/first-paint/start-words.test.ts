/** The words of the bar are not in the catalogs, which come with the app: all four languages have each of them. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import words from "../../../src/first-paint/start-words.json" with { type: "json" };
import { fallbackLocale, locales } from "../../../src/i18n/locales.ts";

const names = Object.keys(words[fallbackLocale]) as (keyof (typeof words)["en-US"])[];

test.each(locales)("%s has every word of the bar, and its own", (locale) => {
  expect(Object.keys(words[locale])).toEqual(names);
  for (const name of names) {
    expect(words[locale][name].trim()).not.toBe("");
    if (locale !== fallbackLocale)
      expect(words[locale][name]).not.toBe(words[fallbackLocale][name]);
  }
});

test.each(locales)("%s says the same as the app where the app says it, too", (locale) => {
  const catalog = readFileSync(resolve(`src/locales/${locale}.po`), "utf8");
  for (const name of ["silent", "retry"] as const)
    expect(catalog).toContain(
      `msgid "${words[fallbackLocale][name]}"\nmsgstr "${words[locale][name]}"`,
    );
});

test("no language is there that the app does not have", () => {
  expect(Object.keys(words).toSorted()).toEqual([...locales].toSorted());
});
