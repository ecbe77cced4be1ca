import { secondsProofEndpoints } from "#protocol/api/seconds-proof.ts";
import { addressFor } from "#protocol/wire/runtime-config.ts";
import { runtimeConfig } from "../../../api/config.ts";

/** Whose proofs these are: what a device remembers of one venue says nothing about another. */
export function venueOrigin(): string {
  return new URL(addressFor(runtimeConfig(), secondsProofEndpoints.secondKey.path), location.origin)
    .origin;
}
