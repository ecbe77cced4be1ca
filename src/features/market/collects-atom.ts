import { atom } from "jotai";
import { authorizedAtom } from "../session/session-atoms.ts";

/** The user's favourite symbols, as the venue last gave them. */
export const collectsAtom = atom<readonly string[]>([]);

/** Stars that were just set or taken away and that the venue has not confirmed yet, by symbol. */
export const starWishesAtom = atom<ReadonlyMap<string, boolean>>(new Map());

/** The favourites as the person sees them: what the venue knows, with the wishes under way. */
export const favouritesAtom = atom((get) => {
  const wishes = get(starWishesAtom);
  const collects = get(collectsAtom);
  if (wishes.size === 0 || !get(authorizedAtom)) return collects;
  const added = [...wishes].flatMap(([symbol, starred]) =>
    starred && !collects.includes(symbol) ? [symbol] : [],
  );
  return [...collects.filter((symbol) => wishes.get(symbol) !== false), ...added];
});

/** A star that a visitor set: it is done once they have logged in. `at` in Unix ms. */
export const starAfterLoginAtom = atom<{ symbol: string; at: number } | null>(null);

/** A star that could not be kept: shown as a toast by the frame. `status` is the venue's refusal, null where it was not reached. */
export const starTroubleAtom = atom<{
  symbol: string;
  starred: boolean;
  status: number | null;
} | null>(null);
