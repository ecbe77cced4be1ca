import * as v from "valibot";
import { publicKeyText } from "#protocol/api/signed.ts";
import { stored } from "../../../storage/stored.ts";
import { venueOrigin } from "./venue-origin.ts";

const remembered = stored(
  "venue-key:{origin}",
  v.object({ public_key: publicKeyText, at: v.pipe(v.number(), v.safeInteger()) }),
);

/** The key by which what a venue signs is judged: the remembered one, or this one, which is remembered then. */
export async function venueKeyOr(publicKey: string): Promise<string> {
  await compareVenueKey(publicKey);
  return (await remembered.read(venueOrigin()))?.public_key ?? publicKey;
}

/** How a key compares with the remembered one, and when that was first seen (Unix ms of this device). */
export interface VenueKeyState {
  state: "first" | "same" | "changed";
  since: number;
}

/** Compares the key of the venue with the remembered one; the first key is remembered. */
export async function compareVenueKey(publicKey: string, now = Date.now()): Promise<VenueKeyState> {
  const known = await remembered.read(venueOrigin());
  if (!known) {
    await rememberKey(publicKey, now);
    return { state: "first", since: now };
  }
  return {
    state: known.public_key === publicKey ? "same" : "changed",
    since: known.at,
  };
}

/** Remembers another key of the venue, after a decision of the person. */
export async function rememberKey(publicKey: string, now = Date.now()): Promise<void> {
  await remembered.write({ public_key: publicKey, at: now }, venueOrigin());
}
