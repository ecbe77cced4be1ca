import type { Endpoint } from "#protocol/api/endpoint.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { readAnswer } from "./memory-venue.ts";
import type { Session } from "./order-load.ts";

/** Asks a running venue; answers the envelope, whatever it says. Rejects where there was no answer. */
export async function callVenue(
  address: string,
  { method, path }: Pick<Endpoint, "method" | "path">,
  request: Record<string, unknown>,
  headers: Record<string, string> = {},
) {
  const query =
    method === "GET" ? `?${new URLSearchParams(request as Record<string, string>)}` : "";
  return readAnswer(
    await fetch(`${address}${path}${query}`, {
      method,
      headers: { "content-type": "application/json", ...headers },
      ...(method === "POST" && { body: JSON.stringify(request) }),
    }),
  );
}

/** The headers of one call of a session, signed with this second and a nonce of its own. */
export function signedNow(session: Session): Record<string, string> {
  const nonce = makeNonce((length) => crypto.getRandomValues(new Uint8Array(length)));
  return { ...signRequest(session, nonce, Math.floor(Date.now() / 1000)) };
}
