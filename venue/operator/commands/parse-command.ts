import { parseArgs } from "node:util";
import { commands } from "./command-table.ts";
import type { Command, Given } from "./define-command.ts";
import { WrongCommand } from "./wrong-command.ts";

/** Where the help's right column begins, and where its lines end. */
const helpColumn = 44;
const helpWidth = 120;

/**
 * The command that the words name, with what was read of them.
 * @throws WrongCommand
 */
export function parseCommand(
  args: readonly string[],
): Pick<Command, "name"> & ReturnType<Command["read"]> {
  const { words, options } = readArguments(args);
  const named = commands.filter(({ name }) =>
    name.split(" ").every((part, at) => part === words[at]),
  );
  for (const { name, fits, read } of named) {
    const own = words.slice(name.split(" ").length);
    if (fits(own.length, Object.keys(options))) return { name, ...read(own, options) };
  }
  const [first = ""] = words;
  const meant =
    named.length > 0 ? named : commands.filter(({ name }) => name.startsWith(`${first} `));
  throw new WrongCommand(
    meant.length > 0
      ? `Write it as: ${either(meant.map(({ usage }) => usage))}`
      : `There is no command "${first}"; "help" lists them.`,
  );
}

/** `a, b, or c`. */
function either(usages: readonly string[]): string {
  return usages.length < 2
    ? usages.join()
    : `${usages.slice(0, -1).join(", ")}, or ${usages.at(-1)}`;
}

function readArguments(args: readonly string[]): { words: string[]; options: Given } {
  const options = Object.fromEntries([
    ...commands.flatMap(({ switches }) => switches.map((name) => [name, { type: "boolean" }])),
    ...commands.flatMap(({ valueOptions }) =>
      valueOptions.map((name) => [name, { type: "string" }]),
    ),
  ]) as Record<string, { type: "boolean" | "string" }>;
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: true,
      options,
    });
    return {
      words: positionals.length > 0 ? positionals : ["help"],
      options: Object.fromEntries(
        Object.entries(values).map(([name, given]) => [name, given === true ? "" : String(given)]),
      ),
    };
  } catch (error) {
    const [reason = ""] = error instanceof Error ? error.message.split(". ") : [];
    throw new WrongCommand(`${reason.replace(/\.$/, "")}; "help" lists what there is.`, {
      cause: error,
    });
  }
}

/** The page that `help` prints: every command with its words and what it does. */
export const helpText = [
  "npm run operator -- COMMAND",
  "",
  ...commands.flatMap(helpLines),
  "",
  "ACCOUNT is an e-mail address, a phone number with country code, or # and the user's id.",
  "The user is shown the reason. DATA_DIR or DATABASE_URL name the database, as for the venue.",
].join("\n");

function helpLines({ usage, help }: Command): string[] {
  const lines: string[] = [];
  let line = `  ${usage}`.padEnd(helpColumn);
  if (line.length > helpColumn) {
    lines.push(line);
    line = " ".repeat(helpColumn);
  }
  for (const text of help.split(" ")) {
    if (line.length > helpColumn && line.length + text.length + 1 > helpWidth) {
      lines.push(line);
      line = " ".repeat(helpColumn);
    }
    line += line.length > helpColumn ? ` ${text}` : text;
  }
  return [...lines, line];
}
