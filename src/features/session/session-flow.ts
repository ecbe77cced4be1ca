import type { createStore } from "jotai";
import * as v from "valibot";
import { sessionEndpoints } from "#protocol/session.ts";
import type { DataOf } from "#protocol/endpoint.ts";
import { user as userSchema } from "#protocol/user.ts";
import { call } from "../../api/call.ts";
import { forget, forgetAll, keep, readKept } from "../../storage/device-store.ts";
import { authPromptAtom, sessionAtom, userAtom } from "./session-atoms.ts";
import { readSessionCookie, writeSessionCookie } from "./session-cookie.ts";

type Store = ReturnType<typeof createStore>;
type Login = DataOf<typeof sessionEndpoints.login>;

const channelName = "godwit-session";
/** Who last had a session on this device, unless they logged out. */
const ownerKey = "owner";

/** Opens the session a login answered: token, user and certification state are stored. */
export function openSession(store: Store, login: Login): void {
  const session = { id: login.player.id, token: login.token };
  writeSessionCookie(session);
  takeUser(store, login.player, login.certstatus);
  store.set(sessionAtom, session);
  store.set(authPromptAtom, null);
  announce(session.id);
}

/** Keeps the session's user as the venue described it, with the certification state it told beside; another's is nothing here. */
export function storeUser(store: Store, player: Login["player"], certstatus: number): void {
  if (store.get(sessionAtom)?.id === player.id) takeUser(store, player, certstatus);
}

function takeUser(store: Store, player: Login["player"], certstatus: number): void {
  const user = { ...player, certstatus, token: "" };
  store.set(userAtom, user);
  void keep(`user:${player.id}`, user);
}

/** Takes up the session this device kept. The user shown is the last known until the venue answers. */
export async function resumeSession(store: Store): Promise<void> {
  const session = readSessionCookie();
  store.set(sessionAtom, session);
  if (!session) return;
  const kept = v.safeParse(userSchema, await readKept(`user:${session.id}`));
  const isStill = store.get(sessionAtom)?.id === session.id && store.get(userAtom) === null;
  if (isStill && kept.success && kept.output.id === session.id) store.set(userAtom, kept.output);
}

/**
 * Logs out: tells the venue if it can be reached, and leaves the account here in any case. Unlike a
 * session that merely ends, it takes along what was typed and the order whose outcome is unknown.
 */
export async function logOut(store: Store): Promise<void> {
  const userId = store.get(sessionAtom)?.id;
  // A call is signed with the session of the moment it is made, so the session may go at once.
  const told = call(sessionEndpoints.logout, {}, { handles: [200003] }).catch(() => undefined);
  closeSession(store);
  await Promise.all([told, forgetAll("draft:"), forgetAll("write:"), forget(ownerKey), userId === undefined ? undefined : forget(`attempt:${userId}`)]);
}

/** What was typed stays for whoever typed it, also over an ended session; another user must not find it. */
export async function takeDraftsOver(userId: string): Promise<void> {
  const owner = await readKept(ownerKey);
  if (owner === userId) return;
  if (owner !== undefined) await forgetAll("draft:");
  await keep(ownerKey, userId);
}

/** Leaves the account on this device. What hangs on it is cleared by those who follow `sessionAtom`. */
export function closeSession(store: Store): void {
  writeSessionCookie(null);
  store.set(sessionAtom, null);
  store.set(userAtom, null);
  announce(null);
}

/** Follows logins and logouts of other tabs; answers the way to stop. */
export function followOtherTabs(store: Store): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", (event: MessageEvent<unknown>) => {
    const userId = event.data;
    if (userId === (store.get(sessionAtom)?.id ?? null)) return;
    store.set(userAtom, null);
    void resumeSession(store);
  });
  return () => channel.close();
}

function announce(userId: string | null): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(userId);
  channel.close();
}
