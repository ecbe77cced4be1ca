import { i18n } from "@lingui/core";
import type { createStore } from "jotai";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { endPush, renewPush } from "./push-device.ts";

let isFollowing = false;

/** Pushes to this device end with the session, and are in the language that is read here. */
export function followPush(store: ReturnType<typeof createStore>): void {
  if (isFollowing) return;
  isFollowing = true;
  // A venue out of reach hears of it at the next start.
  const renew = () => void renewPush(i18n.locale).catch(() => undefined);
  const follow = () => (store.get(authorizedAtom) ? renew() : void endPush());
  store.sub(authorizedAtom, follow);
  i18n.on("change", () => store.get(authorizedAtom) && renew());
  follow();
}
