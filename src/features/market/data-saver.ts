import { forgetLocal, keepLocal, readLocal } from "../../storage/local-store.ts";

const key = "godwit:data";
const listeners = new Set<() => void>();
/** What was chosen on this device; undefined follows the browser. */
let chosen: boolean | undefined;
let isRead = false;

/** Whether to spend few bytes: chosen in the settings, else what the browser or the system asks for. */
export function savesData(): boolean {
  if (!isRead) {
    isRead = true;
    chosen = readChoice();
  }
  return chosen ?? browserSaves();
}

/** Chooses for this device. What the browser says itself needs no keeping, so that it is followed from then on. */
export function saveData(on: boolean): void {
  isRead = true;
  chosen = on === browserSaves() ? undefined : on;
  if (chosen === undefined) forgetLocal(key);
  else keepLocal(key, chosen ? "on" : "off");
  for (const listener of listeners) listener();
}

/** Called when the choice changes, here or in the browser; answers the way to stop. */
export function subscribeDataSaver(listener: () => void): () => void {
  listeners.add(listener);
  const connection = browserConnection();
  connection?.addEventListener?.("change", listener);
  return () => {
    listeners.delete(listener);
    connection?.removeEventListener?.("change", listener);
  };
}

interface Connection {
  saveData?: boolean;
  addEventListener?: (type: "change", listener: () => void) => void;
  removeEventListener?: (type: "change", listener: () => void) => void;
}

/** The network as some browsers describe it. */
function browserConnection(): Connection | undefined {
  return typeof navigator === "object" && "connection" in navigator
    ? (navigator.connection as Connection | undefined)
    : undefined;
}

function browserSaves(): boolean {
  return browserConnection()?.saveData === true;
}

function readChoice(): boolean | undefined {
  const kept = readLocal(key);
  return kept === "on" ? true : kept === "off" ? false : undefined;
}
