import type { QueryClient } from "@tanstack/react-query";
import { atom, type createStore } from "jotai";
import { authorizedAtom, sessionAtom } from "../../session/session-atoms.ts";
import { collectQuery } from "../feed/market-queries.ts";
import type { FavouriteSent } from "./favourite-write.ts";

/** The user's favourite symbols, as last read from the venue. */
export const confirmedFavouritesAtom = atom<readonly string[]>([]);

/** Favourites just added (true) or removed (false) and not confirmed by the venue yet, by symbol. */
export const pendingFavouritesAtom = atom<ReadonlyMap<string, boolean>>(new Map());

/** The favourites as shown: the confirmed ones with the pending changes. */
export const favouritesAtom = atom((get) => {
  const pending = get(pendingFavouritesAtom);
  const confirmed = get(confirmedFavouritesAtom);
  if (pending.size === 0 || !get(authorizedAtom)) return confirmed;
  const added = [...pending].flatMap(([symbol, favourite]) =>
    favourite && !confirmed.includes(symbol) ? [symbol] : [],
  );
  return [...confirmed.filter((symbol) => pending.get(symbol) !== false), ...added];
});

/** A favourite chosen by a visitor: it is added after they log in. `at` in Unix ms. */
export const favouriteAfterLoginAtom = atom<{ symbol: string; at: number } | null>(null);

/** A change that failed: the frame shows it as a toast. `status` is the venue's error code, null where it was not reached. */
export const favouriteFailureAtom = atom<{
  symbol: string;
  favourite: boolean;
  status: number | null;
} | null>(null);

type Store = ReturnType<typeof createStore>;

/** A visitor's choice is still applied this long after it was made. */
const pendingLoginMs = 10 * 60_000;

/**
 * Adds or removes a favourite. The change shows at once. It is sent to the venue, and the list is read again as
 * the specification requires; the shown state then follows that list. Of several taps meanwhile the last one
 * counts. A change that failed is undone with a message.
 */
export async function setFavourite(
  store: Store,
  client: QueryClient,
  symbol: string,
  favourite: boolean,
): Promise<void> {
  const isSending = store.get(pendingFavouritesAtom).has(symbol);
  setPending(store, symbol, favourite);
  if (isSending) return;
  const userId = store.get(sessionAtom)?.id;
  const isSameUser = () => userId !== undefined && store.get(sessionAtom)?.id === userId;
  for (;;) {
    const wanted = store.get(pendingFavouritesAtom).get(symbol) ?? favourite;
    const { failure, settled } = await sendFavourite(symbol, wanted);
    const confirmed = isSameUser() ? await readFavourites(client) : undefined;
    if (!isSameUser()) return setPending(store, symbol, undefined);
    if (confirmed) store.set(confirmedFavouritesAtom, confirmed);
    else if (failure === undefined)
      store.set(confirmedFavouritesAtom, (current) => [
        ...current.filter((other) => other !== symbol),
        ...(wanted ? [symbol] : []),
      ]);
    // The user has tapped again meanwhile.
    if (store.get(pendingFavouritesAtom).get(symbol) !== wanted) continue;
    setPending(store, symbol, undefined);
    // Another device may have made the same change.
    const isDone =
      failure === undefined || (confirmed !== undefined && confirmed.includes(symbol) === wanted);
    if (!isDone)
      store.set(favouriteFailureAtom, {
        symbol,
        favourite: wanted,
        status: failure,
      });
    // It may have been done all the same.
    if (settled) void settled.then(() => (isSameUser() ? showConfirmed(store, client) : undefined));
    return;
  }
}

/** Adds the favourite that asked for the log-in, unless that was long ago. Call it after the favourites are read. */
export async function addFavouriteAfterLogin(
  store: Store,
  client: QueryClient,
  now: number,
): Promise<void> {
  const wanted = store.get(favouriteAfterLoginAtom);
  store.set(favouriteAfterLoginAtom, null);
  if (
    !wanted ||
    now - wanted.at > pendingLoginMs ||
    store.get(favouritesAtom).includes(wanted.symbol)
  )
    return;
  await setFavourite(store, client, wanted.symbol, true);
}

function setPending(store: Store, symbol: string, favourite: boolean | undefined): void {
  store.set(pendingFavouritesAtom, (current) => {
    const pending = new Map(current);
    if (favourite === undefined) pending.delete(symbol);
    else pending.set(symbol, favourite);
    return pending;
  });
}

/** Sends a change as a write of `src/writes`, which is loaded now: Home does without it until a star is tapped. */
async function sendFavourite(symbol: string, favourite: boolean): Promise<FavouriteSent> {
  // What cannot leave is not of unknown outcome.
  if (globalThis.navigator?.onLine === false) return { failure: null };
  try {
    const writes = await import("./favourite-write.ts");
    return await writes.sendFavourite(symbol, favourite);
  } catch {
    return { failure: null };
  }
}

async function showConfirmed(store: Store, client: QueryClient): Promise<void> {
  const userId = store.get(sessionAtom)?.id;
  const confirmed = await readFavourites(client);
  if (confirmed && store.get(sessionAtom)?.id === userId)
    store.set(confirmedFavouritesAtom, confirmed);
}

async function readFavourites(client: QueryClient): Promise<readonly string[] | undefined> {
  const query = { ...collectQuery(), staleTime: 0 };
  try {
    // A read that is under way may have left before the change.
    await client.cancelQueries({ queryKey: query.queryKey, exact: true }, { silent: true });
    return await client.fetchQuery(query);
  } catch {
    return undefined;
  }
}
