import { operatorName } from "#protocol/api/operator.ts";
import * as v from "valibot";
import { AuditLog } from "../../session/audit/audit-log.ts";
import { deleteThrottle } from "../../session/throttle/throttle-rows.ts";
import { PasswordHasher } from "../../session/password/password-hasher.ts";
import type { Transaction } from "../../store/store.ts";
import { ActLog } from "../acts/act-log.ts";
import { columns, utcText } from "../lookups/columns.ts";
import { findAccount } from "./find-account.ts";
import { type Credentials, makeCredentials } from "../accounts/make-operator.ts";
import {
  endOperatorSessions,
  findOperator,
  insertOperator,
  listOperators,
  type OperatorRow,
  saveOperator,
} from "../accounts/operator-account-rows.ts";
import type { OperatorDeps } from "./operator-deps.ts";
import { operatorSubject } from "../accounts/operator-login.ts";
import { WrongCommand } from "./wrong-command.ts";

/**
 * Makes an operator and prints, once, what opens the desk to them.
 * @throws WrongCommand where the name is or was taken
 */
export async function addOperator(
  deps: OperatorDeps,
  { operator: name, account }: { operator: string; account: string | undefined },
): Promise<number> {
  if (!v.is(operatorName, name))
    throw new WrongCommand(
      'A name has 2 to 32 characters: small letters, digits, ".", "_" and "-", a letter first.',
    );
  const { shown, stored } = await credentialsFor(deps, name);
  await deps.store.command(async (tx) => {
    const user = account === undefined ? undefined : await findAccount(tx.db, account);
    const id = await insertOperator(tx.db, {
      name,
      ...stored,
      must_change: 1,
      user_id: user?.id ?? null,
      created_at: deps.clock.now(),
    });
    // A name stands for one person for ever, or the audit log would say two things by one word.
    if (id === undefined)
      throw new WrongCommand(`There is or was an operator "${name}"; take another name.`);
    await record(deps, tx, "operator-added", { operator: name, own_account: user?.id ?? null });
  });
  deps.print(`Operator ${name} can log in to the desk.`);
  showCredentials(deps, shown);
  return 0;
}

/** Another one-time password and another secret, for who lost theirs; every session of theirs ends. */
export async function resetOperator(
  deps: OperatorDeps,
  { operator: name }: { operator: string },
): Promise<number> {
  const { shown, stored } = await credentialsFor(deps, name);
  await deps.store.command(async (tx) => {
    const { id } = await present(tx, name);
    await saveOperator(tx.db, id, { ...stored, must_change: 1, totp_step: 0 });
    await endOperatorSessions(tx.db, id, { now: deps.clock.now() });
    for (const subject of [operatorSubject(name), `${operatorSubject(name)} password`])
      await deleteThrottle(tx.db, subject);
    await record(deps, tx, "operator-reset", { operator: name });
  });
  deps.print(`Operator ${name} has new credentials; what they had before opens nothing.`);
  showCredentials(deps, shown);
  return 0;
}

export async function removeOperator(
  deps: OperatorDeps,
  { operator: name }: { operator: string },
): Promise<number> {
  await deps.store.command(async (tx) => {
    const { id } = await present(tx, name);
    const now = deps.clock.now();
    await saveOperator(tx.db, id, { removed_at: now });
    await endOperatorSessions(tx.db, id, { now });
    await record(deps, tx, "operator-removed", { operator: name });
  });
  deps.print(`Operator ${name} is removed; their sessions are over.`);
  return 0;
}

export async function showOperators({ store, print }: OperatorDeps): Promise<number> {
  const rows = await store.read(listOperators);
  if (rows.length === 0) print('There is no operator; "add NAME" makes one.');
  else
    columns([["NAME", "SINCE", "LAST LOGIN", "OWN ACCOUNT", "STATE"], ...rows.map(cells)]).forEach(
      print,
    );
  return 0;
}

function cells({
  name,
  created_at,
  last_at,
  user_id,
  must_change,
  removed_at,
}: OperatorRow): string[] {
  const state =
    removed_at !== null
      ? `removed ${utcText(removed_at)}`
      : must_change === 1
        ? "has not set a password of their own yet"
        : "active";
  return [
    name,
    utcText(created_at),
    last_at === null ? "never" : utcText(last_at),
    user_id === null ? "-" : `#${user_id}`,
    state,
  ];
}

async function present(tx: Transaction, name: string): Promise<OperatorRow> {
  const operator = await findOperator(tx.db, name);
  if (operator?.removed_at !== null)
    throw new WrongCommand(`There is no operator "${name}"; "list" names them.`);
  return operator;
}

async function credentialsFor({ serverKey, random, settings }: OperatorDeps, name: string) {
  const { argonMemoryKiB: memoryKiB, argonPasses: passes } = settings.limits;
  const hasher = new PasswordHasher({ cost: { memoryKiB, passes }, pool: 1, queue: 1, random });
  return makeCredentials(
    { serverKey: serverKey(), random, hasher, issuer: `${settings.name} desk` },
    name,
  );
}

function showCredentials(
  { print, settings }: OperatorDeps,
  { password, secret, uri }: Credentials,
): void {
  const desk =
    settings.operatorPort === null
      ? "nowhere (OPERATOR_PORT is off)"
      : `http://localhost:${settings.operatorPort}`;
  for (const text of [
    "",
    `  desk           ${desk}`,
    `  password       ${password}`,
    `  authenticator  ${secret}`,
    `  or this link   ${uri}`,
    "",
    "Both are shown this once. The password opens the desk to set one of their own, nothing else.",
  ])
    print(text);
}

async function record(
  { store, log, by, clock }: OperatorDeps,
  tx: Transaction,
  event: "operator-added" | "operator-reset" | "operator-removed",
  facts: Record<string, unknown>,
): Promise<void> {
  const acts = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  await acts.write(tx, { event, outcome: "ok", ip: "", requestId: "", now: clock.now(), facts });
}
