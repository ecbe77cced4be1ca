export interface Searchable {
  symbol: string;
  base: string;
  quote: string;
  /** Full name of the base currency, such as Bitcoin; may be empty. */
  name: string;
}

const lastSureRank = 3;

/**
 * Symbols that a typed text may mean, the likeliest first; the order given decides among equals. Case,
 * accents, full-width letters and separators do not count, a part of the name is enough, and a
 * slip of the finger or letters left out are forgiven.
 */
export function searchSymbols(rows: readonly Searchable[], typed: string): string[] {
  const wanted = plain(typed);
  if (wanted === "") return rows.map((row) => row.symbol);
  const ranked = rows.flatMap((row) => {
    const rank = rankOf(row, wanted);
    return rank === undefined ? [] : [{ symbol: row.symbol, rank }];
  });
  // Guesses are for those who found nothing.
  const sure = ranked.filter((hit) => hit.rank <= lastSureRank);
  return (sure.length > 0 ? sure : ranked).toSorted((a, b) => a.rank - b.rank).map((hit) => hit.symbol);
}

function rankOf(row: Searchable, wanted: string): number | undefined {
  const symbol = plain(row.symbol);
  const base = plain(row.base);
  const name = plain(row.name);
  if (base === wanted || symbol === wanted) return 0;
  if (symbol.startsWith(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (symbol.includes(wanted) || name.includes(wanted)) return 3;
  if (wanted.length >= 4 && (oneSlip(name, wanted) || oneSlip(base, wanted))) return 4;
  return wanted.length >= 3 && (inOrder(base + plain(row.quote), wanted) || inOrder(name, wanted)) ? 5 : undefined;
}

/** Whether the beginning of the text is what was meant but for one letter: missing, extra, wrong or swapped with its neighbour. */
function oneSlip(text: string, typed: string): boolean {
  let at = 0;
  while (at < typed.length && typed[at] === text[at]) at++;
  const rest = text.slice(at);
  const left = typed.slice(at);
  const swapped = left.length > 1 && rest.startsWith((left[1] ?? "") + (left[0] ?? "")) && rest.slice(2).startsWith(left.slice(2));
  return swapped || rest.slice(1).startsWith(left.slice(1)) || rest.slice(1).startsWith(left) || rest.startsWith(left.slice(1));
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
  return text.normalize("NFKD").toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}
