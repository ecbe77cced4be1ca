import { atom, type createStore } from "jotai";
import * as v from "valibot";
import { revocationLifeSec, sessionEndpoints } from "#protocol/api/session.ts";
import { logoutsTag } from "#protocol/api/worker-messages.ts";
import { makeNonce, signRevocation, type SignedHeaders } from "#protocol/wire/signature.ts";
import { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { stored } from "../../storage/stored.ts";

type Store = ReturnType<typeof createStore>;

const maxPending = 10;
const sendAgainMs = 15_000;

const logouts = stored("logouts", v.array(sessionEndpoints.revoke.request));

/** How many log-outs the venue has yet to hear of. */
export const pendingLogoutsAtom = atom(0);

/** Signs the end of a session, while there still is its token. */
export function signLogout(session: { id: string; token: string }): SignedHeaders {
  const nonce = makeNonce((length) => crypto.getRandomValues(new Uint8Array(length)));
  return signRevocation(session, nonce, Math.floor(venueNow() / 1000));
}

/** Keeps a log-out until the venue has heard of it. It holds no token: a reader of it can end the session, and no more. */
export function keepLogout(store: Store, signed: SignedHeaders): Promise<unknown> {
  return change(store, (waiting) => [...waiting, signed].slice(-maxPending)).then(askWorker);
}

/** Where the browser has Background Sync, the worker sends it also once the app is closed. */
async function askWorker(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } };
  // A person may have switched it off; then the app sends it at its next start.
  await sync?.register(logoutsTag).catch(() => undefined);
}

/** The venue has heard of this log-out. */
export function forgetLogout(store: Store, { sign }: SignedHeaders): Promise<unknown> {
  return change(store, (waiting) => waiting.filter((other) => other.sign !== sign));
}

/** Sends what is pending. A venue that answers has heard of it, whatever it says. */
async function sendLogouts(store: Store): Promise<void> {
  const waiting = await change(store, (all) => all);
  for (const signed of waiting) {
    const isHeard = await call(sessionEndpoints.revoke, signed, { quiet: true }).then(
      () => true,
      (error: unknown) => error instanceof ApiError && !error.isTransport,
    );
    if (isHeard) await forgetLogout(store, signed);
  }
}

/** Sends pending log-outs now, when there is a network again, and every 15 s while one is left. Answers the function that stops it. */
export function followLogouts(store: Store): () => void {
  const send = () => void sendLogouts(store);
  const timer = setInterval(() => {
    if (store.get(pendingLogoutsAtom) > 0 && navigator.onLine) send();
  }, sendAgainMs);
  addEventListener("online", send);
  send();
  return () => {
    clearInterval(timer);
    removeEventListener("online", send);
  };
}

/** One change after another: each reads what the one before has written. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Changes what is pending, without what is too old by now. Answers what is pending then. */
function change(
  store: Store,
  by: (waiting: readonly SignedHeaders[]) => readonly SignedHeaders[],
): Promise<readonly SignedHeaders[]> {
  const changed = lastChange.then(async () => {
    const before = (await logouts.read()) ?? [];
    const oldestSec = venueNow() / 1000 - revocationLifeSec;
    const waiting = by(before.filter(({ timestamp }) => Number(timestamp) > oldestSec));
    store.set(pendingLogoutsAtom, waiting.length);
    if (waiting.length > 0) await logouts.write([...waiting]);
    else if (before.length > 0) await logouts.remove();
    return waiting;
  });
  lastChange = changed.catch(() => undefined);
  return changed;
}
