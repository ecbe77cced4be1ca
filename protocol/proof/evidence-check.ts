/** Checks what a device saved against a venue, from nothing but the file and the key in it. */
import * as v from "valibot";
import { type EpochBody, epochBodyOf, isLostIn } from "../api/epoch.ts";
import { type EvidenceFile, evidenceFile, type Statement } from "../api/evidence-file.ts";
import { bodyOf, canonicalJson, rootText } from "../api/receipt.ts";
import { orderSlipBodyOf } from "../api/order-slip.ts";
import { headBodyOf } from "../api/signed-head.ts";
import { slipBodyOf } from "../api/slip.ts";
import type { ChainHead } from "../api/signed.ts";
import type { CheckDeps } from "./check-deps.ts";
import { entryDueMs } from "./due.ts";
import { differingTerm, type DifferingTerm } from "./slip-terms.ts";
import { isSigned, sha256Text } from "./tick-check.ts";

/** Two statements of one venue within this time of each other may have been signed in either order, ms. */
const concurrentMs = 60_000;

/**
 * What two statements cannot both say. `chain`: an entry has two hashes; `back`: the newest entry was an older one
 * later; `minute`: a published minute was changed; `day`: a simulated day has two commitments; `receipt`: a contract
 * has two receipts; `terms`: a receipt is not what was agreed.
 */
export type Contradiction =
  | { kind: "chain"; seq: number; hashes: readonly [string, string] }
  | { kind: "back"; seqs: readonly [earlier: number, later: number] }
  | { kind: "minute"; minute: number; hashes: readonly [string, string] }
  | { kind: "day"; symbol: string; date: string; hashes: readonly [string, string] }
  | { kind: "receipt"; orderId: string; seqs: readonly [number, number] }
  | { kind: "terms"; orderId: string; differing: DifferingTerm };

/** What a file shows: `proven` by itself; `asked`: what the venue answered, which can be asked again. */
export type EvidenceState =
  | { state: "form"; where: string }
  /** Something in it is not the venue's. */
  | { state: "unsigned" }
  | { state: "proven"; found: Contradiction }
  /** The venue has declared what was lost when its database was put back. */
  | { state: "declared"; found: Contradiction | null; epoch: EpochBody }
  | { state: "asked" }
  | { state: "nothing" };

/** @param file what should be an {@link EvidenceFile} */
export async function checkEvidence(file: unknown, deps: CheckDeps): Promise<EvidenceState> {
  const parsed = v.safeParse(evidenceFile, file);
  if (!parsed.success)
    return { state: "form", where: v.getDotPath(parsed.issues[0]) ?? "the file" };
  const { public_key: publicKey, first, second, asked, epochs } = parsed.output;
  for (const seen of [first, second])
    if (seen && !(await isVenues(seen.statement, publicKey, deps))) return { state: "unsigned" };
  for (const epoch of epochs) {
    const hash = await sha256Text(deps, canonicalJson(epochBodyOf(epoch)));
    if (epoch.public_key !== publicKey || hash !== epoch.hash) return { state: "unsigned" };
    if (!(await isSigned(deps, publicKey, epoch))) return { state: "unsigned" };
  }
  const found = second ? contradictionOf(first.statement, second.statement) : null;
  const epoch = epochs.find((one) => isExplained(one, parsed.output, found));
  if (epoch) return { state: "declared", found, epoch: epochBodyOf(epoch) };
  if (found) return { state: "proven", found };
  return { state: asked && isUnanswered(parsed.output) ? "asked" : "nothing" };
}

/** Whether the venue's answer, as the file has it, is other than what the statement binds it to. */
function isUnanswered({ first: { statement }, asked }: EvidenceFile): boolean {
  if (asked?.part === "entry") return asked.answer !== headOf(statement)?.hash;
  if (asked?.part === "order") return asked.wanted !== undefined;
  return (
    statement.kind === "slip" &&
    asked?.answer === null &&
    asked.time > entryDueMs(statement.body.t1)
  );
}

async function isVenues(one: Statement, publicKey: string, deps: CheckDeps): Promise<boolean> {
  const { body } = one;
  if ("public_key" in body && body.public_key !== publicKey) return false;
  return (await sha256Text(deps, signedText(one))) === body.hash && isSigned(deps, publicKey, body);
}

/** The text that the hash of a statement covers. */
function signedText(one: Statement): string {
  switch (one.kind) {
    case "head":
      return canonicalJson(headBodyOf(one.body));
    case "slip":
      return canonicalJson(slipBodyOf(one.body));
    case "order-slip":
      return canonicalJson(orderSlipBodyOf(one.body));
    case "receipt":
      return canonicalJson(bodyOf(one.body));
    case "minute":
      return rootText(one.body);
  }
}

