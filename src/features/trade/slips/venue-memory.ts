/**
 * What the venue has signed, as this device has seen it: the newest entry of its chain, and published minutes. Each
 * new statement is compared with the one it has to agree with.
 */
import * as v from "valibot";
import { type EvidenceFile, type Statement, statement } from "#protocol/api/evidence-file.ts";
import { tickRoot, type TickLine } from "#protocol/api/receipt.ts";
import { chainHead } from "#protocol/api/signed.ts";
import { timeMs } from "#protocol/api/endpoint.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkEvidence, contradictionOf } from "#protocol/proof/evidence-check.ts";
import { stored } from "../../../storage/stored.ts";
import { addFinding } from "./findings.ts";
import { venueKeyOr } from "./remembered-venue-key.ts";
import { venueOrigin } from "./venue-origin.ts";

const seenSchema = v.object({ time: timeMs, statement });
type Seen = v.InferOutput<typeof seenSchema>;

const headSchema = v.object({
  ...chainHead.entries,
  /** The statement that named it; earlier builds remembered none. */
  seen: v.optional(seenSchema),
  /** An older one, from which the chain was not looked at yet. */
  from: v.optional(seenSchema),
});
const heads = stored("chain-head:{origin}", headSchema);
type KnownHead = v.InferOutput<typeof headSchema>;

/** The newest entry of the venue's chain that this device knows. */
export async function seenHead(): Promise<KnownHead | undefined> {
  return heads.read(venueOrigin());
}

/**
 * Remembers a statement that names the venue's newest entry, unless a newer one is known: answers may come in any
 * order. One that contradicts the one remembered is a finding.
 */
export async function noteHead(
  said: Extract<Statement, { kind: "head" | "slip" | "order-slip" }>,
  epochs: EvidenceFile["epochs"] = [],
  now = Date.now(),
): Promise<void> {
  const { head, public_key: publicKey } = said.body;
  const known = await seenHead();
  const second: Seen = { time: now, statement: said };
  if (known?.seen && contradictionOf(known.seen.statement, said))
    await addFinding(evidenceOf(publicKey, known.seen, { second, epochs }));
  if (known && (known.seen ? head.seq <= known.seq : head.seq < known.seq)) return;
  const from = known?.from ?? (known && known.seq > 0 ? known.seen : undefined);
  await heads.write({ ...head, seen: second, ...(from && { from }) }, venueOrigin());
}

/** The chain was looked at from `from` on. */
export async function noteLookedAt(): Promise<void> {
  const known = await seenHead();
  if (!known) return;
  const { from: _from, ...rest } = known;
  await heads.write(rest, venueOrigin());
}

/** What a device saves of a statement, and of what speaks against it. */
export function evidenceOf(
  publicKey: string,
  first: Seen,
  more: Partial<Pick<EvidenceFile, "second" | "asked" | "epochs">>,
): EvidenceFile {
  return {
    format: "godwit-evidence-1",
    public_key: publicKey,
    first,
    second: null,
    asked: null,
    ...more,
    // The file has room for the newest.
    epochs: (more.epochs ?? []).slice(-maxEpochs),
  };
}

/** As many as a file may have (evidence-file.ts). */
const maxEpochs = 10;

/**
 * Whether this device believes that the venue signed a statement: by the key it remembers. One that is not signed
 * is a finding. Where the browser has no cryptography it is believed.
 */
export async function isBelieved(said: Statement, publicKey: string): Promise<boolean> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return true;
  const found = evidenceOf(await venueKeyOr(publicKey), { time: Date.now(), statement: said }, {});
  const { state } = await checkEvidence(found, webCryptoDeps(subtle));
  if (state !== "unsigned") return true;
  await addFinding(found);
  return false;
}

/** A slip that is not of what this device asked for. @param wanted the field that differs, as it was sent */
export async function noteDiffering(
  said: Extract<Statement, { kind: "slip" | "order-slip" }>,
  wanted: { name: string; value: string },
): Promise<void> {
  const time = Date.now();
  const asked = { part: "order" as const, time, answer: null, wanted };
  await addFinding(evidenceOf(said.body.public_key, { time, statement: said }, { asked }));
}

const minutes = stored(
  "published-minutes:{origin}",
  v.array(v.object({ time: timeMs, public_key: v.string(), root: tickRoot })),
);
/** Those of about fifty contracts. */
const maxMinutes = 100;

/** Remembers published minutes, each as it was seen first; another one in its place is a finding. */
export async function noteMinutes(
  lines: readonly TickLine[],
  publicKey: string,
  epochs: EvidenceFile["epochs"] = [],
  now = Date.now(),
): Promise<void> {
  const known = (await minutes.read(venueOrigin())) ?? [];
  const fresh = [];
  for (const line of lines) {
    const root = v.parse(tickRoot, line);
    const before = known.find((one) => one.root.minute === root.minute);
    if (!before) {
      fresh.push({ time: now, public_key: publicKey, root });
      continue;
    }
    if (before.root.hash === root.hash) continue;
    const first: Seen = { time: before.time, statement: { kind: "minute", body: before.root } };
    const second: Seen = { time: now, statement: { kind: "minute", body: root } };
    await addFinding(evidenceOf(before.public_key, first, { second, epochs }));
  }
  if (fresh.length > 0) await minutes.write([...known, ...fresh].slice(-maxMinutes), venueOrigin());
}
