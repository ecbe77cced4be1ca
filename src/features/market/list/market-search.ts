interface Searchable {
  symbol: string;
  base: string;
  quote: string;
  /** Full name of the base currency, such as Bitcoin; may be empty. */
  name: string;
}

const lastExactRank = 4;

/**
 * The symbols that match a typed text, the best match first; ties keep the given order. Case, accents,
 * full-width letters and separators are ignored. A part of the name is enough, and one typing error or
 * omitted letters are tolerated.
 */
export function searchSymbols(rows: readonly Searchable[], typed: string): string[] {
  const wanted = plain(typed);
  if (wanted === "") return rows.map((row) => row.symbol);
  const codes = codesByOtherName(wanted);
  const ranked = rows.flatMap((row) => {
    const terms = termsOf(row);
    const isWhole = codes.get(terms.base);
    const rank = isWhole === undefined ? rankOf(terms, wanted) : isWhole ? 0 : 2;
    return rank === undefined ? [] : [{ symbol: row.symbol, rank }];
  });
  // Inexact matches count only without exact ones.
  const exact = ranked.filter((hit) => hit.rank <= lastExactRank);
  return (exact.length > 0 ? exact : ranked)
    .toSorted((a, b) => a.rank - b.rank)
    .map((hit) => hit.symbol);
}

interface Terms {
  symbol: string;
  base: string;
  quote: string;
  name: string;
  /** The name from its second word on, from its third word on, and so forth. */
  tails: readonly string[];
}

const knownTerms = new Map<string, Terms>();
const maxKnown = 20_000;

/** The normalised texts of a market, computed once and not at each letter typed. */
function termsOf(row: Searchable): Terms {
  const key = `${row.symbol} ${row.base} ${row.quote} ${row.name}`;
  const known = knownTerms.get(key);
  if (known) return known;
  const parts = row.name.split(/[\s\-_/.]+/);
  const terms = {
    symbol: plain(row.symbol),
    base: plain(row.base),
    quote: plain(row.quote),
    name: plain(row.name),
    tails: parts.slice(1).map((_, at) => plain(parts.slice(at + 1).join(""))),
  };
  if (knownTerms.size >= maxKnown) knownTerms.clear();
  knownTerms.set(key, terms);
  return terms;
}

function rankOf({ symbol, base, quote, name, tails }: Terms, wanted: string): number | undefined {
  if (base === wanted || symbol === wanted) return 0;
  if (symbol.startsWith(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (tails.some((tail) => tail.startsWith(wanted))) return 3;
  if (symbol.includes(wanted) || name.includes(wanted)) return 4;
  if (wanted.length >= 3 && (hasOneTypo(base, wanted, true) || hasOneTypo(symbol, wanted, true)))
    return 5;
  if (wanted.length >= 4 && (hasOneTypo(name, wanted) || hasOneTypo(base, wanted))) return 6;
  return wanted.length >= 3 && (inOrder(base + quote, wanted) || inOrder(name, wanted))
    ? 7
    : undefined;
}

/** Whether the start of the text, or the `whole` text, differs from what was typed in one letter: missing, extra, wrong or swapped with its neighbour. */
function hasOneTypo(text: string, typed: string, whole = false): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === text[at]) at++;
  const rest = text.slice(at);
  const left = typed.slice(at);
  const fits = (meant: string, typedRest: string) =>
    whole ? meant === typedRest : meant.startsWith(typedRest);
  const swapped =
    left.length > 1 &&
    rest.startsWith((left[1] ?? "") + (left[0] ?? "")) &&
    fits(rest.slice(2), left.slice(2));
  return (
    swapped ||
    fits(rest.slice(1), left.slice(1)) ||
    fits(rest.slice(1), left) ||
    fits(rest, left.slice(1))
  );
}

/** Whether the text contains the letters in this order, possibly with others between them. */
function inOrder(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Chinese names of well-known currencies; the venue's names are English. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  btc: ["比特币"],
  bch: ["比特现金", "比特币现金"],
  eth: ["以太坊", "以太币"],
  etc: ["以太经典"],
  xrp: ["瑞波币"],
  ltc: ["莱特币"],
  doge: ["狗狗币"],
  shib: ["柴犬币"],
  ada: ["艾达币"],
  dot: ["波卡"],
  trx: ["波场"],
  bnb: ["币安币"],
  sol: ["索拉纳"],
  eos: ["柚子"],
  fil: ["文件币"],
  avax: ["雪崩"],
  xmr: ["门罗币"],
  zec: ["大零币"],
  dash: ["达世币"],
  xlm: ["恒星币"],
  neo: ["小蚁"],
  ont: ["本体"],
  atom: ["阿童木", "宇宙币"],
  usdt: ["泰达币"],
};

/** Traditional characters in these names, with their simplified forms. */
const simplified: Readonly<Record<string, string>> = {
  幣: "币",
  現: "现",
  經: "经",
  萊: "莱",
  場: "场",
  達: "达",
  恆: "恒",
  蟻: "蚁",
  體: "体",
  門: "门",
  羅: "罗",
  納: "纳",
};

/** Lower-case codes of the currencies whose Chinese name equals the typed text (`true`) or starts with it. */
function codesByOtherName(typed: string): ReadonlyMap<string, boolean> {
  if (!/\p{Script=Han}/u.test(typed)) return new Map();
  const simple = typed.replace(/\p{Script=Han}/gu, (letter) => simplified[letter] ?? letter);
  return new Map(
    Object.entries(otherNames).flatMap(([code, names]) =>
      names.some((name) => name.startsWith(simple)) ? [[code, names.includes(simple)]] : [],
    ),
  );
}
