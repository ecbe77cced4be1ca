import type { Icon, IconSet } from "./icon-set.ts";

/** Colours that recall coins the set has no picture of. */
const colours: Readonly<Record<string, string>> = { wif: "a8795a", floki: "c98a1d", wld: "2b2b2f" };

/** Tickers under which the set shows another project's coin. */
const otherName: Readonly<Record<string, string>> = {
  apt: "aptos",
  arb: "arbitrum-one",
  strk: "starknet",
};

const namePattern = /^[a-z0-9]{1,16}$/;
/**
 * The pictures of coins by ticker: from the set, on the coin's own ground where it has one, since they are
 * shown as discs; else a disc of ours for those `isTraded` here.
 */
export async function findCoinIcons(
  set: IconSet,
  names: Iterable<string>,
  isTraded: (name: string) => boolean,
): Promise<Map<string, Icon>> {
  const wanted = [...names].filter((name) => namePattern.test(name));
  const nameInSet = (name: string) =>
    Object.hasOwn(otherName, name) ? (otherName[name] ?? name) : name;
  const drawn = await set.find(
    wanted.map(nameInSet).flatMap((name) => [name, `${name}-background`]),
  );
  const found = new Map<string, Icon>();
  for (const name of wanted) {
    const icon = drawn.get(`${nameInSet(name)}-background`) ?? drawn.get(nameInSet(name));
    if (icon) found.set(name, icon);
    else if (Object.hasOwn(colours, name) || isTraded(name))
      found.set(name, { body: coinBody(name) });
  }
  return found;
}

/** A disc in a colour that recalls the coin, with its first letters; drawn to the set's frame of 24 × 24. */
function coinBody(name: string): string {
  const colour = `#${colours[name] ?? fallbackColour(name)}`;
  const letters = name.slice(0, name.length > 3 ? 2 : 3).toUpperCase();
  const fontSize = letters.length === 1 ? 12.8 : letters.length === 2 ? 10.1 : 7.9;
  return (
    `<circle cx="12" cy="12" r="12" fill="${colour}"/>` +
    `<circle cx="12" cy="12" r="10.7" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.1"/>` +
    `<text x="12" y="12" dy=".35em" fill="#fff" font-family="system-ui,sans-serif" font-size="${fontSize}" font-weight="700" text-anchor="middle">${letters}</text>`
  );
}

/** Always the same for a name, dark enough for white letters. */
function fallbackColour(name: string): string {
  let hash = 7;
  for (const char of name) hash = (hash * 31 + char.charCodeAt(0)) % 16_777_216;
  const channel = (shift: number) => (48 + ((hash >> shift) & 127)).toString(16).padStart(2, "0");
  return channel(0) + channel(8) + channel(16);
}
