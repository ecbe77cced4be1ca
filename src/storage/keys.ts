/**
 * The registry of everything this device keeps: a row a kind. Typed keys, wiping, eviction, the sums of "Storage and
 * offline" and the list of the rescue page follow from it; a key in no row does not compile. The schema of a kind
 * stands with the code that knows its form, bound to the row by `stored` (stored.ts).
 *
 * The names are on people's devices: a row may be added, but its key is never changed without reading the old one.
 */

/** How a person sorts it in "Storage and offline". */
export type StorageClass =
  /** Public copies: prices, candles, lists, coin icons. */
  | "markets"
  /** Copies of the user's own records: the account snapshot. */
  | "account"
  /** Typed and not sent. */
  | "drafts"
  /** The installed app, settings, and writes whose outcome is not known yet. */
  | "app";

interface Facts {
  class: StorageClass;
  /** Makes room when the device is full, 1 first; false: never. */
  mayDrop: number | false;
  /**
   * A write whose outcome is not known: "expires" goes once no venue can accept it any more; "owner" also stays,
   * however old, as long as its owner may ask for the outcome.
   */
  unresolved?: "expires" | "owner";
}

/** An owner is everybody (a copy of public facts), one user, or the device. What is a user's never survives their logout. */
export type Row = Facts &
  ({ owner: "public" | "device"; survivesLogout: true } | { owner: "user"; survivesLogout: false });

const market = (mayDrop: number | false = false) =>
  ({ owner: "public", class: "markets", mayDrop, survivesLogout: true }) as const;
const own = (kind: "account" | "drafts" | "app") =>
  ({ owner: "user", class: kind, mayDrop: false, survivesLogout: false }) as const;
const device = { owner: "device", class: "app", mayDrop: false, survivesLogout: true } as const;
const app = { ...device, owner: "public" } as const;

const [account, draft, user] = [own("account"), own("drafts"), own("app")];
const order = { ...user, unresolved: "owner" } as const;
const write = { ...user, unresolved: "expires" } as const;

/** By place and key. `{part}` is filled in; `{user}`, the id of its owner, is the first part where there is one. */
export const rows = {
  IndexedDB: {
    "candles:index": market(1),
    "candles:{symbol}:{period}": market(1),
    sparklines: market(2),
    /** Coin icons by name. */
    icons: market(2),
    "queries:public": market(3),
    tickers: market(4),
    config: app,
    "venue-key:{origin}": device,
    /** The newest receipt of a venue's chain that this device knows. */
    "chain-head:{origin}": device,
    /** Minutes of the tick log, as this device saw them first. */
    "published-minutes:{origin}": device,
    "asked-to-persist": device,
    /** Log-outs that the venue has yet to hear of; each ends one session and opens none. */
    logouts: device,
    trial: device,
    /** What signs the calls of a session; the browser gives it to nobody. */
    "device-key:{name}": user,
    "user:{user}": account,
    "queries:user:{user}": account,
    "queries:user:{user}:export:head": account,
    "queries:user:{user}:export:{page}": account,
    "receipts:{user}:{order}": account,
    "slips:{user}:{order}": account,
    "order-slips:{user}:{order}": account,
    /** What this device has found against the venue. */
    "findings:{user}": account,
    /** Whose the drafts are. */
    owner: user,
    "draft:coin:{symbol}": draft,
    "draft:contract:{symbol}": draft,
    "draft:second:{symbol}": draft,
    "draft:recharge": draft,
    "draft:withdraw:coin": draft,
    "draft:withdraw:bank": draft,
    "draft:certification": draft,
    "attempt:{user}": order,
    "attempt:contract:{user}": order,
    "write:second:{user}": write,
    "write:{user}:{what}": write,
  },
  localStorage: {
    "godwit:first-rows": market(),
    /** What the travel set has, and since when. */
    "godwit:travel-set": market(),
    /** Whether this device keeps one. */
    "godwit:travel": device,
    "godwit:markets": device,
    "godwit:market-sheet": device,
    "godwit:data": device,
    "godwit:chart": device,
    /** How far the venue's clock is from the device's, and when that was learnt. */
    "godwit:clock": device,
    "godwit:chart-height": device,
    /** How many charts the desk has, of which markets and periods. */
    "godwit:desk-charts": device,
    /** Which key does what. */
    "godwit:keys": device,
    /** What was found last by the search. */
    "godwit:palette": device,
    /** How wide the panes of the desk are, and which are folded. */
    "godwit:desk": device,
    /** What was drawn on a market's chart. */
    "godwit:drawings:{symbol}": device,
    "godwit:period": device,
    "godwit:installed": device,
    "godwit:entry": device,
    /** The build that ran here last. */
    "godwit:seen-build": device,
    /** The build that did not start here. */
    "godwit:failed-build": device,
    /** The one of those that the venue has heard of. */
    "godwit:reported-build": device,
    /** The build that was put off, and when. */
    "godwit:update-later": device,
    "godwit:haptics": device,
    "godwit:hide-amounts": device,
    "godwit:hide-zero": device,
    "godwit:display-currency": device,
    /** The announcements that were put away. */
    "godwit:announcements": device,
    "godwit:kyc-nudge": user,
    /** The address to which this device has its notices pushed. */
    "godwit:push": user,
    /** Having them pushed here was offered, and put off for good. */
    "godwit:push-offer": device,
    "godwit:orders": device,
    "godwit:orders:{user}": user,
  },
  sessionStorage: {
    "godwit:holds": user,
    "godwit:reloaded-at": device,
    "godwit:reloaded-for": device,
    /** The page was reloaded before the worker that it had asked took over. */
    "godwit:late-worker": device,
    /** How often in a row the app did not start. */
    "godwit:retries": device,
    /** The router's own. */
    "tsr-scroll-restoration-{version}": device,
  },
  cookie: {
    "__Host-godwit-client": user,
    godwit_book: device,
    godwit_look: device,
    i18n_redirected: device,
  },
  /** The worker's (sw/answer-cache.ts). */
  cache: {
    "godwit-config": market(),
    "godwit-public-api": market(),
    "godwit-icons": market(),
    /** The languages that this device shows: the worker installs their texts. */
    "godwit-languages": app,
    "workbox-precache-{version}": app,
    /** The last build that started here (sw/build-before.ts). */
    "godwit-build-before": app,
  },
} as const satisfies Record<string, Record<string, Row>>;

