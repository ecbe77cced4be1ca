import { addNotice } from "../account/notices.ts";
import { setUserStatus } from "../account/set-user-status.ts";
import { resetTotp } from "../account/totp-setting.ts";
import { AuditLog } from "../session/audit-log.ts";
import { Refusal } from "../store/refusal.ts";
import { OutcomeUnknown } from "../store/store.ts";
import { WrongSetting } from "../wrong-setting.ts";
import { ActLog } from "./act-log.ts";
import { showAudit } from "./audit-lines.ts";
import {
  changeConfByCommand,
  rechargeByCommand,
  showConf,
  showHouse,
  showLedger,
} from "./book-commands.ts";
import { decideCoin, showCoinQueue } from "./coin-reviews.ts";
import { findAccount } from "./find-account.ts";
import type { OpenDatabase, OperatorConsole, OperatorDeps } from "./operator-deps.ts";
import { addOperator, removeOperator, resetOperator, showOperators } from "./operators.ts";
import { ranMigrations } from "./operator-rows.ts";
import { listOutbox } from "./outbox.ts";
import { helpText, type OperatorCommand, parseCommand } from "./parse-command.ts";
import { reviewByCommand, showQueue } from "./review-commands.ts";
import { showUser, standingText } from "./user-facts.ts";
import { verifyLedger } from "./verify-ledger.ts";
import { WrongCommand } from "./wrong-command.ts";

/**
 * One act of the operator, beside a running venue or without one. It can change no price, no outcome and
 * no journal: there is no command for it.
 * @returns the exit code: 0 done, 1 a fault found or nothing done, 2 a command line that says nothing to be done
 */
export async function runOperator(
  args: readonly string[],
  { open, ...given }: OperatorConsole & { open: () => OpenDatabase },
): Promise<number> {
  const terminal = {
    ...given,
    print: (line: string) => given.print(printable(line)),
    warn: (line: string) => given.warn(printable(line)),
  };
  try {
    const command = parseCommand(args);
    if (command.name === "help") return sayHelp(terminal);
    const database = open();
    try {
      await database.store.ping();
      const deps = { ...terminal, ...database };
      await checkTables(deps);
      return await run(command, deps);
    } finally {
      await database.store.close();
    }
  } catch (error) {
    const isTheirs = error instanceof WrongCommand || error instanceof WrongSetting;
    terminal.warn(isTheirs ? error.message : reasonOf(error));
    return isTheirs ? 2 : 1;
  }
}

/** One sentence of what went wrong; a name with several addresses fails once for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof OutcomeUnknown)
    return 'The database went away while it was written; look with "user" whether it was done.';
  if (error instanceof Refusal && error.code === 100006)
    return "It was not done: the database is busy or full.";
  return `It was not done: ${error instanceof Error ? error.message : String(error)}.`;
}

type ActingCommand = Exclude<OperatorCommand, { name: "help" }>;

async function run(command: ActingCommand, deps: OperatorDeps): Promise<number> {
  switch (command.name) {
    case "outbox":
      return listOutbox(deps, command);
    case "audit":
      return showAudit(deps, command);
    case "user":
      return showUser(deps, command);
    case "verify":
      return verifyLedger(deps);
    case "coin-queue":
      return showCoinQueue(deps);
    case "coin-review":
      return decideCoin(deps, command);
    case "standing":
      return changeStanding(deps, command);
    case "totp-reset":
      return takeSecondFactor(deps, command);
    case "add":
      return addOperator(deps, command);
    case "list":
      return showOperators(deps);
    case "remove":
      return removeOperator(deps, command);
    case "reset":
      return resetOperator(deps, command);
    case "queue":
      return showQueue(deps, command);
    case "review":
      return reviewByCommand(deps, command);
    case "recharge":
      return rechargeByCommand(deps, command);
    case "house":
      return showHouse(deps);
    case "ledger":
      return showLedger(deps, command);
    case "conf":
      return showConf(deps);
    case "set-conf":
      return changeConfByCommand(deps, command);
  }
}

async function changeStanding(
  deps: OperatorDeps,
  { account, change, reason }: Extract<OperatorCommand, { name: "standing" }>,
): Promise<number> {
  const { store, log, clock, by } = deps;
  const user = await store.read((db) => findAccount(db, account));
  // The venue's streams are in another process, which looks after them itself.
  const bus = { endUser: () => undefined };
  const standing = await setUserStatus(
    { store, bus, audit: new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" }) },
    { ...change, userId: user.id, reason, by, now: clock.now() },
  );
  if (!standing) throw new WrongCommand(`There is no account "${account}".`);
  deps.print(`${user.account} is now: ${standingText(standing)}.`);
  return 0;
}

async function takeSecondFactor(
  deps: OperatorDeps,
  { account, reason }: Extract<OperatorCommand, { name: "totp-reset" }>,
): Promise<number> {
  const { store, log, clock, by, settings } = deps;
  const user = await store.read((db) => findAccount(db, account));
  const audit = new ActLog(new AuditLog(store, log), { by, ip: "", requestId: "" });
  const wasOn = await resetTotp(
    { store, settings, addNotice, audit },
    { userId: user.id, by, reason, now: clock.now() },
  );
  if (!wasOn) throw new WrongCommand(`${user.account} has no second factor.`);
  deps.print(`${user.account} logs in without a second factor now; money out is held.`);
  return 0;
}

/** @throws WrongCommand where the tables are not those this program knows */
async function checkTables({ store, migrationNames }: OperatorDeps): Promise<void> {
  const ran = await store.read(ranMigrations);
  if (ran.length === 0)
    throw new WrongCommand(
      "The database is no venue's; start the venue once, or set DATA_DIR or DATABASE_URL.",
    );
  if (migrationNames.some((name) => !ran.includes(name)))
    throw new WrongCommand(
      "The database is of an older version; start the venue of this version once.",
    );
  if (ran.some((name) => !migrationNames.includes(name)))
    throw new WrongCommand("The database is of a newer version; use that version's command line.");
}

function sayHelp({ print }: OperatorConsole): number {
  helpText.split("\n").forEach(print);
  return 0;
}

/** What users may have typed must neither move the operator's cursor nor turn or hide what stands beside it. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "?");
}
