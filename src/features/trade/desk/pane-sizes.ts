import { atom } from "jotai";
import * as v from "valibot";
import { readLocal, writeLocal } from "../../../storage/web-storage.ts";

/** What of a desk has a size of its own: three columns and what lies below the chart. CSS px. */
export const panes = {
  list: { least: 240, usual: 312, most: 560 },
  book: { least: 200, usual: 236, most: 640 },
  ticket: { least: 264, usual: 300, most: 440 },
  lower: { least: 120, usual: 268, most: 900 },
} as const;

export type PaneName = keyof typeof panes;
export const paneNames = Object.keys(panes) as PaneName[];

const pane = v.object({
  px: v.fallback(v.nullable(v.pipe(v.number(), v.integer())), null),
  isFolded: v.fallback(v.boolean(), false),
});

/** A pane as a person has left it; `px` null where they have not chosen a size. */
export type Pane = v.InferOutput<typeof pane>;
export type Panes = Readonly<Record<PaneName, Pane>>;

const asItComes: Pane = { px: null, isFolded: false };

/** Reads what was stored; whatever of it cannot be used is as it comes. */
export function parsePanes(text: string | null): Panes {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "{}");
  } catch {
    stored = {};
  }
  const facts = typeof stored === "object" && stored !== null ? stored : {};
  const read = (name: PaneName): Pane => {
    const { px, isFolded } = v.parse(
      v.fallback(pane, asItComes),
      Object.hasOwn(facts, name) ? facts[name as never] : {},
    );
    return { px: px === null ? null : within(name, px), isFolded };
  };
  return {
    list: read("list"),
    book: read("book"),
    ticket: read("ticket"),
    lower: read("lower"),
  };
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
