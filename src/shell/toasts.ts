import { atom, type createStore } from "jotai";

export interface Toast {
  id: string;
  type: "success" | "error" | "warning" | "info";
  title?: string;
  description: string;
  durationMs: number;
  closable: boolean;
}

/** Newest first. */
export const toastsAtom = atom<readonly Toast[]>([]);

const defaults = { durationMs: 5000, closable: true } as const;

let lastId = 0;

type Store = ReturnType<typeof createStore>;

/** Adds a toast at the front and answers its id. The stack on screen counts its duration. */
export function showToast(store: Store, toast: Pick<Toast, "type" | "description"> & Partial<Toast>): string {
  const id = toast.id ?? `toast-${++lastId}`;
  store.set(toastsAtom, (toasts) => [{ ...defaults, ...toast, id }, ...toasts.filter((other) => other.id !== id)]);
  return id;
}

export function closeToast(store: Store, id: string): void {
  store.set(toastsAtom, (toasts) => toasts.filter((toast) => toast.id !== id));
}

export function clearToasts(store: Store): void {
  store.set(toastsAtom, []);
}
