import { atom, type createStore } from "jotai";
import * as v from "valibot";
import { revocationLifeSec, sessionEndpoints } from "#protocol/api/session.ts";
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
export async function keepLogout(store: Store, signed: SignedHeaders): Promise<void> {
  await write(store, [...(await pending()), signed].slice(-maxPending));
}

/** The venue has heard of this log-out. */
export async function forgetLogout(store: Store, { sign }: SignedHeaders): Promise<void> {
  await write(
    store,
    (await pending()).filter((other) => other.sign !== sign),
  );
}

/** Sends what is pending. A venue that answers has heard of it, whatever it says. */
async function sendLogouts(store: Store): Promise<void> {
  const waiting = await pending();
  store.set(pendingLogoutsAtom, waiting.length);
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

async function pending(): Promise<readonly SignedHeaders[]> {
  const oldestSec = venueNow() / 1000 - revocationLifeSec;
  return ((await logouts.read()) ?? []).filter(({ timestamp }) => Number(timestamp) > oldestSec);
}

async function write(store: Store, list: readonly SignedHeaders[]): Promise<void> {
  store.set(pendingLogoutsAtom, list.length);
  await (list.length === 0 ? logouts.remove() : logouts.write([...list]));
}
