/** Which language is shown and kept, whatever comes in between. */
import { i18n } from "@lingui/core";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { texts } from "virtual:texts";
import {
  activateFirstLocale,
  activateLocale,
  chooseLocale,
  loadTextsOf,
  savedLocale,
  withTexts,
} from "../../../src/i18n/activate.ts";
import {
  directions,
  fallbackLocale,
  localeOf,
  locales,
  manifestPath,
  regionName,
} from "../../../src/i18n/locales.ts";
import { textPartsOf } from "../../../src/i18n/catalog-parts.ts";
import { furtherPaths, knownPaths } from "../../../src/shell/session/route-guard.ts";

/** A document with a cookie jar; `written` keeps what was said of each cookie. */
function openDocument(protocol: "http:" | "https:" = "https:") {
  const jar = new Map<string, string>();
  const written: string[] = [];
  const root = { lang: "", dir: "" };
  vi.stubGlobal("location", { protocol });
  vi.stubGlobal("document", {
    documentElement: root,
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    },
    set cookie(text: string) {
      written.push(text);
      const [pair = "", ...attributes] = text.split("; ");
      const [name = "", value = ""] = pair.split("=");
      if (attributes.includes("Max-Age=0")) jar.delete(name);
      else jar.set(name, value);
    },
  });
  return { jar, written, root };
}

let page: ReturnType<typeof openDocument>;

beforeEach(() => {
  page = openDocument();
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a venue's code as a locale", () => {
  test.each([
    ["zh_CN", "zh-CN"],
    ["zh_TW", "zh-TW"],
    ["en_US", "en-US"],
    ["fr_FR", "fr-FR"],
    ["fr-FR", "fr-FR"],
    ["FR_fr", "fr-FR"],
    ["en_GB", "en-US"],
    ["fr_CA", "fr-FR"],
    ["zh_SG", "zh-CN"],
    ["zh_HK", "zh-TW"],
    ["zh_Hant_MO", "zh-TW"],
    ["zh", "zh-CN"],
    ["de_DE", "en-US"],
    ["frp", "en-US"],
    ["", "en-US"],
    ["__", "en-US"],
    [undefined, "en-US"],
  ] as const)("%s is %s", (code, locale) => {
    expect(localeOf(code)).toBe(locale);
  });

  test("the fallback is en-US, each locale has a direction and a manifest of its own", () => {
    expect(fallbackLocale).toBe("en-US");
    expect(Object.keys(directions).toSorted()).toEqual([...locales].toSorted());
    expect(new Set(locales.map(manifestPath)).size).toBe(4);
  });
});

describe("the first language of a visit", () => {
  test.each([
    ["fr-FR", "zh-CN", "fr-FR"],
    [undefined, "zh-CN", "zh-CN"],
    ["xx-YY", "zh-TW", "zh-TW"],
    ["%E0%A4%A", "fr-FR", "fr-FR"],
  ] as const)("saved %s, default %s: %s is shown", async (saved, standard, shown) => {
    if (saved) page.jar.set("i18n_redirected", saved);
    await activateFirstLocale(standard);
    expect([i18n.locale, page.root.lang, page.root.dir]).toEqual([shown, shown, "ltr"]);
    expect(page.written).toEqual([]);
  });
});

