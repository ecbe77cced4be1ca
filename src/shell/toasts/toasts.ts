import { atom, type createStore } from "jotai";
import type { ToastItem } from "../../ui/layers/toast.tsx";

/** A toast with the time at which it was shown, Unix ms of this device. */
export interface RaisedToast extends ToastItem {
  at: number;
}

/** A toast that expired before the user noticed it; `unread` until the notice centre was opened. */
export interface MissedToast extends RaisedToast {
  unread: boolean;
}

/** Newest first. The stack on screen measures each toast's duration. */
export const toastsAtom = atom<readonly RaisedToast[]>([]);

/** Newest first, in memory only: they may contain private data. */
export const missedToastsAtom = atom<readonly MissedToast[]>([]);

const maxMissed = 100;

let lastId = 0;

type Store = ReturnType<typeof createStore>;

/** Adds a toast at the front and answers its id; it replaces a toast with the same id. */
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

/** Removes an expired toast. One that the user has not noticed goes to the missed ones, where it replaces an equal one. */
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
      .slice(0, maxMissed),
  );
}

/** Closes all toasts and deletes the missed ones, after the user has logged out. */
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
