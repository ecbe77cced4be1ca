import * as v from "valibot";
import { publicKeyText } from "#protocol/receipt.ts";
import { addressFor } from "#protocol/runtime-config.ts";
import { secondsProofEndpoints } from "#protocol/seconds-proof.ts";
import { runtimeConfig } from "../../api/config.ts";
import { keep, readKept } from "../../storage/device-store.ts";

const remembered = v.object({ public_key: publicKeyText, at: v.pipe(v.number(), v.safeInteger()) });

/** How a key stands to the one this device first saw of the venue, and when that was (Unix ms of this device). */
export interface KeyStanding {
  state: "first" | "same" | "changed";
  since: number;
}

/** Compares a venue's key with the one remembered of it; the first one is remembered. */
export async function standingOfKey(publicKey: string, now = Date.now()): Promise<KeyStanding> {
  const kept = v.safeParse(remembered, await readKept(keyOfVenue()));
  if (!kept.success) {
    await rememberKey(publicKey, now);
    return { state: "first", since: now };
  }
  return {
    state: kept.output.public_key === publicKey ? "same" : "changed",
    since: kept.output.at,
  };
}

/** Remembers another key of the venue from now on: the person's own decision. */
export function rememberKey(publicKey: string, now = Date.now()): Promise<void> {
  return keep(keyOfVenue(), { public_key: publicKey, at: now });
}

function keyOfVenue(): string {
  return `venue-key:${new URL(addressFor(runtimeConfig(), secondsProofEndpoints.secondKey.path), location.origin).origin}`;
}
