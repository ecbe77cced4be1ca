import type { Refusal } from "../../store/refusal.ts";

/** An id from the wire; 0, which no row has, for one that no row can have. */
export function safeId(text: string): number {
  const id = Number(text);
  return Number.isSafeInteger(id) ? id : 0;
}

/** @throws Refusal `otherwise` for an id that no row can have */
export function idOf(text: string, otherwise: Refusal): number {
  const id = safeId(text);
  if (id === 0) throw otherwise;
  return id;
}
