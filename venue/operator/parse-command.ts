import { parseArgs } from "node:util";
import { accountStatus } from "#protocol/user.ts";
import { WrongCommand } from "./wrong-command.ts";

export type OperatorCommand =
  | { name: "help" }
  | { name: "verify" }
  | { name: "outbox"; follow: boolean; account: string | undefined }
  | { name: "audit"; account: string | undefined; last: number }
  | { name: "user"; account: string }
  | { name: "standing"; account: string; change: { status?: number; tradeStatus?: 0 | 1; wstatus?: 0 | 1 }; reason: string }
  | { name: "coin-queue" }
  | { name: "coin-review"; id: number; refusal: string | null };

export const helpText = `npm run operator -- COMMAND

  outbox [--follow] [--account ACCOUNT]     codes that are still good, to be passed on by hand
  user ACCOUNT                              what is known of a user
  status ACCOUNT normal|frozen|blocked|prohibited --reason "…"
                                            normal: everything; frozen: look, close and cancel; blocked: nothing;
                                            prohibited: not even log in, every session ends
  trade ACCOUNT on|off --reason "…"         whether new orders may be opened
  withdraw ACCOUNT on|off --reason "…"      whether money may be withdrawn
  coin queue                                sells that wait for a review (SELL_REVIEW_OVER), the soonest to lapse first
  coin approve ID                           lets one through; it meets the market from now on
  coin reject ID --reason "…"               refuses one; its coins are free again
  verify                                    checks every invariant of the ledger and the chain of blocks
  audit [--account ACCOUNT] [--last N]      the newest N (50) of the audit log
  help                                      this page

ACCOUNT is an e-mail address, a phone number with country code, or # and the user's id.
The user is shown the reason. DATA_DIR or DATABASE_URL name the database, as for the venue.`;

const switches = { on: 1, off: 0 } as const;
const reasonLength = 300;
/** What an order has room for. */
const refusalLength = 200;
const auditLength = { usual: 50, most: 10_000 } as const;

/** @throws WrongCommand with one sentence */
export function parseCommand(args: readonly string[]): OperatorCommand {
  const { values, positionals } = readArguments(args);
  const [name = "help", ...words] = positionals;
  const takes = (count: number, options: readonly string[], usage: string) => {
    const stray = Object.keys(values).find((option) => !options.includes(option));
    if (words.length !== count || stray !== undefined) throw new WrongCommand(`Write it as: ${usage}`);
  };
  switch (name) {
    case "help":
      return { name };
    case "verify":
      takes(0, [], "verify");
      return { name };
    case "outbox":
      takes(0, ["follow", "account"], "outbox [--follow] [--account ACCOUNT]");
      return { name, follow: values.follow ?? false, account: values.account };
    case "audit":
      takes(0, ["account", "last"], "audit [--account ACCOUNT] [--last N]");
      return { name, account: values.account, last: readLast(values.last) };
    case "user":
      takes(1, [], "user ACCOUNT");
      return { name, account: words[0] ?? "" };
    case "status": {
      takes(2, ["reason"], 'status ACCOUNT normal|frozen|blocked|prohibited --reason "…"');
      const status = pick(accountStatus, words[1]);
      if (status === undefined) throw new WrongCommand(`A status is normal, frozen, blocked or prohibited, not "${words[1]}".`);
      return { name: "standing", account: words[0] ?? "", change: { status }, reason: readReason(values.reason) };
    }
    case "trade":
    case "withdraw": {
      takes(2, ["reason"], `${name} ACCOUNT on|off --reason "…"`);
      const flag = pick(switches, words[1]);
      if (flag === undefined) throw new WrongCommand(`Say on or off, not "${words[1]}".`);
      const change = name === "trade" ? { tradeStatus: flag } : { wstatus: flag };
      return { name: "standing", account: words[0] ?? "", change, reason: readReason(values.reason) };
    }
    case "coin":
      return readCoin(words, values.reason, takes);
    default:
      throw new WrongCommand(`There is no command "${name}"; "help" lists them.`);
  }
}

function readCoin(words: readonly string[], reason: string | undefined, takes: (count: number, options: readonly string[], usage: string) => void): OperatorCommand {
  switch (words[0]) {
    case "queue":
      takes(1, [], "coin queue");
      return { name: "coin-queue" };
    case "approve":
      takes(2, [], "coin approve ID");
      return { name: "coin-review", id: readId(words[1]), refusal: null };
    case "reject":
      takes(2, ["reason"], 'coin reject ID --reason "…"');
      return { name: "coin-review", id: readId(words[1]), refusal: readReason(reason, refusalLength) };
    default:
      throw new WrongCommand('Write it as: coin queue, coin approve ID, or coin reject ID --reason "…"');
  }
}

function readId(text = ""): number {
  const id = /^#?(\d{1,15})$/.exec(text)?.[1];
  if (id === undefined) throw new WrongCommand(`An order is named by its number, not "${text}".`);
  return Number(id);
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args], strict: true, allowPositionals: true,
      options: { follow: { type: "boolean" }, account: { type: "string" }, reason: { type: "string" }, last: { type: "string" } },
    });
  } catch (error) {
    const [sentence = ""] = error instanceof Error ? error.message.split(". ") : [];
    throw new WrongCommand(`${sentence.replace(/\.$/, "")}; "help" lists what there is.`, { cause: error });
  }
}

function pick<Value>(table: Readonly<Record<string, Value>>, word: string | undefined): Value | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}

function readReason(text: string | undefined, most: number = reasonLength): string {
  const reason = text?.trim() ?? "";
  if (reason === "") throw new WrongCommand('Give the reason, which the user is shown: --reason "…".');
  if (reason.length > most || /\p{Cc}/u.test(reason)) throw new WrongCommand(`A reason is one line of at most ${most} characters.`);
  return reason;
}

function readLast(text: string | undefined): number {
  if (text === undefined) return auditLength.usual;
  const last = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (last < 1 || last > auditLength.most) throw new WrongCommand(`--last is a number from 1 to ${auditLength.most}.`);
  return last;
}
