/**
 * The account book, brought while the app is closed: what the app keeps of the user's own reads is read again, so that
 * its next start shows younger figures. A device whose owner wants no offline wallet has nothing to renew.
 */
import { sessionExpired, unauthorized } from "#protocol/wire/error-codes.ts";
import { decodeText, type Envelope, isEnvelope } from "#protocol/wire/envelope.ts";
import {
  deviceSignatureHeader,
  deviceSigning,
  noContent,
  signAsDevice,
} from "#protocol/wire/device-signature.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { changeStored } from "./app-database.ts";
import { venueAddresses } from "./venue-address.ts";

/** As the app writes it (`src/features/session/session-cookie.ts`). */
const cookieName = "__Host-godwit-client";
/** The newest come first; the venue is not asked for more at a time. */
const mostReads = 30;

interface Session {
  id: string;
  token: string;
  /** The key that signs besides; a session of signature v1 has none. */
  deviceKey: CryptoKey | undefined;
}

/** As the app writes it (`src/storage/persisted-queries.ts`), which reads it as untrusted input. */
interface StoredAnswer {
  key: readonly unknown[];
  data: unknown;
  /** Unix ms of this device. */
  at: number;
}

/** @param now the venue's time, Unix ms: the device's clock may be wrong, and a signature holds for a minute */
export async function bringAccount(now: number): Promise<void> {
  const session = await readSession();
  if (!session) return;
  const place = `queries:user:${session.id}` as const;
  const stored = answersOf(await changeStored(place, (before) => before));
  const fresh = new Map<string, StoredAnswer>();
  const newestFirst = stored.toSorted((a, b) => b.at - a.at).filter(isPlainRead);
  const addressOf = await venueAddresses();
  const began = performance.now();
  for (const { key } of newestFirst.slice(0, mostReads)) {
    const [path, request] = key as [string, Record<string, unknown>];
    const signedAt = now + performance.now() - began;
    const answer = await read(session, { path, address: addressOf(path), request, signedAt });
    // A session that has ended is the app's to tell.
    if (answer.status === unauthorized || answer.status === sessionExpired) return;
    if (answer.status === 0)
      fresh.set(JSON.stringify(key), { key, data: answer.data, at: Date.now() });
  }
  // Nothing where its owner has left meanwhile.
  await changeStored(place, (before) =>
    before === undefined
      ? undefined
      : answersOf(before).map((answer) => fresh.get(JSON.stringify(answer.key)) ?? answer),
  );
}

async function readSession(): Promise<Session | undefined> {
  const { cookieStore } = globalThis as {
    cookieStore?: { get(name: string): Promise<{ value: string } | null> };
  };
  try {
    const cookie = await cookieStore?.get(cookieName);
    const { id, token, key } = JSON.parse(decodeURIComponent(cookie?.value ?? "{}")) as Record<
      string,
      unknown
    >;
    if (typeof id !== "string" || typeof token !== "string") return undefined;
    if (typeof key !== "string") return { id, token, deviceKey: undefined };
    const deviceKey = await changeStored(`device-key:${key}`, (before) => before);
    // A key that is lost is the app's to tell.
    return deviceKey instanceof CryptoKey ? { id, token, deviceKey } : undefined;
  } catch {
    return undefined;
  }
}

/** A path and its request, and no list that is read page by page. */
function isPlainRead({ key }: StoredAnswer): boolean {
  const [path, request] = key;
  return (
    key.length === 2 &&
    typeof path === "string" &&
    path.startsWith("/api/") &&
    typeof request === "object" &&
    request !== null
  );
}

/** @throws where it was not the venue that answered */
async function read(
  session: Session,
  call: { path: string; address: string; request: Record<string, unknown>; signedAt: number },
): Promise<Envelope> {
  const { path, address, request, signedAt } = call;
  const query = new URLSearchParams(
    Object.entries(request).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, `${value}`]] : [],
    ),
  );
  const nonce = makeNonce((length) => crypto.getRandomValues(new Uint8Array(length)));
  const signed = signRequest(session, nonce, Math.floor(signedAt / 1000));
  const { deviceKey } = session;
  const signature =
    deviceKey &&
    (await signAsDevice({ method: "GET", path, query, content: noContent }, signed, (bytes) =>
      crypto.subtle.sign(deviceSigning, deviceKey, bytes),
    ));
  const answer = await fetch(`${address}?${query}`, {
    cache: "no-store",
    headers: {
      ...signed,
      ...(signature !== undefined && { [deviceSignatureHeader]: signature }),
    },
  });
  const text = await answer.text();
  const envelope: unknown = JSON.parse(decodeText(text.trim()) ?? text);
  if (!isEnvelope(envelope)) throw new Error("not the venue's answer");
  return envelope;
}

function answersOf(value: unknown): StoredAnswer[] {
  return Array.isArray(value)
    ? (value as Partial<StoredAnswer>[]).filter(
        (one): one is StoredAnswer => Array.isArray(one.key) && typeof one.at === "number",
      )
    : [];
}
