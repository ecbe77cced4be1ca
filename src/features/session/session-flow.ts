import type { createStore } from "jotai";
import * as v from "valibot";
import * as codes from "#protocol/wire/error-codes.ts";
import { sessionEndpoints } from "#protocol/api/session.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { user as userSchema } from "#protocol/api/user.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { stored } from "../../storage/stored.ts";
import { wipeAfterLogout } from "../../storage/wipe.ts";
import { authPromptAtom, sessionAtom, userAtom, type Session } from "./session-atoms.ts";
import { forgetLogout, keepLogout, signLogout } from "./pending-logouts.ts";
import { readSessionCookie, writeSessionCookie } from "./session-cookie.ts";
import { removeDrafts, isAwaited } from "./draft-owner.ts";

type Store = ReturnType<typeof createStore>;

/** What a log-in answered, with the name of the key that it gave the venue. */
export interface OpenedLogin extends DataOf<typeof sessionEndpoints.login> {
  deviceKey?: string | undefined;
}

const channelName = "godwit-session";

const users = stored("user:{user}", userSchema);

/** What pages of the app announce to each other: who is logged in now, or that somebody has logged out. */
const announcement = v.union([v.nullable(v.string()), v.object({ loggedOut: v.string() })]);

/** Opens the session a login answered: token, user and certification state are stored. */
export function openSession(store: Store, login: OpenedLogin): void {
  const session = { id: login.player.id, token: login.token, deviceKey: login.deviceKey };
  writeSessionCookie(session);
  takeUser(store, login.player, login.certstatus);
  store.set(sessionAtom, session);
  store.set(authPromptAtom, null);
  announce(session.id);
  void withKeyOf(session, ({ removeOldDeviceKeys }) => removeOldDeviceKeys());
}

/** Stores the session's user as the venue described it, with the certification status; another user is ignored. */
export function storeUser(store: Store, player: OpenedLogin["player"], certstatus: number): void {
  if (store.get(sessionAtom)?.id === player.id) takeUser(store, player, certstatus);
}

function takeUser(store: Store, player: OpenedLogin["player"], certstatus: number): void {
  const user = { ...player, certstatus, token: "" };
  store.set(userAtom, user);
  void users.write(user, player.id);
}

/** Resumes the session of the cookie. The user shown is the last known until the venue answers. */
export async function resumeSession(store: Store): Promise<void> {
  const session = readSessionCookie();
  store.set(sessionAtom, session);
  if (!session) return;
  void withKeyOf(session, ({ deviceKey }, name) => deviceKey(name));
  const user = await users.read(session.id);
  const isStill = store.get(sessionAtom)?.id === session.id && store.get(userAtom) === null;
  if (isStill && user?.id === session.id) store.set(userAtom, user);
}

/** Takes over a change of the session on other pages of the app, also where this page was frozen when they announced it. */
export async function catchUp(store: Store): Promise<void> {
  const before = store.get(sessionAtom)?.id;
  if (readSessionCookie()?.id !== before) store.set(userAtom, null);
  await resumeSession(store);
  if (before !== undefined && store.get(sessionAtom) === null && !(await isAwaited(before)))
    await removeDrafts(store);
}

/** So long a log-out waits for the venue's answer. */
const answerMs = 4000;

/**
 * Logs out: asks the venue to end the session, and leaves the account here in any case. Unlike a session that merely
 * ends, it takes along what was typed and the orders whose outcome is unknown.
 * @returns whether the venue has ended the session; if not, it is asked again as soon as there is a network
 */
export async function logOut(store: Store): Promise<boolean> {
  const session = store.get(sessionAtom);
  const userId = session?.id;
  const signed = session === null ? undefined : signLogout(session);
  // A call is signed with the session of the moment it is made, so the session may go at once.
  const reported = call(sessionEndpoints.logout, {}, { handles: [codes.sessionExpired] }).then(
    () => true,
    (error: unknown) => error instanceof ApiError && !error.isTransport,
  );
  leave(store, userId === undefined ? null : { loggedOut: userId });
  const isStored = signed && keepLogout(store, signed);
  const forgotten = reported.then(async (isEnded) => {
    await isStored;
    if (signed && isEnded) await forgetLogout(store, signed);
    return isEnded;
  });
  const [isEnded] = await Promise.all([
    Promise.race([forgotten, new Promise<false>((done) => setTimeout(done, answerMs, false))]),
    removeDrafts(store),
    wipeAfterLogout(userId),
  ]);
  return isEnded;
}

/** Leaves the account on this device. What hangs on it is cleared by those who follow `sessionAtom`. */
export function closeSession(store: Store): void {
  leave(store, null);
}

/**
 * Follows logins and logouts of other tabs; answers the function that stops it. `loggedOut` is called where a
 * refused read had shown the logout first, as if the session had merely ended, and asked for a log-in.
 */
export function followOtherTabs(store: Store, loggedOut: () => void): () => void {
  if (typeof BroadcastChannel === "undefined") return () => {};
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(announcement, data);
    if (message.success) void followOne(store, message.output, loggedOut);
  });
  return () => channel.close();
}

async function followOne(
  store: Store,
  message: v.InferOutput<typeof announcement>,
  loggedOut: () => void,
): Promise<void> {
  const before = store.get(sessionAtom)?.id ?? null;
  if (message === before) return;
  if (typeof message === "string") {
    await untilCookie((id) => id === message);
    return catchUp(store);
  }
  if (message === null) {
    await untilCookie((id) => id !== before);
    return catchUp(store);
  }
  await untilCookie((id) => id !== message.loggedOut);
  if (store.get(sessionAtom) === null && store.get(authPromptAtom)?.reason === "expired") {
    store.set(authPromptAtom, null);
    await removeDrafts(store);
    return loggedOut();
  }
  store.set(userAtom, null);
  // The page that logged out removed the cookie. A browser that still shows it here is slow, and the word counts.
  if (before === message.loggedOut && readSessionCookie()?.token === store.get(sessionAtom)?.token)
    writeSessionCookie(null);
  await Promise.all([resumeSession(store), message.loggedOut === before && removeDrafts(store)]);
}

/** A browser may deliver the word of another page before it shows that page's cookie. Waits a second at most. */
async function untilCookie(isNew: (id: string | null) => boolean): Promise<void> {
  for (let i = 0; i < 50 && !isNew(readSessionCookie()?.id ?? null); i++)
    await new Promise((done) => setTimeout(done, 20));
}

function leave(store: Store, message: v.InferOutput<typeof announcement>): void {
  void withKeyOf(store.get(sessionAtom), ({ removeDeviceKey }, name) => removeDeviceKey(name));
  writeSessionCookie(null);
  store.set(sessionAtom, null);
  store.set(userAtom, null);
  announce(message);
}

/** Does something with the keys of this device, where the session has one: a visitor's page needs none of it. */
async function withKeyOf(
  session: Session | null,
  act: (keys: typeof import("../../api/device-key.ts"), name: string) => Promise<unknown>,
): Promise<void> {
  if (session?.deviceKey === undefined) return;
  const keys = await import("../../api/device-key.ts").catch(() => undefined);
  if (keys) await act(keys, session.deviceKey);
}

function announce(message: v.InferOutput<typeof announcement>): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(message);
  channel.close();
}
