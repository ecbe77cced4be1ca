/**
 * The account book, brought while the app is closed: what the app keeps of the user's own reads is read again, so that
 * its next start shows younger figures. A device whose owner wants no offline wallet has nothing to renew.
 */
import { decodeText, isEnvelope } from "#protocol/wire/envelope.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { changeStored } from "./app-database.ts";
import { venueAddress } from "./venue-address.ts";

/** As the app writes it (`src/features/session/session-cookie.ts`). */
const cookieName = "__Host-godwit-client";
/** Reads that somebody makes often come first; the venue is not asked for more at a time. */
const mostReads = 30;

interface Session {
  id: string;
  token: string;
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
  for (const { key } of newestFirst.slice(0, mostReads)) {
    const data = await read(session, key as [string, Record<string, unknown>], now);
    // A session that has ended is the app's to tell.
    if (data === undefined) return;
    fresh.set(JSON.stringify(key), { key, data: data.data, at: Date.now() });
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
    const { id, token } = JSON.parse(decodeURIComponent(cookie?.value ?? "{}")) as Partial<Session>;
    return typeof id === "string" && typeof token === "string" ? { id, token } : undefined;
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

async function read(
  session: Session,
  [path, request]: [string, Record<string, unknown>],
  now: number,
): Promise<{ data: unknown } | undefined> {
  const query = new URLSearchParams(
    Object.entries(request).flatMap(([name, value]) =>
      typeof value === "string" || typeof value === "number" ? [[name, `${value}`]] : [],
    ),
  );
  const nonce = makeNonce((length) => crypto.getRandomValues(new Uint8Array(length)));
  const answer = await fetch(`${await venueAddress(path)}?${query}`, {
    cache: "no-store",
    headers: { ...signRequest(session, nonce, Math.floor(now / 1000)) },
  });
  const text = await answer.text();
  const envelope: unknown = JSON.parse(decodeText(text.trim()) ?? text);
  return isEnvelope(envelope) && envelope.status === 0 ? { data: envelope.data } : undefined;
}

function answersOf(value: unknown): StoredAnswer[] {
  return Array.isArray(value)
    ? (value as Partial<StoredAnswer>[]).filter(
        (one): one is StoredAnswer => Array.isArray(one.key) && typeof one.at === "number",
      )
    : [];
}
