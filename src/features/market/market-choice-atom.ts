import { atom } from "jotai";
import * as v from "valibot";
import { scopes } from "#protocol/market.ts";
import { homeChoiceKey } from "../../storage/local-names.ts";
import { keepLocal, readLocal } from "../../storage/local-store.ts";
import { sortKeys } from "./market-order.ts";

const marketTabs = ["favourites", "volume", "gainers", "losers", "all"] as const;
export type MarketTab = (typeof marketTabs)[number];

const choice = v.object({
  tab: v.fallback(v.picklist(marketTabs), "volume"),
  /** The product whose markets the tab "all" shows. */
  scope: v.fallback(v.picklist(scopes), "coin"),
  /** A column chosen by hand; null for the tab's own order. */
  sort: v.fallback(
    v.nullable(v.object({ key: v.picklist(sortKeys), descending: v.boolean() })),
    null,
  ),
});

/** Which markets somebody looks at, and in which order. */
export type MarketChoice = v.InferOutput<typeof choice>;

/** A choice as it was kept; what cannot be read of it is the usual one. */
export function parseMarketChoice(text: string | null): MarketChoice {
  let value: unknown;
  try {
    value = JSON.parse(text ?? "{}");
  } catch {
    value = {};
  }
  return v.parse(v.fallback(choice, v.getFallbacks(choice) as MarketChoice), value);
}

function keptAtom(key: string, usual: Partial<MarketChoice>) {
  const held = atom<MarketChoice>(readChoice(key, usual));
  return atom(
    (get) => get(held),
    (_get, set, next: MarketChoice) => {
      set(held, next);
      keepLocal(key, JSON.stringify(next));
    },
  );
}

function readChoice(key: string, usual: Partial<MarketChoice>): MarketChoice {
  const kept = readLocal(key);
  return kept === null ? { ...parseMarketChoice(null), ...usual } : parseMarketChoice(kept);
}

/** The choice on Home and the one in the sheet that chooses a market, each as last made on this device. */
export const marketChoiceAtoms = {
  home: keptAtom(homeChoiceKey, {}),
  sheet: keptAtom("godwit:market-sheet", { tab: "all", sort: { key: "vol", descending: true } }),
};
