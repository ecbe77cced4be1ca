/**
 * Reads that leave before the app's own code has arrived: the first script of a page asks, and the app takes the
 * answers over instead of asking itself. Only what nobody signs.
 */
import { addressFor, maxConfigBytes, readConfig } from "#protocol/wire/runtime-config.ts";

export const configAddress = "/config.json";
/** Every call waits for the config, so patience with it is short. */
export const configTimeoutMs = 4000;
/** As the market feed first asks for the whole list. */
const rankPath = "/api/htx/getMergedTickerRank";
const rankQuery = "?sort=vol&limit=5000";
const rankTimeoutMs = 30_000;
/** An answer that nobody has taken by then is of another time. */
const maxAgeMs = 10_000;

/** Pages of which prices are a part: there they are asked for at once, elsewhere in their turn of the startup. */
const pagesWithPrices = /^\/(coins|contracts|seconds|assets|currency\/[^/]+)?\/?$/;

interface EarlyRead {
  /** The whole address it was asked at. */
  address: string;
  at: number;
  answer: Promise<Response>;
}

interface EarlyReads {
  reads: EarlyRead[];
  /** The app is here before the config: it asks for the rest itself. */
  isOvertaken: boolean;
}

/** Two programs share it, so it stands where both find it. */
const shared = globalThis as typeof globalThis & { godwitEarly?: EarlyReads };

/** Whether a path's page shows prices. */
export function showsPrices(pathname: string): boolean {
  return pagesWithPrices.test(pathname);
}

/**
 * Asks for the config and, where they are wanted, as soon as it says where, for all markets.
 * @param wantsMarkets somebody looks at the page, and nobody is logged in whose calls are signed
 * @returns a copy of the answer with all markets, for who cannot wait for the app; undefined where it is not asked for
 */
export function readEarly(wantsMarkets: boolean): Promise<Response | undefined> | undefined {
  const early: EarlyReads = { reads: [], isOvertaken: false };
  shared.godwitEarly = early;
  const config = begin(early, configAddress, { timeoutMs: configTimeoutMs });
  if (!wantsMarkets) return undefined;
  const beginRank = (text: string) => {
    const known =
      early.isOvertaken || text.length > maxConfigBytes ? undefined : readConfig(JSON.parse(text));
    return (
      known &&
      begin(early, addressFor(known, rankPath) + rankQuery, {
        timeoutMs: rankTimeoutMs,
        credentials: "omit",
      }).then((response) => response.clone())
    );
  };
  // What cannot be had or read is the app's to deal with.
  return config
    .then((response) => response.clone().text())
    .then(beginRank)
    .catch(() => undefined);
}

/** Whether all markets were asked for early, and nobody has taken the answer yet. */
export function hasEarlyMarkets(): boolean {
  return (
    shared.godwitEarly?.reads.some(({ address }) => address.endsWith(rankPath + rankQuery)) ?? false
  );
}

/** The answer to a read that was begun early, once and to the first who asks; undefined where there is none. */
export function takeEarly(address: string): Promise<Response> | undefined {
  const early = shared.godwitEarly;
  if (!early) return undefined;
  early.isOvertaken ||= address === configAddress && early.reads.length === 1;
  const { href } = new URL(address, location.href);
  const at = early.reads.findIndex((read) => read.address === href);
  const [read] = at < 0 ? [] : early.reads.splice(at, 1);
  return read && performance.now() - read.at < maxAgeMs ? read.answer : undefined;
}

function begin(
  early: EarlyReads,
  address: string,
  {
    timeoutMs,
    credentials = "same-origin",
  }: { timeoutMs: number; credentials?: RequestCredentials },
): Promise<Response> {
  const { href } = new URL(address, location.href);
  const answer = fetch(href, {
    cache: "no-cache",
    credentials,
    signal: AbortSignal.timeout(timeoutMs),
  });
  // The user of the answer handles a failure; without a user it is ignored.
  answer.catch(() => undefined);
  early.reads.push({ address: href, at: performance.now(), answer });
  return answer;
}