describe("choosing", () => {
  test("keeps the choice for 365 days for the whole origin, securely where the page is", async () => {
    await chooseLocale("zh-TW");
    expect(i18n.locale).toBe("zh-TW");
    expect(page.written).toEqual([
      "i18n_redirected=zh-TW; Path=/; SameSite=Lax; Max-Age=31536000; Secure",
    ]);
    page = openDocument("http:");
    await chooseLocale("fr-FR");
    expect(page.written).toEqual(["i18n_redirected=fr-FR; Path=/; SameSite=Lax; Max-Age=31536000"]);
  });

  test("of two choices in a row the last one is shown, and no start of another language undoes it", async () => {
    await activateLocale("en-US");
    await Promise.all([chooseLocale("zh-CN"), chooseLocale("fr-FR")]);
    expect([i18n.locale, savedLocale()]).toEqual(["fr-FR", "fr-FR"]);
    const choosing = chooseLocale("zh-TW");
    expect(savedLocale()).toBe("zh-TW");
    await choosing;
    expect(i18n.locale).toBe("zh-TW");
  });

  test.each([["fr-FR"], [undefined]] as const)(
    "one that cannot be had leaves what was before (%s)",
    async (before) => {
      await activateLocale("fr-FR");
      if (before) page.jar.set("i18n_redirected", before);
      const missing = "de-DE" as unknown as (typeof locales)[number];
      await expect(chooseLocale(missing)).rejects.toThrow("no catalog");
      expect([i18n.locale, page.root.lang, page.jar.get("i18n_redirected")]).toEqual([
        "fr-FR",
        "fr-FR",
        before,
      ]);
    },
  );
});

test("countries are named in the language shown, and what is no code by nothing", () => {
  expect([regionName("FR", "zh-TW"), regionName("US", "fr-FR"), regionName("CN", "en-US")]).toEqual(
    ["法國", "États-Unis", "China"],
  );
  expect(["", "1", "<b>", "ABCDEF", "QQ"].map((code) => regionName(code, "en-US"))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

describe("the parts of a language", () => {
  const sizeOf = () => Object.keys(i18n.messages).length;

  test("the first screen does with one, others bring theirs along, over a change of language too", async () => {
    await activateLocale("fr-FR");
    const start = sizeOf();
    expect(start).toBeGreaterThan(200);
    await Promise.all([loadTextsOf("/"), loadTextsOf("/nowhere")]);
    expect(sizeOf()).toBe(start);
    let changes = 0;
    const stop = i18n.on("change", () => changes++);
    await Promise.all([loadTextsOf("/coins"), loadTextsOf("/coins"), loadTextsOf("/assets")]);
    stop();
    const more = sizeOf();
    // What is on screen has none of them, and is not rendered again.
    expect([more > 2 * start, changes]).toEqual([true, 0]);
    await activateLocale("zh-CN");
    expect([i18n.locale, sizeOf()]).toEqual(["zh-CN", more]);
  });

  test("a sheet comes with its words, also where the language changes on the way", async () => {
    await activateLocale("en-US");
    const before = sizeOf();
    const [sheet] = await Promise.all([
      withTexts("sheets", async () => Promise.resolve("the sheet")),
      activateLocale("zh-TW"),
    ]);
    expect([sheet, i18n.locale, sizeOf() > before]).toEqual(["the sheet", "zh-TW", true]);
    const chinese = sizeOf();
    await activateLocale("en-US");
    expect(sizeOf()).toBe(chinese);
  });

  test("what was asked for in the language before is rendered once it is there in the new one", async () => {
    await activateLocale("en-US");
    const sizes: number[] = [];
    const stop = i18n.on("change", () => sizes.push(sizeOf()));
    await Promise.all([activateLocale("fr-FR"), loadTextsOf("/certification")]);
    stop();
    expect(sizes).toHaveLength(2);
    expect(sizes[1]).toBeGreaterThan(sizes[0] ?? 0);
  });

  test("one that cannot be had is asked for again", async () => {
    await activateLocale("en-US");
    const load = vi
      .spyOn(texts["en-US"]!, "payments")
      .mockRejectedValueOnce(new TypeError("no network"));
    await expect(loadTextsOf("/recharge")).rejects.toThrow("no network");
    const before = sizeOf();
    await loadTextsOf("/recharge");
    expect([load.mock.calls.length, sizeOf() > before]).toEqual([2, true]);
  });

  test("every path that says more than the start is a known one", () => {
    expect(
      [...knownPaths, ...furtherPaths].filter((path) => textPartsOf(path).length === 0),
    ).toEqual(["/"]);
  });
});
