/** What a person feels of their orders, on devices that can vibrate. */
import { atom } from "jotai";
import { readLocal, writeLocal } from "../../storage/web-storage.ts";

/** Milliseconds of vibration and rest in turn: different in number and length, so that a pocket tells them apart. */
const patterns = {
  /** A tap has sent an order. */
  confirm: [12],
  /** An order has filled, all or in part. */
  fill: [24, 60, 24],
  /** The venue refused, or a figure is at its limit. */
  limit: [80],
} as const satisfies Record<string, readonly number[]>;

export type Haptic = keyof typeof patterns;

const chosenAtom = atom<boolean | undefined>(undefined);

/** Whether this device vibrates: as chosen, and else unless the person has asked the system for less motion. */
export const hapticsAtom = atom(
  (get) => get(chosenAtom) ?? isOn(),
  (_get, set, on: boolean) => {
    set(chosenAtom, on);
    writeLocal("godwit:haptics", on ? "on" : "off");
    if (on) vibrate("confirm");
  },
);

/** Whether the device can vibrate: a browser has the call on a desk, too, where nothing is held in the hand. */
export function hasHaptics(): boolean {
  return "vibrate" in navigator && matchMedia("(any-pointer: coarse)").matches;
}

/** A fill reaches the page by its answer and by the stream. */
const onceInMs = 1500;
const lastAt = new Map<Haptic, number>();

/** Vibrates, where the device can and the person wants it; once for what is heard of twice. */
export function vibrate(haptic: Haptic): void {
  const now = performance.now();
  if (!hasHaptics() || !isOn() || now - (lastAt.get(haptic) ?? -onceInMs) < onceInMs) return;
  lastAt.set(haptic, now);
  navigator.vibrate([...patterns[haptic]]);
}

function isOn(): boolean {
  const stored = readLocal("godwit:haptics");
  if (stored === "on" || stored === "off") return stored === "on";
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}
