import { parseArgs } from "node:util";
import { type ConfKey, confKeys, type ReviewKind, reviewKinds } from "#protocol/operator.ts";
import { accountStatus } from "#protocol/user.ts";
import type { ReviewCommand } from "./review-commands.ts";
import { parseStrictJson } from "../strict-json.ts";
import { WrongCommand } from "./wrong-command.ts";

export type OperatorCommand =
  | { name: "help" }
  | { name: "verify" }
  | { name: "outbox"; follow: boolean; account: string | undefined }
  | { name: "audit"; account: string | undefined; last: number }
  | { name: "user"; account: string }
  | {
      name: "standing";
      account: string;
      change: { status?: number; tradeStatus?: 0 | 1; wstatus?: 0 | 1 };
      reason: string;
    }
  | { name: "add"; operator: string; account: string | undefined }
  | { name: "list" }
  | { name: "totp-reset"; account: string; reason: string }
  | { name: "remove" | "reset"; operator: string }
  | { name: "queue"; kind: ReviewKind | undefined }
  | ({ name: "review" } & ReviewCommand)
  | { name: "recharge"; account: string; amount: string; flag: string; reason: string }
  | { name: "house" }
  | { name: "ledger"; account: string; last: number }
  | { name: "conf" }
  | { name: "set-conf"; key: ConfKey; value: unknown; reason: string }
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
  totp reset ACCOUNT --reason "…"           takes the second factor from who lost it; money out is held for a day
  coin queue                                sells that wait for a review (SELL_REVIEW_OVER), the soonest to lapse first
  coin approve ID                           lets one through; it meets the market from now on
  coin reject ID --reason "…"               refuses one; its coins are free again
  queue [KIND]                              what waits for a review: recharge, withdrawal, bank, cert, coin
  approve KIND ID [--amount N]              approves it; --amount: what a recharge is credited with instead
  reject KIND ID REASON… [--fields F,…]     rejects it; --fields: what of a certification is asked for again
                                            (name, id_number, front, back)
  recharge ACCOUNT AMOUNT CURRENCY REASON…  credits paper funds
  house                                     what the house has gained or lost, and where it stands
  ledger ACCOUNT [--last N]                 the newest N (50) entries of an account's books
  conf                                      settings that may change while the venue runs
  conf KEY VALUE --reason "…"               changes one; VALUE as "conf" shows it (JSON)
  worker on|off --reason "…"                off: browsers drop the app's service worker, and what it kept, within
                                            minutes; for one that does harm
  add NAME [--account ACCOUNT]              an operator of the desk (OPERATOR_PORT), with a one-time password and
                                            a secret for an authenticator; --account: their own account here,
                                            whose requests are not theirs to decide
  list                                      the operators
  reset NAME                                new credentials for who lost theirs
  remove NAME                               ends an operator's sessions and logs them in no more
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
    if (words.length !== count || stray !== undefined)
      throw new WrongCommand(`Write it as: ${usage}`);
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
      if (status === undefined)
        throw new WrongCommand(
          `A status is normal, frozen, blocked or prohibited, not "${words[1]}".`,
        );
      return {
        name: "standing",
        account: words[0] ?? "",
        change: { status },
        reason: readReason(values.reason),
      };
    }
    case "trade":
    case "withdraw": {
      takes(2, ["reason"], `${name} ACCOUNT on|off --reason "…"`);
      const flag = pick(switches, words[1]);
      if (flag === undefined) throw new WrongCommand(`Say on or off, not "${words[1]}".`);
      const change = name === "trade" ? { tradeStatus: flag } : { wstatus: flag };
      return {
        name: "standing",
        account: words[0] ?? "",
        change,
        reason: readReason(values.reason),
      };
    }
    case "totp":
      takes(2, ["reason"], 'totp reset ACCOUNT --reason "…"');
      if (words[0] !== "reset")
        throw new WrongCommand('Write it as: totp reset ACCOUNT --reason "…"');
      return { name: "totp-reset", account: words[1] ?? "", reason: readReason(values.reason) };
    case "add":
      takes(1, ["account"], "add NAME [--account ACCOUNT]");
      return { name, operator: words[0] ?? "", account: values.account };
    case "list":
    case "house":
      takes(0, [], name);
      return { name };
    case "remove":
    case "reset":
      takes(1, [], `${name} NAME`);
      return { name, operator: words[0] ?? "" };
    case "queue":
      takes(words.length > 1 ? 1 : words.length, [], "queue [KIND]");
      return { name, kind: words[0] === undefined ? undefined : readKind(words[0]) };
    case "approve":
      takes(2, ["amount", "reason"], "approve KIND ID [--amount N]");
      return {
        name: "review",
        kind: readKind(words[0]),
        id: readId(words[1]),
        action: "approve",
        reason: values.reason === undefined ? "" : readReason(values.reason, refusalLength),
        amount: values.amount,
      };
    case "reject": {
      takes(Math.max(2, words.length), ["fields", "reason"], "reject KIND ID REASON…");
      const reason = readReason(values.reason ?? words.slice(2).join(" "), refusalLength);
      return {
        name: "review",
        kind: readKind(words[0]),
        id: readId(words[1]),
        action: "reject",
        reason,
        fields: values.fields?.split(",").map((field) => field.trim()),
      };
    }
    case "recharge": {
      takes(Math.max(3, words.length), ["reason"], "recharge ACCOUNT AMOUNT CURRENCY REASON…");
      const [account = "", amount = "", flag = "", ...reason] = words;
      return {
        name,
        account,
        amount,
        flag: flag.toUpperCase(),
        reason: readReason(values.reason ?? reason.join(" "), refusalLength),
      };
    }
    case "ledger":
      takes(1, ["last"], "ledger ACCOUNT [--last N]");
      return { name, account: words[0] ?? "", last: readLast(values.last) };
    case "conf": {
      if (words.length === 0) {
        takes(0, [], "conf");
        return { name };
      }
      takes(2, ["reason"], 'conf KEY VALUE --reason "…"');
      const [key = "", text = ""] = words;
      if (!confKeys.some((one) => one === key))
        throw new WrongCommand(
          `There is no setting "${key}" to change; "conf" lists those there are.`,
        );
      return {
        name: "set-conf",
        key: key as ConfKey,
        value: readValue(text),
        reason: readReason(values.reason, refusalLength),
      };
    }
    case "worker": {
      takes(1, ["reason"], 'worker on|off --reason "…"');
      if (pick(switches, words[0]) === undefined)
        throw new WrongCommand(`Say on or off, not "${words[0]}".`);
      return {
        name: "set-conf",
        key: "worker",
        value: words[0],
        reason: readReason(values.reason, refusalLength),
      };
    }
    case "coin":
      return readCoin(words, values.reason, takes);
    default:
      throw new WrongCommand(`There is no command "${name}"; "help" lists them.`);
  }
}