export type Place = keyof typeof rows;

/** The kinds of a place: their keys with the parts that are filled in. */
export type Kind<At extends Place> = keyof (typeof rows)[At] & string;

/** The keys of a place. */
export type Key<At extends Place> = Filled<Kind<At>>;

type Filled<Template extends string> = Template extends `${infer Head}{${string}}${infer Rest}`
  ? `${Head}${string}${Filled<Rest>}`
  : Template;

/** Keys of older or newer builds that no row knows. They count as a user's own, so that a logout removes them. */
const unknown: Row = user;

interface Known {
  template: string;
  /** What stands before the first part; the whole key where there is none. */
  prefix: string;
  row: Row;
}

const known = new Map<Place, readonly Known[]>();

function kindsOf(place: Place): readonly Known[] {
  let kinds = known.get(place);
  if (!kinds) {
    kinds = Object.entries<Row>(rows[place])
      .map(([template, row]) => ({ template, prefix: template.split("{")[0] ?? "", row }))
      // `attempt:contract:7` is no key of `attempt:{user}`.
      .toSorted((a, b) => b.prefix.length - a.prefix.length);
    known.set(place, kinds);
  }
  return kinds;
}

function kindOf(place: Place, key: string): Known | undefined {
  return kindsOf(place).find(({ template, prefix }) =>
    template === prefix ? key === prefix : key.startsWith(prefix),
  );
}

/** The row of a key. */
export function rowOf(place: Place, key: string): Row {
  return kindOf(place, key)?.row ?? unknown;
}

/** The id of the user whose it is; undefined where the key does not say. */
export function ownerOf(place: Place, key: string): string | undefined {
  const kind = kindOf(place, key);
  return kind?.template.startsWith(`${kind.prefix}{user}`)
    ? key.slice(kind.prefix.length).split(":")[0]
    : undefined;
}

/** The keys of IndexedDB that make room for one of this key, a kind after another, in their order. */
export function evictionOrder(key: string): ReadonlyArray<(other: string) => boolean> {
  const limit = rowOf("IndexedDB", key).mayDrop || Infinity;
  const ranks = new Set(kindsOf("IndexedDB").map(({ row }) => row.mayDrop));
  return [...ranks]
    .filter((rank) => rank !== false)
    .filter((rank) => rank < limit)
    .toSorted((a, b) => a - b)
    .map((rank) => (other) => rowOf("IndexedDB", other).mayDrop === rank);
}
