/** The four catalogs as their readers need them: complete, whole in their parts, written in the right script and by the rules of its print. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { formatter } from "@lingui/format-po";
import { describe, expect, test } from "vitest";
import { type Locale, locales } from "../../../src/i18n/locales.ts";

interface Entry {
  source: string;
  text: string;
}

const folder = resolve(import.meta.dirname, "../../../src/locales");
const translated = locales.filter((locale) => locale !== "en-US");
const catalogs = new Map(
  await Promise.all(locales.map(async (locale) => [locale, await read(locale)] as const)),
);

async function read(locale: Locale): Promise<Map<string, string>> {
  const filename = `${folder}/${locale}.po`;
  const parsed = await formatter().parse(readFileSync(filename, "utf8"), {
    locale,
    sourceLocale: "en-US",
    filename,
  });
  return new Map(
    Object.entries(parsed ?? {}).map(([id, message]) => [id, message.translation ?? ""]),
  );
}

function entriesOf(locale: Locale): Entry[] {
  const source = catalogs.get("en-US") ?? new Map<string, string>();
  return [...(catalogs.get(locale) ?? [])].map(([id, text]) => ({
    source: source.get(id) ?? "",
    text,
  }));
}

const faulty = (locale: Locale, isFault: (entry: Entry) => boolean) =>
  entriesOf(locale)
    .filter((entry) => isFault(entry))
    .map(({ source, text }) => `${source} → ${text}`);

/** The names of its places, apart from what a plural form says. */
const placesOf = (text: string) =>
  [
    ...new Set(
      [...text.matchAll(/(?<!(?:=\d+|zero|one|two|few|many|other) )\{(\w+)[,}]/g)].map(
        (match) => match[1] ?? "",
      ),
    ),
  ].toSorted(compare);
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
const tagsOf = (text: string) =>
  [...text.matchAll(/<\/?\d+\/?>/g)].map((match) => match[0]).toSorted(compare);