function readCoin(
  words: readonly string[],
  reason: string | undefined,
  takes: (count: number, options: readonly string[], usage: string) => void,
): OperatorCommand {
  switch (words[0]) {
    case "queue":
      takes(1, [], "coin queue");
      return { name: "coin-queue" };
    case "approve":
      takes(2, [], "coin approve ID");
      return { name: "coin-review", id: readId(words[1]), refusal: null };
    case "reject":
      takes(2, ["reason"], 'coin reject ID --reason "…"');
      return {
        name: "coin-review",
        id: readId(words[1]),
        refusal: readReason(reason, refusalLength),
      };
    default:
      throw new WrongCommand(
        'Write it as: coin queue, coin approve ID, or coin reject ID --reason "…"',
      );
  }
}

function readId(text = ""): number {
  const id = /^#?(\d{1,15})$/.exec(text)?.[1];
  if (id === undefined) throw new WrongCommand(`An order is named by its number, not "${text}".`);
  return Number(id);
}

function readKind(text = ""): ReviewKind {
  const kind = reviewKinds.find((one) => one === text);
  if (kind === undefined)
    throw new WrongCommand(`A kind is ${reviewKinds.join(", ")}, not "${text}".`);
  return kind;
}

/** JSON, or a word as it is. */
function readValue(text: string): unknown {
  const value = parseStrictJson(text);
  return value === undefined ? text : value;
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      strict: true,
      allowPositionals: true,
      options: {
        follow: { type: "boolean" },
        account: { type: "string" },
        reason: { type: "string" },
        last: { type: "string" },
        amount: { type: "string" },
        fields: { type: "string" },
      },
    });
  } catch (error) {
    const [sentence = ""] = error instanceof Error ? error.message.split(". ") : [];
    throw new WrongCommand(`${sentence.replace(/\.$/, "")}; "help" lists what there is.`, {
      cause: error,
    });
  }
}

function pick<Value>(
  table: Readonly<Record<string, Value>>,
  word: string | undefined,
): Value | undefined {
  return word !== undefined && Object.hasOwn(table, word) ? table[word] : undefined;
}

function readReason(text: string | undefined, most: number = reasonLength): string {
  const reason = text?.trim() ?? "";
  if (reason === "")
    throw new WrongCommand('Give the reason, which the user is shown: --reason "…".');
  if (reason.length > most || /\p{Cc}/u.test(reason))
    throw new WrongCommand(`A reason is one line of at most ${most} characters.`);
  return reason;
}

function readLast(text: string | undefined): number {
  if (text === undefined) return auditLength.usual;
  const last = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (last < 1 || last > auditLength.most)
    throw new WrongCommand(`--last is a number from 1 to ${auditLength.most}.`);
  return last;
}
