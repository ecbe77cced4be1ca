/**
 * The page reload guard: the app reloads itself at most once in ten seconds, so that a bad deploy cannot
 * spin, and never over something typed or a call that a person waits for.
 */
import { type BusyReason, heldReasons } from "../../lib/busy-flags.ts";
import { persistedReasons } from "../../storage/persisted-busy-flags.ts";
import { readSession, writeSession } from "../../storage/web-storage.ts";
import { store } from "../app-context.ts";
import { inFlightAtom } from "../in-flight.ts";

export const guardMs = 10_000;
const reloadedAtKey = "godwit:reloaded-at";

/** Fields a person has typed into on this page. */
const typedInto = new Set<HTMLInputElement | HTMLTextAreaElement>();

/** Notes which fields are typed into; a value that the app itself put there is nobody's loss. */
export function watchTyping(page: Document = document): () => void {
  const onInput = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)
      typedInto.add(target);
  };
  page.addEventListener("input", onInput, true);
  return () => page.removeEventListener("input", onInput, true);
}

/** Whether a reload would take something along or cut something short. */
export function isBusy(): boolean {
  return busyReasons().length > 0;
}

/** What a reload would take along or cut short: what the screens hold or left behind, typed text still there, a call on its way. */
export function busyReasons(): readonly BusyReason[] {
  for (const field of typedInto)
    if (!field.isConnected || field.type === "search" || !holdsSomething(field))
      typedInto.delete(field);
  const own: BusyReason[] = [];
  if (typedInto.size > 0) own.push("typed");
  if (store.get(inFlightAtom) > 0) own.push("call");
  return [...new Set([...heldReasons(), ...persistedReasons(), ...own])];
}

/** Resolves once no call that a person waits for is on its way, at the latest after ten seconds. */
export function whenCallsEnd(): Promise<void> {
  return new Promise((resolve) => {
    if (store.get(inFlightAtom) === 0) return resolve();
    const end = () => {
      clearTimeout(timer);
      stop();
      resolve();
    };
    const timer = setTimeout(end, guardMs);
    const stop = store.sub(inFlightAtom, () => store.get(inFlightAtom) === 0 && end());
  });
}

function holdsSomething(field: HTMLInputElement | HTMLTextAreaElement): boolean {
  return field instanceof HTMLInputElement && ["checkbox", "radio", "range"].includes(field.type)
    ? field.checked
    : field.value.trim() !== "";
}

/** Reloads unless that was done within ten seconds; answers whether it does. */
export function reloadOnce(): boolean {
  const now = Date.now();
  const last = lastReload();
  // A clock set back leaves a time from the future, which guards nothing.
  if (last <= now && now - last < guardMs) return false;
  // What cannot be noted cannot be guarded: no reload rather than an endless one.
  if (!writeSession(reloadedAtKey, String(now))) return false;
  location.reload();
  return true;
}

function lastReload(): number {
  const text = readSession(reloadedAtKey);
  if (text === undefined) return Date.now();
  const last = Number(text ?? Number.NEGATIVE_INFINITY);
  return Number.isNaN(last) ? Number.NEGATIVE_INFINITY : last;
}