const formsOf = (text: string) =>
  [...text.matchAll(/(=\d+|zero|one|two|few|many|other) \{/g)].map((match) => match[1] ?? "");

/** Every Han character that an encoding of one script has, rows by its bytes. */
function charactersOf(
  encoding: "big5" | "gbk",
  leads: [number, number],
  trails: [number, number],
): Set<string> {
  const decoder = new TextDecoder(encoding);
  const found = new Set<string>();
  for (let lead = leads[0]; lead <= leads[1]; lead++) {
    for (let trail = trails[0]; trail <= trails[1]; trail++)
      found.add(decoder.decode(Uint8Array.of(lead, trail)));
  }
  return found;
}

const hanOf = (text: string) => [...text.matchAll(/\p{Script=Han}/gu)].map((match) => match[0]);
const body = (text: string) => text.replace(/\{\w+(, plural,)?|<\/?\d+>/g, "");

test("the locales are the specification's four, each with every message of the source", () => {
  expect([...locales].toSorted()).toEqual(["en-US", "fr-FR", "zh-CN", "zh-TW"]);
  const ids = [...(catalogs.get("en-US")?.keys() ?? [])].toSorted(compare);
  expect(ids.length).toBeGreaterThan(600);
  for (const locale of translated)
    expect([...(catalogs.get(locale)?.keys() ?? [])].toSorted(compare)).toEqual(ids);
});

describe.each(translated)("%s", (locale) => {
  test("nothing is left empty or with spaces at its ends", () => {
    expect(faulty(locale, ({ text }) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("nothing is English that was only copied", () => {
    // By their nature the same: names, signs, and words that French has, too.
    const same =
      /^(Godwit|E-mail|Type|Source|Volume|Vol \{volume\}|Total|Note|[A-Z]|\d+[mhM]|(1|5|15|30) minutes?|\{0\} \/ \{length\}|BTC, Bitcoin….*|Contact|Description|Position|Option|Actions?|Code|Public|Image|Minimum|Maximum|Mode|Maker|Taker|Certification|Format|Signature|Fibonacci|Notifications)$/;
    const words = (text: string) => /\p{L}/u.test(text.replace(/\{[^{}]*\}/g, ""));
    expect(
      faulty(locale, ({ source, text }) => text === source && words(text) && !same.test(text)),
    ).toEqual([]);
  });

  test("no entry is left over from an older text, or doubtful", () => {
    expect(readFileSync(`${folder}/${locale}.po`, "utf8")).not.toMatch(/^#~|^#,.*fuzzy/m);
  });

  test("every place and every tag of the source is there, and no other", () => {
    expect(
      faulty(
        locale,
        ({ source, text }) =>
          String(placesOf(text)) !== String(placesOf(source)) ||
          String(tagsOf(text)) !== String(tagsOf(source)),
      ),
    ).toEqual([]);
  });

  test("plurals have the forms of the language", () => {
    const categories = new Set(
      new Intl.PluralRules(locale).resolvedOptions().pluralCategories as string[],
    );
    const isWrong = ({ source, text }: Entry) => {
      const forms = formsOf(text);
      if (forms.length === 0) return formsOf(source).length > 0;
      const strange = forms.some((form) => !form.startsWith("=") && !categories.has(form));
      return (
        strange || !forms.includes("other") || (categories.has("one") && !forms.includes("one"))
      );
    };
    expect(faulty(locale, isWrong)).toEqual([]);
  });

  test("quotation marks, apostrophes and dots are those of print", () => {
    expect(faulty(locale, ({ text }) => /['"]|\.\.\./.test(text))).toEqual([]);
  });
});

describe("French print", () => {
  test("a no-break space stands before : and within « », a narrow one before ; ! ?, and one between a figure and its unit", () => {
    const isWrong = ({ text }: Entry) => {
      const words = body(text);
      return /[^\u00a0\d]:(?!\d)|[^\u202f][;!?]|«[^\u00a0]|[^\u00a0]»|[^\u00a0\u202f]%|[\d#}] (?:h|s|kg|%)(?!\p{L})/u.test(
        words,
      );
    };
    expect(faulty("fr-FR", isWrong)).toEqual([]);
  });

  test("readers are addressed as vous", () => {
    expect(
      faulty("fr-FR", ({ text }) => /(?<!\p{L})(tu|toi|ton|tes|ta)(?!\p{L})/iu.test(text)),
    ).toEqual([]);
  });
});

describe("Chinese", () => {
  test("zh-TW has no character that only simplified script has, zh-CN none that only traditional has", () => {
    const big5 = charactersOf("big5", [0xa4, 0xf9], [0x40, 0xfe]);
    const gb2312 = charactersOf("gbk", [0xb0, 0xf7], [0xa1, 0xfe]);
    expect(
      faulty("zh-TW", ({ text }) => hanOf(text).some((character) => !big5.has(character))),
    ).toEqual([]);
    // The name of a language is written in its own script.
    expect(
      faulty("zh-CN", ({ text }) => hanOf(text).some((character) => !gb2312.has(character))),
    ).toEqual([]);
  });

  test("zh-TW speaks as Taiwan does, where converted text would show by its words", () => {
    const mainland =
      /賬|帳[户]|信息|網絡|默認|視頻|登錄|軟件|硬件|程序|用戶|服務器|支持|數據|質量|優化|反饋|屏幕|加載|刷新|設備|設置|搜索|鏈接|字符|郵箱|激活|粘貼|復制|登陸|註銷|保存在|充值|提現|強平|盤口|撤單|幣幣|盈虧|算法|接口|文件夾|隊列|緩存|在線|離線下載|短信|二維碼|後台|賬單|通過郵件/;
    expect(faulty("zh-TW", ({ text }) => mainland.test(text))).toEqual([]);
  });

  test("zh-CN uses the words of local exchanges", () => {
    const elsewhere =
      /币币|帐户|帐号|网路|资讯|讯息|登入|登出|萤幕|使用者|伺服器|软体|程式|预设|提领|委托单|掛|强制平仓价格/;
    expect(faulty("zh-CN", ({ text }) => elsewhere.test(text))).toEqual([]);
  });

  test.each(["zh-CN", "zh-TW"] as const)(
    "%s has the punctuation of Chinese beside Chinese",
    (locale) => {
      expect(
        faulty(locale, ({ text }) =>
          /\p{Script=Han}[,;:?!]|[,;:?!]\p{Script=Han}|\p{Script=Han} \p{Script=Han}/u.test(
            body(text),
          ),
        ),
      ).toEqual([]);
    },
  );

  test.each(["zh-CN", "zh-TW"] as const)("%s calls the reader 你, everywhere alike", (locale) => {
    expect(faulty(locale, ({ text }) => /您/.test(text))).toEqual([]);
  });
});

describe("the words of trade", () => {
  test.each<[string, Record<(typeof translated)[number], string>]>([
    ["Coins", { "zh-CN": "现货", "zh-TW": "現貨", "fr-FR": "Cryptos" }],
    ["Contracts", { "zh-CN": "合约", "zh-TW": "合約", "fr-FR": "Contrats" }],
    ["Order", { "zh-CN": "委托", "zh-TW": "委託", "fr-FR": "Ordre" }],
    ["Order book", { "zh-CN": "盘口", "zh-TW": "委託簿", "fr-FR": "Carnet d’ordres" }],
    ["Funding rate", { "zh-CN": "资金费率", "zh-TW": "資金費率", "fr-FR": "Taux de financement" }],
    ["Mark price", { "zh-CN": "标记价格", "zh-TW": "標記價格", "fr-FR": "Prix de marquage" }],
    [
      "Margin that must remain",
      { "zh-CN": "维持保证金率", "zh-TW": "維持保證金率", "fr-FR": "Marge de maintien" },
    ],
    ["Slippage", { "zh-CN": "滑点", "zh-TW": "滑價", "fr-FR": "Glissement (slippage)" }],
    ["Recharge", { "zh-CN": "充值", "zh-TW": "加值", "fr-FR": "Dépôt" }],
    ["Log in", { "zh-CN": "登录", "zh-TW": "登入", "fr-FR": "Se connecter" }],
    [
      "User agreement",
      { "zh-CN": "用户协议", "zh-TW": "使用者協議", "fr-FR": "Conditions d’usage" },
    ],
  ])("%s", (source, wanted) => {
    for (const locale of translated)
      expect(
        entriesOf(locale)
          .filter((entry) => entry.source === source)
          .map((entry) => entry.text),
      ).toContain(wanted[locale]);
  });
});

const textOf = (locale: Locale, source: string) =>
  entriesOf(locale).find((entry) => entry.source === source)?.text;

test.each(locales)("%s calls a bid and an ask by other names than buying and selling", (locale) => {
  const [bid, ask, buy, sell] = ["Bid", "Ask", "Buy", "Sell"].map((source) =>
    textOf(locale, source),
  );
  expect(new Set([bid, ask, buy, sell, undefined]).size).toBe(5);
});

test.each(["zh-CN", "zh-TW"] as const)(
  "the periods of a chart are alike in form in %s",
  (locale) => {
    const periods = ["1m", "5m", "15m", "30m", "1h", "4h", "1D", "1W", "1M", "1Y"];
    for (const period of periods)
      expect(textOf(locale, period)).toMatch(/^\d+(分|小时|小時|日|周|週|月|年)$/);
  },
);
