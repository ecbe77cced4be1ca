import { atom, type createStore } from "jotai";
import type { ToastItem } from "../ui/toast.tsx";

/** A toast with the moment at which it was raised, Unix ms of this device. */
export interface RaisedToast extends ToastItem {
  at: number;
}

/** A toast whose time was over before anybody attended to it; `unread` until the notice centre was opened. */
export interface MissedToast extends RaisedToast {
  unread: boolean;
}

/** Newest first. The stack on screen counts each toast's duration. */
export const toastsAtom = atom<readonly RaisedToast[]>([]);

/** Newest first, in memory only: what they say may be private. */
export const missedToastsAtom = atom<readonly MissedToast[]>([]);

const keptMissed = 100;

let lastId = 0;

type Store = ReturnType<typeof createStore>;

/** Adds a toast at the front and answers its id; one with the id of another takes its place. */
export function showToast(store: Store, toast: Omit<ToastItem, "id"> & { id?: string }): string {
  const id = toast.id ?? `toast-${++lastId}`;
  store.set(toastsAtom, (toasts) => [
    { ...toast, id, at: Date.now() },
    ...toasts.filter((other) => other.id !== id),
  ]);
  return id;
}

export function closeToast(store: Store, id: string): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id));
}

/** Takes away a toast whose time is over; one that nobody attended to goes to the missed ones, in the place of its like. */
export function expireToast(store: Store, id: string, attended: boolean): void {
  const toast = store.get(toastsAtom).find((one) => one.id === id);
  closeToast(store, id);
  if (toast === undefined || attended) return;
  const { type, title, description } = toast;
  store.set(missedToastsAtom, (missed) =>
    [
      { ...toast, unread: true },
      ...missed.filter(
        (other) =>
          other.type !== type || other.title !== title || other.description !== description,
      ),
    ]
      .toSorted((a, b) => b.at - a.at)
      .slice(0, keptMissed),
  );
}

/** Closes all toasts and forgets the missed ones: whoever they were for has left. */
export function clearToasts(store: Store): void {
  store.set(toastsAtom, []);
  clearMissedToasts(store);
}

export function clearMissedToasts(store: Store): void {
  store.set(missedToastsAtom, []);
}

export function readMissedToasts(store: Store): void {
  if (!store.get(missedToastsAtom).some((toast) => toast.unread)) return;
  store.set(missedToastsAtom, (missed) => missed.map((toast) => ({ ...toast, unread: false })));
}
