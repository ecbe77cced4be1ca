/**
 * Coin icons drawn by us: a disc in a colour that recalls the coin and its first letters, no one's logo.
 * Answered in Iconify's format, so that any Iconify server could stand in this place.
 */
const colours: Readonly<Record<string, string>> = {
  btc: "f2911b", eth: "5b6ee1", usdt: "1f9d78", sol: "8a4df0", xrp: "3c4a57", doge: "b8922c", bnb: "e0a90c", trx: "d8262f",
  ada: "1f55c4", sui: "3f8fe0", avax: "df3f41", link: "2a58d6", ltc: "4f74a8", ton: "1a91d6", bch: "35a86b", dot: "d81b78",
  pepe: "3f9142", shib: "e2601f", near: "20242b", uni: "e6298c", fil: "1684f2", apt: "2b2f36", etc: "3a9b4f", arb: "2f7fc2",
  op: "e8263a", icp: "6a3fb5", atom: "42466b", wif: "a8795a", xlm: "33383f", inj: "0f8fd0", bonk: "ee7f1c", aave: "8e6ad0",
  hbar: "2e2e3a", floki: "c98a1d", ldo: "e58a6a", crv: "c43f4d", grt: "5a46d6", vet: "1aa0d8", algo: "30343b", sand: "0f9fd6",
  mana: "e0513f", zec: "caa02b", axs: "1d63d8", theta: "21a6b8", xtz: "2668d9", eos: "3b3f4a", ens: "4c78e8", ape: "1f52c9",
  imx: "2c3440", ftm: "1b6de0", flow: "17b877", snx: "1b2a4a", comp: "0fae7a", mkr: "26a08c", gala: "34404f", chz: "c62d42",
  dash: "1f7fd1", neo: "2fa84a", qtum: "2e86c9", zil: "2aa3a3", iota: "3d4550", jup: "3fa58f", sei: "8f2a3f", tia: "6b3fe0",
  rndr: "c9342f", ar: "3a3f46", kas: "49b8a8", wld: "2b2b2f", pyth: "6a4fd0", strk: "2a2a60", blur: "e0641c", dydx: "5a4fd8",
};

const namePattern = /^[a-z0-9]{1,16}$/;
const size = 32;

interface IconSet {
  prefix: "coin";
  icons: Record<string, { body: string }>;
  not_found: string[];
  width: number;
  height: number;
}

/** The icons asked for; `isTraded` says which currencies beyond the table have one. */
export function coinIcons(names: readonly string[], isTraded: (name: string) => boolean): IconSet {
  const icons: IconSet["icons"] = {};
  const notFound: string[] = [];
  for (const name of new Set(names)) {
    const isKnown = namePattern.test(name) && (Object.hasOwn(colours, name) || isTraded(name));
    if (isKnown) icons[name] = { body: coinBody(name) };
    else notFound.push(name);
  }
  return { prefix: "coin", icons, not_found: notFound, width: size, height: size };
}

function coinBody(name: string): string {
  const colour = `#${colours[name] ?? fallbackColour(name)}`;
  const letters = name.slice(0, name.length > 3 ? 2 : 3).toUpperCase();
  const fontSize = letters.length === 1 ? 17 : letters.length === 2 ? 13.5 : 10.5;
  return `<circle cx="16" cy="16" r="16" fill="${colour}"/>`
    + `<circle cx="16" cy="16" r="14.25" fill="none" stroke="#fff" stroke-opacity=".28" stroke-width="1.5"/>`
    + `<text x="16" y="16" dy=".35em" fill="#fff" font-family="system-ui,sans-serif" font-size="${fontSize}" font-weight="700" text-anchor="middle">${letters}</text>`;
}

/** Always the same for a name, dark enough for white letters. */
function fallbackColour(name: string): string {
  let hash = 7;
  for (const char of name) hash = (hash * 31 + char.charCodeAt(0)) % 16_777_216;
  const channel = (shift: number) => (48 + ((hash >> shift) & 127)).toString(16).padStart(2, "0");
  return channel(0) + channel(8) + channel(16);
}
