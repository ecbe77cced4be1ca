import * as v from "valibot";
import { type EvidenceFile, evidenceFile } from "#protocol/api/evidence-file.ts";
import { signedInAs } from "../../../api/call.ts";
import { stored } from "../../../storage/stored.ts";

const findings = stored("findings:{user}", v.array(evidenceFile));

/** The first ones count: what comes after follows from them. */
const maxFindings = 20;

/** What this device has found against the venue for a user, oldest first. */
export async function readFindings(userId: string): Promise<EvidenceFile[]> {
  return (await findings.read(userId)) ?? [];
}

const listeners = new Set<() => void>();

/** Hears of each that is added. */
export function onFinding(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Remembers a finding for the user who is logged in; one about the same statements once. */
export async function addFinding(found: EvidenceFile): Promise<void> {
  const userId = signedInAs();
  if (userId === null) return;
  const known = await readFindings(userId);
  if (known.length >= maxFindings || known.some((one) => nameOf(one) === nameOf(found))) return;
  if (signedInAs() !== userId) return;
  await findings.write([...known, found], userId);
  for (const listener of listeners) listener();
}

function nameOf({ first, second, asked }: EvidenceFile): string {
  return [first.statement.body.hash, second?.statement.body.hash, asked?.part].join(" ");
}