/** What two statements of a venue cannot both say; null where they agree. */
export function contradictionOf(first: Statement, second: Statement): Contradiction | null {
  for (const [seq, hash] of entriesOf(first))
    for (const [other, hashThere] of entriesOf(second))
      if (seq === other && seq > 0 && hash !== hashThere)
        return { kind: "chain", seq, hashes: [hash, hashThere] };
  const back = wentBack(first, second) ?? wentBack(second, first);
  if (back) return { kind: "back", seqs: back };
  if (first.kind === "minute" && second.kind === "minute") {
    const [one, two] = [first.body, second.body];
    return one.minute === two.minute && one.hash !== two.hash
      ? { kind: "minute", minute: one.minute, hashes: [one.hash, two.hash] }
      : null;
  }
  if (first.kind === "receipt" && second.kind === "receipt") {
    const [one, two] = [first.body, second.body];
    if (one.order_id === two.order_id && one.hash !== two.hash)
      return { kind: "receipt", orderId: one.order_id, seqs: [one.seq, two.seq] };
  }
  const [slip, receipt] = first.kind === "slip" ? [first, second] : [second, first];
  if (slip.kind === "slip" && receipt.kind === "receipt") {
    const differing =
      slip.body.order_id === receipt.body.order_id && differingTerm(slip.body, receipt.body);
    if (differing) return { kind: "terms", orderId: slip.body.order_id, differing };
  }
  return dayOf(first, second);
}

/** Numbers and hashes of the entries of the chain that a statement names. */
function entriesOf(one: Statement): [seq: number, hash: string][] {
  switch (one.kind) {
    case "head":
    case "slip":
    case "order-slip":
      return [[one.body.head.seq, one.body.head.hash]];
    case "receipt":
      return [
        [one.body.seq, one.body.hash],
        [one.body.seq - 1, one.body.prev_hash],
      ];
    case "minute":
      return [];
  }
}

/** The entry that a statement calls the newest. */
function headOf(one: Statement): ChainHead | undefined {
  return "head" in one.body ? one.body.head : undefined;
}

function newestOf(one: Statement): { seq: number; time: number } | undefined {
  if (one.kind === "head") return { seq: one.body.head.seq, time: one.body.time };
  if (one.kind === "slip" || one.kind === "order-slip")
    return { seq: one.body.head.seq, time: one.body.accept_time };
  return undefined;
}

function wentBack(one: Statement, other: Statement): [number, number] | undefined {
  const [earlier, later] = [newestOf(one), newestOf(other)];
  if (!earlier || !later || later.time - earlier.time <= concurrentMs) return undefined;
  return later.seq < earlier.seq ? [earlier.seq, later.seq] : undefined;
}

function dayOf(first: Statement, second: Statement): Contradiction | null {
  if (!("day_commits" in first.body && "day_commits" in second.body)) return null;
  const { symbol, day_commits: commits } = first.body;
  if (symbol !== second.body.symbol) return null;
  for (const { date, commit } of commits) {
    const other = second.body.day_commits.find((day) => day.date === date);
    if (other && other.commit !== commit)
      return { kind: "day", symbol, date, hashes: [commit, other.commit] };
  }
  return null;
}

/**
 * Whether what was lost when the venue's database was put back explains it: a contract is settled again, a minute
 * published again, and what is lost cannot be given. No number of the chain is used again.
 */
function isExplained(
  epoch: EpochBody,
  { first, second, asked }: EvidenceFile,
  found: Contradiction | null,
): boolean {
  if (asked?.part === "entry") {
    const head = headOf(first.statement);
    return head !== undefined && asked.answer === null && isLostIn(epoch, head.seq);
  }
  if (asked) return asked.part === "receipt" && isLost(epoch, first.statement);
  return (
    (found?.kind === "receipt" || found?.kind === "minute") &&
    [first, second].some((seen) => seen !== null && isLost(epoch, seen.statement))
  );
}

function isLost(epoch: EpochBody, one: Statement): boolean {
  switch (one.kind) {
    case "receipt":
      return isLostIn(epoch, one.body.seq);
    case "minute":
      return isLostAt(epoch, one.body.minute * 1000);
    case "slip":
    case "order-slip":
      return isLostAt(epoch, one.body.accept_time);
    case "head":
      return false;
  }
}

function isLostAt(
  { restored_time: from, lost_time: to, opened_time: opened }: EpochBody,
  ms: number,
) {
  return ms >= (from ?? 0) - concurrentMs && ms <= (to ?? opened);
}
