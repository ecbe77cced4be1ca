import { useSyncExternalStore } from "react";

// A modal dialog makes all outside it inert, top layer included. Whatever must stay in reach above it
// (toasts, the veil) therefore has to stand inside the topmost one.
let openModals: readonly HTMLElement[] = [];
const listeners = new Set<() => void>();

export function raiseModal(dialog: HTMLElement): void {
  change([...openModals.filter((open) => open !== dialog), dialog]);
}

export function lowerModal(dialog: HTMLElement): void {
  change(openModals.filter((open) => open !== dialog));
}

/** The element that top-layer parts should be drawn into now: the topmost modal, else the body; null before hydration. */
export function useModalHost(): HTMLElement | null {
  return useSyncExternalStore(subscribe, currentHost, () => null);
}

function currentHost(): HTMLElement {
  return openModals.at(-1) ?? document.body;
}

function change(next: readonly HTMLElement[]): void {
  openModals = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}
