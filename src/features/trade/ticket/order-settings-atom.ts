import { atom } from "jotai";
import * as v from "valibot";
import { readStoredText } from "../../../storage/stored-text.ts";
import { writeLocal, readLocal } from "../../../storage/web-storage.ts";
import { sessionAtom } from "../../session/session-atoms.ts";
import { usualLimits } from "./warning-limits.ts";

/** Percent of distance from the last price from which on an order is warned about. */
export const farPercents = ["off", "1", "2", "5", "10", "20"] as const;
/** Percent of the account from which on an order is warned about. */
export const sharePercents = ["off", "10", "25", "50", "75", "90"] as const;

const settings = v.object({
  /** Whether an order is confirmed before it is sent. */
  confirm: v.fallback(v.boolean(), true),
  farPercent: v.fallback(
    v.picklist(farPercents),
    usualLimits.farPercent as (typeof farPercents)[number],
  ),
  sharePercent: v.fallback(
    v.picklist(sharePercents),
    usualLimits.sharePercent as (typeof sharePercents)[number],
  ),
});

export type OrderSettings = v.InferOutput<typeof settings>;

/** Settings as they were kept; what cannot be read of them is the usual. */
export function parseOrderSettings(text: string | null): OrderSettings {
  return v.parse(
    v.fallback(settings, v.getFallbacks(settings) as OrderSettings),
    readStoredText(text),
  );
}

const changedAtom = atom<ReadonlyMap<SettingsKey, OrderSettings>>(new Map());

/** How careful this user wants to be with orders on this device; setting takes the parts that change. */
export const orderSettingsAtom = atom(
  (get) => {
    const key = keyOf(get(sessionAtom)?.id);
    return get(changedAtom).get(key) ?? readSettings(key);
  },
  (get, set, change: Partial<OrderSettings>) => {
    const key = keyOf(get(sessionAtom)?.id);
    const next = { ...(get(changedAtom).get(key) ?? readSettings(key)), ...change };
    set(changedAtom, new Map([...get(changedAtom), [key, next]]));
    writeLocal(key, JSON.stringify(next));
  },
);

type SettingsKey = "godwit:orders" | `godwit:orders:${string}`;

function keyOf(userId: string | undefined): SettingsKey {
  return userId === undefined ? "godwit:orders" : `godwit:orders:${userId}`;
}

function readSettings(key: SettingsKey): OrderSettings {
  return parseOrderSettings(readLocal(key));
}
