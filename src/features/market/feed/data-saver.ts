import { useSyncExternalStore } from "react";
import { removeLocal, writeLocal, readLocal } from "../../../storage/web-storage.ts";

const key = "godwit:data";
const listeners = new Set<() => void>();
/** The user's choice on this device; undefined follows the browser. */
let chosen: boolean | undefined;
let isRead = false;

/** Whether to save data: the choice in the settings, else what the browser or the system asks for. */
export function savesData(): boolean {
  if (!isRead) {
    isRead = true;
    chosen = readChoice();
  }
  return chosen ?? browserSaves();
}

/** Sets the choice for this device. A choice equal to the browser's own is not stored, so the browser is followed again. */
export function saveData(on: boolean): void {
  isRead = true;
  chosen = on === browserSaves() ? undefined : on;
  if (chosen === undefined) removeLocal(key);
  else writeLocal(key, chosen ? "on" : "off");
  for (const listener of listeners) listener();
}

/** Calls `listener` when the choice changes, here or in the browser. Returns a function that unsubscribes. */
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

/** The Network Information API, where the browser has it. */
function browserConnection(): Connection | undefined {
  return typeof navigator === "object" && "connection" in navigator
    ? (navigator.connection as Connection | undefined)
    : undefined;
}

function browserSaves(): boolean {
  return browserConnection()?.saveData === true;
}

function readChoice(): boolean | undefined {
  const stored = readLocal(key);
  return stored === "on" ? true : stored === "off" ? false : undefined;
}

/** Whether this device saves data. */
export function useDataSaver(): boolean {
  return useSyncExternalStore(subscribeDataSaver, savesData, () => false);
}

/** How often market data is updated, in ms. */
interface FeedPace {
  /** Between batches of the streamed ticker list. */
  rankMs: number;
  /** Between polls while there is no stream. */
  pollMs: number;
  /** For how long the stream may be silent about an order book before it is read. */
  bookMs: number;
  /** Between polls of data that the stream also delivers. */
  besideMs: number;
  /** Between reads of the whole list while the stream delivers: it shows delisted markets and the order by turnover. */
  wholeMs: number;
}

const normal: FeedPace = {
  rankMs: 1000,
  pollMs: 3000,
  bookMs: 3000,
  besideMs: 15_000,
  wholeMs: 60_000,
};
/** A price freezes after ten seconds, and trading stops with it, so polls come more often than that. */
const saving: FeedPace = {
  rankMs: 5000,
  pollMs: 8000,
  bookMs: 5000,
  besideMs: 30_000,
  wholeMs: 300_000,
};

/** The pace that this device uses now. */
export function feedPace(): FeedPace {
  return savesData() ? saving : normal;
}
