import { atom } from "jotai";
import * as v from "valibot";
import { scopes } from "#protocol/api/market.ts";
import { readStoredText } from "../../../storage/stored-text.ts";
import { writeLocal, readLocal } from "../../../storage/web-storage.ts";
import { sortKeys } from "./market-order.ts";

const marketTabs = ["favourites", "volume", "gainers", "losers", "all"] as const;
export type MarketTab = (typeof marketTabs)[number];

const choice = v.object({
  tab: v.fallback(v.picklist(marketTabs), "volume"),
  /** The product whose markets the tab "all" shows. */
  scope: v.fallback(v.picklist(scopes), "coin"),
  /** The column the user sorts by; null for the tab's own order. */
  sort: v.fallback(
    v.nullable(v.object({ key: v.picklist(sortKeys), descending: v.boolean() })),
    null,
  ),
});

/** Which markets the user views, and in which order. */
export type MarketChoice = v.InferOutput<typeof choice>;

/** Reads a stored choice; invalid parts get their defaults. */
export function parseMarketChoice(text: string | null): MarketChoice {
  return v.parse(v.fallback(choice, v.getFallbacks(choice) as MarketChoice), readStoredText(text));
}

type ChoiceKey = "godwit:markets" | "godwit:market-sheet";

function persistedChoiceAtom(key: ChoiceKey, usual: Partial<MarketChoice>) {
  const current = atom<MarketChoice>(readChoice(key, usual));
  return atom(
    (get) => get(current),
    (_get, set, next: MarketChoice) => {
      set(current, next);
      writeLocal(key, JSON.stringify(next));
    },
  );
}

function readChoice(key: ChoiceKey, usual: Partial<MarketChoice>): MarketChoice {
  const stored = readLocal(key);
  return stored === null ? { ...parseMarketChoice(null), ...usual } : parseMarketChoice(stored);
}

/** The choice on Home and in the market sheet, each as last made on this device. */
export const marketChoiceAtoms = {
  home: persistedChoiceAtom("godwit:markets", {}),
  sheet: persistedChoiceAtom("godwit:market-sheet", {
    tab: "all",
    sort: { key: "vol", descending: true },
  }),
};
