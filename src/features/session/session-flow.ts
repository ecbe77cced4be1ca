import type { createStore } from "jotai";
import * as v from "valibot";
import { sessionEndpoints } from "#protocol/session.ts";
import type { DataOf } from "#protocol/endpoint.ts";
import { user as userSchema } from "#protocol/user.ts";
import { call } from "../../api/call.ts";
import { forget, forgetAll, keep, keptKeys, readKept } from "../../storage/device-store.ts";
import { authPromptAtom, sessionAtom, userAtom } from "./session-atoms.ts";
import { readSessionCookie, writeSessionCookie } from "./session-cookie.ts";
import { forgetTyped, isAwaited } from "./typed-text.ts";

type Store = ReturnType<typeof createStore>;
type Login = DataOf<typeof sessionEndpoints.login>;

const channelName = "godwit-session";

/** What pages of the app tell each other: who is logged in now, or that somebody has logged out. */
const news = v.union([v.nullable(v.string()), v.object({ loggedOut: v.string() })]);

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

/** Takes up what became of the session on other pages of the app, also where this one slept through their word. */
export async function catchUp(store: Store): Promise<void> {
  const before = store.get(sessionAtom)?.id;
  if (readSessionCookie()?.id !== before) store.set(userAtom, null);
  await resumeSession(store);
  if (before !== undefined && store.get(sessionAtom) === null && !(await isAwaited(before)))
    await forgetTyped(store);
}

/**
 * Logs out: tells the venue if it can be reached, and leaves the account here in any case. Unlike a
 * session that merely ends, it takes along what was typed and the orders whose outcome is unknown.
 */
export async function logOut(store: Store): Promise<void> {
  const userId = store.get(sessionAtom)?.id;
  // A call is signed with the session of the moment it is made, so the session may go at once.
  const told = call(sessionEndpoints.logout, {}, { handles: [200003] }).catch(() => undefined);
  leave(store, userId === undefined ? null : { loggedOut: userId });
  await Promise.all([
    told,
    forgetTyped(store),
    forgetAll("write:"),
    userId !== undefined && forgetOwn(userId),
  ]);
}

/** Leaves the account on this device. What hangs on it is cleared by those who follow `sessionAtom`. */
export function closeSession(store: Store): void {
  leave(store, null);
}

/** Follows logins and logouts of other tabs; answers the way to stop. */
export function followOtherTabs(store: Store): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const told = v.safeParse(news, data);
    const current = store.get(sessionAtom)?.id ?? null;
    if (!told.success || told.output === current) return;
    if (typeof told.output !== "object" || told.output === null) return void catchUp(store);
    store.set(userAtom, null);
    void Promise.all([
      resumeSession(store),
      told.output.loggedOut === current && forgetTyped(store),
    ]);
  });
  return () => channel.close();
}

function leave(store: Store, told: v.InferOutput<typeof news>): void {
  writeSessionCookie(null);
  store.set(sessionAtom, null);
  store.set(userAtom, null);
  announce(told);
}

/** Orders under way of every kind, and settings: their keys end with whose they are. */
async function forgetOwn(userId: string): Promise<void> {
  const isOwn = (key: string) => key.endsWith(`:${userId}`);
  try {
    for (const key of Object.keys(localStorage).filter(isOwn)) localStorage.removeItem(key);
  } catch {
    // A browser without storage keeps none.
  }
  await Promise.all((await keptKeys("attempt:")).filter(isOwn).map((key) => forget(key)));
}

function announce(told: v.InferOutput<typeof news>): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(told);
  channel.close();
}
