import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { atom } from "jotai";
import * as v from "valibot";
import { readStoredText } from "../../storage/stored-text.ts";
import { readLocal, writeLocal } from "../../storage/web-storage.ts";

/** What a key does, in the order in which they are listed, and the key that each has as it comes. */
export const commands = {
  palette: { key: "/", label: msg`Search markets, screens and settings` },
  keys: { key: "?", label: msg`Show these keys` },
  buy: { key: "b", label: msg`Buy or open long: to the order` },
  sell: { key: "s", label: msg`Sell or open short: to the order` },
  chart: { key: "c", label: msg`To the chart; arrows move from candle to candle` },
  markets: { key: "m", label: msg`To the list of markets` },
  lists: { key: "o", label: msg`To orders and positions` },
} as const satisfies Record<string, { key: string; label: MessageDescriptor }>;

export type Command = keyof typeof commands;
export const commandNames = Object.keys(commands) as Command[];

const stored = v.object({
  isOff: v.fallback(v.boolean(), false),
  keys: v.fallback(v.record(v.string(), v.pipe(v.string(), v.length(1))), {}),
});

export interface KeyMap {
  /** No key does anything but Ctrl or Cmd with K. */
  isOff: boolean;
  keys: Readonly<Record<Command, string>>;
}

/** The keys as a person has left them; whatever cannot be used is as it comes. */
export function parseKeyMap(text: string | null): KeyMap {
  const read = v.safeParse(stored, readStoredText(text));
  const facts = read.success ? read.output : { isOff: false, keys: {} };
  const own = facts.keys as Partial<Record<Command, string>>;
  const keys = Object.fromEntries(
    commandNames.map((name) => [name, own[name] ?? commands[name].key]),
  ) as Record<Command, string>;
  return { isOff: facts.isOff, keys };
}

/** The command of a key, if it has one. Capital letters count as small ones. */
export function commandOf({ isOff, keys }: KeyMap, key: string): Command | undefined {
  if (isOff) return undefined;
  const wanted = key.toLowerCase();
  return commandNames.find((name) => keys[name] === wanted);
}

/** Gives a command another key; who had that key gets the old one, so that none is lost. */
export function withKey(map: KeyMap, name: Command, key: string): KeyMap {
  const next = key.toLowerCase();
  const other = commandNames.find((one) => one !== name && map.keys[one] === next);
  return {
    ...map,
    keys: {
      ...map.keys,
      ...(other && { [other]: map.keys[name] }),
      [name]: next,
    },
  };
}

/** Whether a key may stand for a command: one character that is no digit, for digits choose the period of the chart. */
export const mayBeKey = (key: string) => /^[^\d\s]$/u.test(key);

const changedAtom = atom<KeyMap | undefined>(undefined);

export const keyMapAtom = atom(
  (get) => get(changedAtom) ?? parseKeyMap(readLocal("godwit:keys")),
  (_get, set, map: KeyMap) => {
    set(changedAtom, map);
    writeLocal("godwit:keys", JSON.stringify(map));
  },
);
