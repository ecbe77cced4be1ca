import * as codes from "#protocol/wire/error-codes.ts";
import { Refusal } from "../../store/refusal.ts";
import { OutcomeUnknown } from "../../store/store.ts";
import { WrongSetting } from "../../settings/wrong-setting.ts";
import { readRanMigrations } from "../lookups/migration-rows.ts";
import { WrongBackup } from "../backup/wrong-backup.ts";
import type { AloneDeps, OpenDatabase, OperatorConsole, OperatorDeps } from "./operator-deps.ts";
import { helpText, parseCommand } from "./parse-command.ts";
import { WrongCommand } from "./wrong-command.ts";

/**
 * Runs one command of the operator, with or without a running venue. No command can change a price, a
 * settled outcome or a journal.
 * @returns the exit code: 0 done, 1 a fault found or nothing done, 2 an invalid command line
 */
export async function runOperator(
  args: readonly string[],
  {
    open,
    alone,
    ...given
  }: OperatorConsole & {
    open: () => OpenDatabase;
    /** Settings and migrations, for a command that works without an open database. */
    alone?: () => Pick<AloneDeps, "settings" | "upgrade">;
  },
): Promise<number> {
  const terminal = {
    ...given,
    print: (line: string) => given.print(printable(line)),
    warn: (line: string) => given.warn(printable(line)),
  };
  try {
    const { run, runAlone } = parseCommand(args);
    if (runAlone && alone) return await runAlone({ ...terminal, ...alone() });
    if (run === null) return sayHelp(terminal);
    const database = open();
    try {
      await database.store.ping();
      const deps = { ...terminal, ...database };
      await checkTables(deps);
      return await run(deps);
    } finally {
      await database.store.close();
    }
  } catch (error) {
    const isTheirs =
      error instanceof WrongCommand ||
      error instanceof WrongSetting ||
      error instanceof WrongBackup;
    terminal.warn(isTheirs ? error.message : reasonOf(error));
    return isTheirs ? 2 : 1;
  }
}

/** The reason in one line: a host name with several addresses fails once for each. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error instanceof OutcomeUnknown)
    return 'The database went away while it was written; look with "user" whether it was done.';
  if (error instanceof Refusal && error.code === codes.busy)
    return "It was not done: the database is busy or full.";
  return `It was not done: ${error instanceof Error ? error.message : String(error)}.`;
}

/** @throws WrongCommand where the tables are of another version than this program */
async function checkTables({ store, migrationNames }: OperatorDeps): Promise<void> {
  const ran = await store.read(readRanMigrations);
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

/** Removes control and direction characters that a user may have typed: they would move the operator's cursor or hide text. */
function printable(line: string): string {
  return line.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "?");
}
