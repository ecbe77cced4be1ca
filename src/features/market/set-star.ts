import type { QueryClient } from "@tanstack/react-query";
import type { createStore } from "jotai";
import { errorMessages } from "#protocol/error-codes.ts";
import { marketEndpoints } from "#protocol/market.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import {
  collectsAtom,
  favouritesAtom,
  starAfterLoginAtom,
  starTroubleAtom,
  starWishesAtom,
} from "./collects-atom.ts";
import { collectQuery } from "./queries.ts";

type Store = ReturnType<typeof createStore>;

/** A visitor's wish outlives the log-in form, not the day. */
const wishLivesMs = 10 * 60_000;
const tokenExpired = 200003;
/** The star says itself what became of it; the end of a session is not its own to tell. */
const handles = Object.keys(errorMessages)
  .map(Number)
  .filter((status) => status !== tokenExpired);

/**
 * Sets a star or takes it away. It shows at once; the venue is told, the list asked for anew as the
 * specification has it, and what was shown is reconciled with it. A tap during that counts: the last one
 * wins. What could not be kept goes back, with a word.
 */
export async function setStar(
  store: Store,
  client: QueryClient,
  symbol: string,
  starred: boolean,
): Promise<void> {
  const isUnderWay = store.get(starWishesAtom).has(symbol);
  wish(store, symbol, starred);
  if (isUnderWay) return;
  const userId = store.get(sessionAtom)?.id;
  const isSame = () => userId !== undefined && store.get(sessionAtom)?.id === userId;
  for (;;) {
    const wanted = store.get(starWishesAtom).get(symbol) ?? starred;
    const failure = await tell(symbol, wanted);
    const collects = isSame() ? await readCollects(client) : undefined;
    if (!isSame()) return wish(store, symbol, undefined);
    if (collects) store.set(collectsAtom, collects);
    else if (failure === undefined)
      store.set(collectsAtom, (held) => [
        ...held.filter((other) => other !== symbol),
        ...(wanted ? [symbol] : []),
      ]);
    // Tapped once more meanwhile.
    if (store.get(starWishesAtom).get(symbol) !== wanted) continue;
    wish(store, symbol, undefined);
    // An answer may be lost on its way back: the list then says that it was done.
    const isDone =
      failure === undefined || (collects !== undefined && collects.includes(symbol) === wanted);
    if (!isDone)
      store.set(starTroubleAtom, {
        symbol,
        starred: wanted,
        status: failure instanceof ApiError ? failure.status : null,
      });
    return;
  }
}

/** Sets the star that asked for the log-in, unless that was long ago. Call it once the favourites are known. */
export async function starAfterLogin(
  store: Store,
  client: QueryClient,
  now: number,
): Promise<void> {
  const wanted = store.get(starAfterLoginAtom);
  store.set(starAfterLoginAtom, null);
  if (!wanted || now - wanted.at > wishLivesMs || store.get(favouritesAtom).includes(wanted.symbol))
    return;
  await setStar(store, client, wanted.symbol, true);
}

function wish(store: Store, symbol: string, starred: boolean | undefined): void {
  store.set(starWishesAtom, (held) => {
    const wishes = new Map(held);
    if (starred === undefined) wishes.delete(symbol);
    else wishes.set(symbol, starred);
    return wishes;
  });
}

/** What went wrong, if anything. */
async function tell(symbol: string, starred: boolean): Promise<unknown> {
  try {
    await call(
      marketEndpoints.setCollect,
      { symbol, collect: starred ? 1 : 0 },
      { quiet: true, handles },
    );
    return undefined;
  } catch (error) {
    return error ?? new Error("setCollect failed");
  }
}

async function readCollects(client: QueryClient): Promise<readonly string[] | undefined> {
  try {
    return await client.fetchQuery({ ...collectQuery(), staleTime: 0 });
  } catch {
    return undefined;
  }
}
