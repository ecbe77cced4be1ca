import { secondsProofEndpoints as proofs } from "#protocol/api/seconds-proof.ts";
import type { ChainHead } from "#protocol/api/signed.ts";
import { call } from "../../../api/call.ts";
import { isBelieved, noteHead, seenHead } from "../../trade/slips/venue-memory.ts";

/** Digits of a hash in a code: two chains that differ share them once in 2^48. */
const digits = 12;

/** The entry that a device knows as the venue's newest, to be read out or typed: `1234-ab12-cd34-ef56`. */
export function codeOf({ seq, hash }: ChainHead): string {
  return [seq, ...(hash.slice(0, digits).match(/.{4}/g) ?? [])].join("-");
}

/** What another device opens to compare with this one. */
export function linkOf(code: string): string {
  return `${location.origin}/seconds?compare=${code}`;
}

/** The number and the digits of a code as it was typed; undefined where it is none. */
export function readCode(text: string): { seq: number; start: string } | undefined {
  const [, seq = "", ...parts] =
    /^(\d{1,15})\W*([0-9a-f]{4})\W*([0-9a-f]{4})\W*([0-9a-f]{4})$/i.exec(text.trim()) ?? [];
  return seq === "" ? undefined : { seq: Number(seq), start: parts.join("").toLowerCase() };
}

/** The newest entry of the venue's chain, which this device remembers from now on; fails without a network. */
export async function refreshHead(): Promise<void> {
  const { signed_head: head } = await call(proofs.secondKey, {}, { quiet: true });
  const said = head && ({ kind: "head", body: head } as const);
  if (said && (await isBelieved(said, head.public_key))) await noteHead(said);
}

/**
 * `same`: both devices were shown one chain; `different`: two; `missing`: the venue does not have the entry that
 * the other device was shown.
 */
export type Comparison = "same" | "different" | "missing";

/** Compares what another device was shown with what the venue shows this one. Fails without a network. */
export async function compareWith(
  { seq, start }: { seq: number; start: string },
  own: ChainHead | undefined,
): Promise<Comparison> {
  if (own?.seq === seq) return own.hash.startsWith(start) ? "same" : "different";
  const [entry] = await call(
    proofs.secondChain,
    { from: Math.max(1, seq), size: 1 },
    { quiet: true },
  );
  if (entry?.seq !== seq) return "missing";
  return entry.hash.startsWith(start) ? "same" : "different";
}

/** What this device knows as the newest; from the venue where it knows none yet. */
export async function ownHead(): Promise<ChainHead | undefined> {
  await refreshHead().catch(() => undefined);
  return seenHead();
}
