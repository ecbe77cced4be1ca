import { rm, writeFile } from "node:fs/promises";
import { AuditLog } from "../../session/audit/audit-log.ts";
import { codeLengths, makeInvitationCode } from "../../session/invitations/invitation-code.ts";
import { countInvitations, insertInvitations } from "../../session/invitations/invitation-rows.ts";
import { ActLog } from "../acts/act-log.ts";
import { columns, utcText } from "../lookups/columns.ts";
import { invitationSheet } from "./invitation-sheet.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { WrongCommand } from "./wrong-command.ts";

const dayMs = 86_400_000;

interface Batch {
  count: number;
  days: number;
  /** For whom. */
  label: string;
  /** Where the sheet to print goes; without it the links are printed here. */
  out: string | undefined;
}

/** Makes invitations, each for one account, and writes a sheet to print. */
export async function makeInvitations(
  deps: OperatorDeps,
  { count, days, label, out }: Batch,
): Promise<number> {
  const { store, settings, random, clock, by, log, print } = deps;
  const now = clock.now();
  const expiresAt = now + days * dayMs;
  const made = Array.from({ length: count }, () => ({
    code: makeInvitationCode(random, codeLengths.operator),
    label,
    made_at: now,
    expires_at: expiresAt,
  }));
  const origin = settings.publicUrl ?? `http://localhost:${settings.port}`;
  const cards = made.map(({ code }) => ({ code, link: `${origin}/register?invite=${code}` }));
  if (out !== undefined) {
    const sheet = invitationSheet({
      title: label === "" ? settings.name : `${settings.name}: ${label}`,
      note: `For one account, until ${utcText(expiresAt)} UTC`,
      cards,
    });
    await writeFile(out, sheet, { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
      const isThere = error instanceof Error && "code" in error && error.code === "EEXIST";
      throw new WrongCommand(
        isThere
          ? `${out} is there already; name another file.`
          : `${out} cannot be written: ${error instanceof Error ? error.message : String(error)}.`,
        { cause: error },
      );
    });
  }
  const acts = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  const written = store.command(async (tx) => {
    await insertInvitations(tx.db, made);
    const facts = { count, label, expires_at: expiresAt };
    await acts.write(tx, {
      event: "invitations-made",
      outcome: "ok",
      ip: "",
      requestId: "",
      now,
      facts,
    });
  });
  // A sheet of invitations that nobody has noted opens nothing.
  await written.catch(async (error: unknown) => {
    if (out !== undefined) await rm(out, { force: true });
    throw error;
  });
  if (out === undefined) cards.forEach(({ link }) => print(link));
  else print(`${out} has ${count} invitations to print.`);
  print(
    `Each opens one account until ${utcText(expiresAt)} UTC, and counts against no limit of its address.`,
  );
  if (settings.publicUrl === null)
    print("The links say localhost: set PUBLIC_URL to the address that people type.");
  return 0;
}

export async function showInvitations({ store, print }: OperatorDeps): Promise<number> {
  const rows = await store.read(countInvitations);
  if (rows.length === 0) print('No invitations were made; "invite COUNT" makes some.');
  else
    columns([
      ["MADE", "FOR", "GOOD UNTIL", "INVITATIONS", "USED"],
      ...rows.map((row) => [
        utcText(row.made_at),
        row.label === "" ? "-" : row.label,
        utcText(row.expires_at),
        String(row.made),
        String(row.used),
      ]),
    ]).forEach(print);
  return 0;
}
