import { codesByOtherName } from "./other-names.ts";

export interface Searchable {
  symbol: string;
  base: string;
  quote: string;
  /** Full name of the base currency, such as Bitcoin; may be empty. */
  name: string;
}

const lastSureRank = 4;

/**
 * Symbols that a typed text may mean, the likeliest first; the order given decides among equals. Case,
 * accents, full-width letters and separators do not count, a part of the name is enough, and a
 * slip of the finger or letters left out are forgiven.
 */
export function searchSymbols(rows: readonly Searchable[], typed: string): string[] {
  const wanted = plain(typed);
  if (wanted === "") return rows.map((row) => row.symbol);
  const codes = codesByOtherName(wanted);
  const ranked = rows.flatMap((row) => {
    const words = wordsOf(row);
    const isWhole = codes.get(words.base);
    const rank = isWhole === undefined ? rankOf(words, wanted) : isWhole ? 0 : 2;
    return rank === undefined ? [] : [{ symbol: row.symbol, rank }];
  });
  // Guesses are for those who found nothing.
  const sure = ranked.filter((hit) => hit.rank <= lastSureRank);
  return (sure.length > 0 ? sure : ranked)
    .toSorted((a, b) => a.rank - b.rank)
    .map((hit) => hit.symbol);
}

interface Words {
  symbol: string;
  base: string;
  quote: string;
  name: string;
  /** The name from each of its words on. */
  tails: readonly string[];
}

const wordsKnown = new Map<string, Words>();
const maxKnown = 20_000;

/** What is compared, made once per market and not at each letter typed. */
function wordsOf(row: Searchable): Words {
  const key = `${row.symbol} ${row.base} ${row.quote} ${row.name}`;
  const known = wordsKnown.get(key);
  if (known) return known;
  const parts = row.name.split(/[\s\-_/.]+/);
  const words = {
    symbol: plain(row.symbol),
    base: plain(row.base),
    quote: plain(row.quote),
    name: plain(row.name),
    tails: parts.slice(1).map((_, at) => plain(parts.slice(at + 1).join(""))),
  };
  if (wordsKnown.size >= maxKnown) wordsKnown.clear();
  wordsKnown.set(key, words);
  return words;
}

function rankOf({ symbol, base, quote, name, tails }: Words, wanted: string): number | undefined {
  if (base === wanted || symbol === wanted) return 0;
  if (symbol.startsWith(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (tails.some((tail) => tail.startsWith(wanted))) return 3;
  if (symbol.includes(wanted) || name.includes(wanted)) return 4;
  if (wanted.length >= 3 && (oneSlip(base, wanted, true) || oneSlip(symbol, wanted, true)))
    return 5;
  if (wanted.length >= 4 && (oneSlip(name, wanted) || oneSlip(base, wanted))) return 6;
  return wanted.length >= 3 && (inOrder(base + quote, wanted) || inOrder(name, wanted))
    ? 7
    : undefined;
}

/** Whether the beginning of the text, or the `whole` of it, is what was meant but for one letter: missing, extra, wrong or swapped with its neighbour. */
function oneSlip(text: string, typed: string, whole = false): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === text[at]) at++;
  const rest = text.slice(at);
  const left = typed.slice(at);
  const fits = (meant: string, said: string) => (whole ? meant === said : meant.startsWith(said));
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

/** Whether the letters stand in the text in this order, with others between them. */
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
