/** What `npm run verify` says of the evidence that a device saved against a venue. */
import type { EvidenceFile } from "../protocol/api/evidence-file.ts";
import { secondsProofEndpoints as proofs } from "../protocol/api/seconds-proof.ts";
import { webCryptoDeps } from "../protocol/proof/check-deps.ts";
import {
  checkEvidence,
  type Contradiction,
  type EvidenceState,
} from "../protocol/proof/evidence-check.ts";
import { ask } from "./verify-file.ts";

/** Whether a file means to be evidence; whether it is, the check says. */
export function isEvidence(file: unknown): boolean {
  return (
    typeof file === "object" &&
    file !== null &&
    "format" in file &&
    file.format === "godwit-evidence-1"
  );
}

/** 1: it speaks against the venue; 0: it does not; 2: it is no evidence. */
export async function verifyEvidence(
  file: unknown,
  { key, venue }: { key: string | undefined; venue: string | undefined },
): Promise<number> {
  const known = file as Partial<EvidenceFile>;
  const asked = venue === undefined ? undefined : await askAgain(known, venue);
  const judged = await checkEvidence(
    asked === undefined ? file : { ...known, asked },
    webCryptoDeps(crypto.subtle),
  );
  const isOtherKey = key !== undefined && known.public_key !== key;
  for (const line of [
    ...(isOtherKey ? ["It is of another key than the one you gave."] : []),
    wordsOf(judged, known.asked),
    ...(key === undefined
      ? [
          "Not checked: whose key it is. Give the venue's key with --key, as you know it from elsewhere.",
        ]
      : []),
  ])
    process.stdout.write(`${line}\n`);
  if (judged.state === "form" || judged.state === "unsigned" || isOtherKey) return 2;
  return judged.state === "proven" || judged.state === "asked" ? 1 : 0;
}

/** Asks for the entry of the chain again; a receipt is its owner's, and nobody else can ask for it. */
async function askAgain(
  { first, asked }: Partial<EvidenceFile>,
  venue: string,
): Promise<EvidenceFile["asked"] | undefined> {
  if (asked?.part !== "entry" || !first || !("head" in first.statement.body)) return undefined;
  const { seq } = first.statement.body.head;
  const [entry] = await ask(venue, proofs.secondChain, { from: String(seq), size: "1" });
  return { part: "entry", time: Date.now(), answer: entry?.seq === seq ? entry.hash : null };
}

function wordsOf(judged: EvidenceState, asked: EvidenceFile["asked"] | undefined): string {
  switch (judged.state) {
    case "form":
      return `This is no evidence: ${judged.where} is missing or cannot be.`;
    case "unsigned":
      return "Something in it is not signed by the key in it: it shows nothing.";
    case "nothing":
      return "It is signed, and speaks against nobody.";
    case "declared":
      return `Declared: the venue lost it when its database was put back (number ${judged.epoch.seq} of its chain: ${judged.epoch.reason}).`;
    case "asked":
      if (asked?.wanted)
        return `The slip is signed. The device says that it asked for something else: ${asked.wanted.name} ${asked.wanted.value}.`;
      return "The first part is signed. What the venue answered is as the file says: ask it yourself (--venue for an entry of the chain).";
    case "proven":
      return `PROVEN: ${contradictionWords(judged.found)}. Both are signed by the same key.`;
  }
}

function contradictionWords(found: Contradiction): string {
  switch (found.kind) {
    case "chain":
      return `entry ${found.seq} of the chain has two hashes, ${found.hashes.join(" and ")}`;
    case "back":
      return `entry ${found.seqs[0]} was the newest, and later ${found.seqs[1]} was`;
    case "minute":
      return `the minute ${found.minute} was published twice, as ${found.hashes.join(" and ")}`;
    case "day":
      return `the day ${found.date} of ${found.symbol} has two commitments, ${found.hashes.join(" and ")}`;
    case "receipt":
      return `contract ${found.orderId} has two receipts, ${found.seqs.join(" and ")}`;
    case "terms":
      return `contract ${found.orderId}: ${found.differing.name} was agreed as ${found.differing.slip}, and its receipt says ${found.differing.receipt}`;
  }
}
