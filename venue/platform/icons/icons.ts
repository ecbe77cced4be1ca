import { findCoinIcons } from "./coin-icons.ts";
import { flagSvg } from "./flags.ts";
import { type Icon, IconSet } from "./icon-set.ts";

/** Iconify's answer for some icons of a set. */
export interface IconAnswer {
  prefix: string;
  icons: Record<string, Icon>;
  not_found: string[];
  width: number;
  height: number;
}

interface Shelf {
  set: IconSet;
  find: (names: readonly string[]) => Promise<Map<string, Icon>>;
}

/** Read once in a process. */
const coins = new IconSet("token-branded");
const flags = new IconSet("circle-flags");

/** Names one answer is for; more are too many for one address. */
const answeredAtOnce = 200;

/**
 * The icons this venue serves: `coin` by ticker and `flags` by country code, whatever sets stand behind
 * them, and the sets themselves under Iconify's own prefixes.
 */
export class Icons {
  private readonly shelves: ReadonlyMap<string, Shelf>;

  /** @param isTraded which currencies have an icon though no set has one */
  constructor(isTraded: (currency: string) => boolean) {
    const whole = (set: IconSet): Shelf => ({ set, find: (names) => set.find(names) });
    this.shelves = new Map<string, Shelf>([
      ["coin", { set: coins, find: (names) => findCoinIcons(coins, names, isTraded) }],
      ["token-branded", whole(coins)],
      ["flags", whole(flags)],
      ["circle-flags", whole(flags)],
    ]);
  }

  /** The icons named, the first {@link answeredAtOnce} of them; `undefined` for a prefix not served here. */
  async answer(prefix: string, names: readonly string[]): Promise<IconAnswer | undefined> {
    const shelf = this.shelves.get(prefix);
    if (!shelf) return undefined;
    const wanted = [...new Set(names)].slice(0, answeredAtOnce);
    const found = await shelf.find(wanted);
    return {
      prefix,
      icons: Object.fromEntries(found),
      not_found: wanted.filter((name) => !found.has(name)),
      ...(await shelf.set.frame()),
    };
  }

  /** A country's flag as a document of its own, `undefined` where there is none: 3:2 for the countries offered, else round. */
  async flag(countryCode: string): Promise<string | undefined> {
    const own = flagSvg(countryCode);
    if (own !== undefined) return own;
    const icon = (await flags.find([countryCode])).get(countryCode);
    const { width, height } = await flags.frame();
    return (
      icon &&
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${icon.left ?? 0} ${icon.top ?? 0} ${icon.width ?? width} ${icon.height ?? height}">${icon.body}</svg>`
    );
  }

  /** Reads the sets ahead of the first who asks. */
  async warm(): Promise<void> {
    for (const { set } of this.shelves.values()) await set.frame();
  }
}
