import * as v from "valibot";
import { readLocal, removeLocal, writeLocal } from "../../../../storage/web-storage.ts";
import type { Place } from "../../../../ui/chart/chart-layer.ts";
import {
  type Drawing,
  type DrawingKind,
  drawingKinds,
  placesOf,
} from "../../../../ui/chart/drawings/drawing.ts";

/** The most that a market holds: what is read on every visit stays small. */
export const mostDrawings = 50;

/** No date of a calendar lies farther away, Unix s. */
const lastSec = 8_640_000_000_000;

const placeSchema = v.object({
  timeSec: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(lastSec)),
  price: v.pipe(v.number(), v.finite(), v.gtValue(0)),
});
const drawingSchema = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.minLength(1), v.maxLength(20)),
    kind: v.picklist(drawingKinds),
    places: v.array(placeSchema),
  }),
  v.check(({ kind, places }) => places.length === placesOf(kind)),
);

/** Reads stored drawings; what is not one is left out, and what is too many. */
export function parseDrawings(text: string | null): readonly Drawing[] {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  const byId = new Map<string, Drawing>();
  for (const each of Array.isArray(stored) ? stored.slice(0, mostDrawings) : []) {
    const read = v.safeParse(drawingSchema, each);
    if (read.success) byId.set(read.output.id, read.output);
  }
  return [...byId.values()];
}

/** What this device has drawn on a market. */
export function readDrawings(symbol: string): readonly Drawing[] {
  return parseDrawings(readLocal(`godwit:drawings:${symbol}`));
}

/** Writes them; a market without any leaves no row behind. */
export function writeDrawings(symbol: string, drawings: readonly Drawing[]): void {
  const key = `godwit:drawings:${symbol}` as const;
  if (drawings.length === 0) removeLocal(key);
  else writeLocal(key, JSON.stringify(drawings));
}

/** With one more, under a name that none of them has, as long as there is room. */
export function withNew(
  drawings: readonly Drawing[],
  kind: DrawingKind,
  places: readonly Place[],
): { drawings: readonly Drawing[]; added: Drawing | null } {
  if (drawings.length >= mostDrawings) return { drawings, added: null };
  const highest = Math.max(0, ...drawings.map(({ id }) => Number(id) || 0));
  const added: Drawing = { id: String(highest + 1), kind, places };
  return { drawings: [...drawings, added], added };
}

/** With one changed. */
export function withChanged(drawings: readonly Drawing[], changed: Drawing): readonly Drawing[] {
  return drawings.map((each) => (each.id === changed.id ? changed : each));
}

/** With removed ones back. One whose name was given to another since gets a new one. */
export function withRestored(
  drawings: readonly Drawing[],
  removed: readonly Drawing[],
): readonly Drawing[] {
  let restored = drawings;
  for (const each of removed) {
    const isFree = restored.every(({ id }) => id !== each.id);
    if (!isFree) restored = withNew(restored, each.kind, each.places).drawings;
    else if (restored.length < mostDrawings) restored = [...restored, each];
  }
  return restored;
}
