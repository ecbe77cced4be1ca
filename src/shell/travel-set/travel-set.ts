import * as v from "valibot";
import { savesData } from "../../features/market/feed/data-saver.ts";
import { readLocal, removeLocal, writeLocal } from "../../storage/web-storage.ts";

const choiceKey = "godwit:travel";
const setKey = "godwit:travel-set";
const listeners = new Set<() => void>();

/** What a device has for a time without a network beyond what its screens have read: of these markets, since this time. */
const schema = v.object({
  /** Unix ms of this device. */
  at: v.number(),
  /** Size of the answers as text. */
  bytes: v.number(),
  symbols: v.array(v.string()),
});

export type TravelSet = v.InferOutput<typeof schema>;

/** The set of this device; undefined where it has none. */
export function readTravelSet(): TravelSet | undefined {
  try {
    const parsed = v.safeParse(schema, JSON.parse(readLocal(setKey) ?? "null"));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

export function noteTravelSet(set: TravelSet): void {
  writeLocal(setKey, JSON.stringify(set));
}

/** Whether this device keeps a travel set: as chosen, else unless it saves data. */
export function keepsTravelSet(): boolean {
  const choice = readLocal(choiceKey);
  return choice === "on" || (choice !== "off" && !savesData());
}

/** Sets the choice. What is there stays until it is cleared with the other market data. */
export function chooseTravelSet(on: boolean): void {
  removeLocal(choiceKey);
  if (keepsTravelSet() !== on) writeLocal(choiceKey, on ? "on" : "off");
  for (const listener of listeners) listener();
}

/** Calls `listener` after each choice. Returns a function that unsubscribes. */
export function subscribeTravelChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
