import { atom, type createStore } from "jotai";
import type { ToastItem } from "../ui/toast.tsx";

/** Newest first. The stack on screen counts each toast's duration. */
export const toastsAtom = atom<readonly ToastItem[]>([]);

let lastId = 0;

type Store = ReturnType<typeof createStore>;

/** Adds a toast at the front and answers its id; one with the id of another takes its place. */
export function showToast(store: Store, toast: Omit<ToastItem, "id"> & { id?: string }): string {
  const id = toast.id ?? `toast-${++lastId}`;
  store.set(toastsAtom, (toasts) => [{ ...toast, id }, ...toasts.filter((other) => other.id !== id)]);
  return id;
}

export function closeToast(store: Store, id: string): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id));
}

export function clearToasts(store: Store): void {
  store.set(toastsAtom, []);
}
