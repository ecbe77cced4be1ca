import { atom } from "jotai";
import * as v from "valibot";
import { readStoredText } from "../../../storage/stored-text.ts";
import { readLocal, writeLocal } from "../../../storage/web-storage.ts";

/** What of a desk has a size of its own: three columns and what lies below the chart. CSS px. */
export const panes = {
  list: { least: 240, usual: 324, most: 560 },
  book: { least: 200, usual: 236, most: 640 },
  ticket: { least: 264, usual: 300, most: 440 },
  lower: { least: 120, usual: 268, most: 900 },
} as const;

export type PaneName = keyof typeof panes;
export const paneNames = Object.keys(panes) as PaneName[];

const asItComes = { px: null, isFolded: false };

const pane = (name: PaneName) =>
  v.fallback(
    v.object({
      px: v.fallback(
        v.nullable(
          v.pipe(
            v.number(),
            v.transform((px) => within(name, px)),
          ),
        ),
        null,
      ),
      isFolded: v.fallback(v.boolean(), false),
    }),
    asItComes,
  );

const stored = v.object({
  list: pane("list"),
  book: pane("book"),
  ticket: pane("ticket"),
  lower: pane("lower"),
});

export type Panes = v.InferOutput<typeof stored>;
/** A pane as a person has left it; `px` null where they have not chosen a size. */
export type Pane = Panes[PaneName];

/** Reads what was stored; whatever of it cannot be used is as it comes. */
export function parsePanes(text: string | null): Panes {
  return v.parse(v.fallback(stored, v.getFallbacks(stored) as Panes), readStoredText(text));
}

/** The nearest size that the pane may have. */
export function within(name: PaneName, px: number): number {
  const { least, most } = panes[name];
  return Math.round(Math.min(most, Math.max(least, px)));
}

const chosenAtom = atom<Panes | undefined>(undefined);

/** The panes of this device's desk. */
export const panesAtom = atom(
  (get) => get(chosenAtom) ?? parsePanes(readLocal("godwit:desk")),
  (get, set, name: PaneName, change: Partial<Pane>) => {
    const now = get(panesAtom);
    const next: Panes = { ...now, [name]: { ...now[name], ...change } };
    set(chosenAtom, next);
    writeLocal("godwit:desk", JSON.stringify(next));
  },
);
