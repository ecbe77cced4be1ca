import { type ConfKey, confKeys, reviewKinds } from "#protocol/api/operator.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { parseStrictJson } from "#protocol/wire/strict-json.ts";
import { changeAccountStatus, takeSecondFactor } from "./account-commands.ts";
import { acceptLossByCommand } from "./accept-loss-command.ts";
import { showAudit } from "./audit-lines.ts";
import { backUp, drill, restore } from "./backup-commands.ts";
import { decideCoin, showCoinQueue } from "./coin-reviews.ts";
import {
  type Argument,
  type Command,
  defineCommand,
  oneOf,
  type Option,
  optional,
  perhaps,
  toggle,
  word,
} from "./define-command.ts";
import {
  changeConfByCommand,
  rechargeByCommand,
  showConf,
  showHouse,
  showLedger,
} from "./ledger-commands.ts";
import { addOperator, removeOperator, resetOperator, showOperators } from "./operator-commands.ts";
import { makeInvitations, showInvitations } from "./invitation-commands.ts";
import { listOutbox } from "./outbox-lines.ts";
import { reviewByCommand, showQueue } from "./review-commands.ts";
import { settleOpenByCommand } from "./settle-command.ts";
import { showUser } from "./user-facts.ts";
import { verifyLedger } from "./verify-ledger.ts";
import { WrongCommand } from "./wrong-command.ts";

const reasonLength = 300;
/** The longest reason that an order row can store. */
const refusalLength = 200;
const auditLength = { usual: 50, most: 10_000 } as const;

function readReason(text: string | undefined, most: number): string {
  const reason = text?.trim() ?? "";
  if (reason === "")
    throw new WrongCommand('Give the reason, which the user is shown: --reason "…".');
  if (reason.length > most || /\p{Cc}/u.test(reason))
    throw new WrongCommand(`A reason is one line of at most ${most} characters.`);
  return reason;
}

const reasonOf = (most: number): Option<string> => ({
  shown: '"…"',
  isRequired: true,
  read: (given) => readReason(given, most),
});
/** The reason of a decision, as the last words. */
const reasonWords: Argument<string> = {
  shown: "REASON…",
  read: (text) => readReason(text, refusalLength),
  isRest: true,
};

const last: Option<number> = {
  shown: "N",
  isRequired: false,
  read(given) {
    if (given === undefined) return auditLength.usual;
    const count = /^\d{1,6}$/.test(given) ? Number(given) : 0;
    if (count < 1 || count > auditLength.most)
      throw new WrongCommand(`--last is a number from 1 to ${auditLength.most}.`);
    return count;
  },
};

const mostInvitations = 2000;
const invitationDays = { usual: 30, most: 3650 } as const;
const labelLength = 60;

const count: Argument<number> = {
  shown: "COUNT",
  read(text) {
    const many = /^\d{1,6}$/.test(text) ? Number(text) : 0;
    if (many < 1 || many > mostInvitations)
      throw new WrongCommand(`COUNT is a number from 1 to ${mostInvitations}, not "${text}".`);
    return many;
  },
};

function readDays(text: string): number {
  const days = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (days < 1 || days > invitationDays.most)
    throw new WrongCommand(`--days is a number from 1 to ${invitationDays.most}.`);
  return days;
}

function readLabel(text: string): string {
  const label = text.trim();
  if (label.length > labelLength || /\p{Cc}/u.test(label))
    throw new WrongCommand(`--for is one line of at most ${labelLength} characters.`);
  return label;
}

const account = word("ACCOUNT");
const operator = word("NAME");
const onOrOff = (text: string) => `Say on or off, not "${text}".`;
const flag = oneOf({ on: 1, off: 0 } as const, onOrOff);
const kind = {
  ...oneOf(
    Object.fromEntries(reviewKinds.map((one) => [one, one] as const)),
    (text) => `A kind is ${reviewKinds.join(", ")}, not "${text}".`,
  ),
  shown: "KIND",
};
const id: Argument<number> = {
  shown: "ID",
  read(text) {
    const digits = /^#?(\d{1,15})$/.exec(text)?.[1];
    if (digits === undefined)
      throw new WrongCommand(`An order is named by its number, not "${text}".`);
    return Number(digits);
  },
};
const key: Argument<ConfKey> = {
  shown: "KEY",
  read(text) {
    const found = confKeys.find((one) => one === text);
    if (found === undefined)
      throw new WrongCommand(
        `There is no setting "${text}" to change; "conf" lists those there are.`,
      );
    return found;
  },
};
/** JSON, or a word as it is. */
const value: Argument<unknown> = {
  shown: "VALUE",
  read(text) {
    const json = parseStrictJson(text);
    return json === undefined ? text : json;
  },
};
const currency: Argument<string> = { shown: "CURRENCY", read: (text) => text.toUpperCase() };
const fields: Argument<string[]> = {
  shown: "F,…",
  read: (text) => text.split(",").map((field) => field.trim()),
};

/** Every command of the operator, in the order of the help. Parsing, help and documents follow from it. */
export const commands: readonly Command[] = [
  defineCommand({
    name: "outbox",
    options: { follow: toggle, account: optional(account) },
    help: "codes that are still good, to be passed on by hand",
    run: listOutbox,
  }),
  defineCommand({
    name: "user",
    arguments: { account },
    help: "what is known of a user",
    run: showUser,
  }),
  defineCommand({
    name: "status",
    arguments: {
      account,
      status: oneOf(
        accountStatus,
        (text) => `A status is normal, frozen, blocked or prohibited, not "${text}".`,
      ),
    },
    options: { reason: reasonOf(reasonLength) },
    help: "normal: everything; frozen: look, close and cancel; blocked: nothing; prohibited: not even log in, every session ends",
    run: (deps, { account: of, status, reason }) =>
      changeAccountStatus(deps, of, { status, reason }),
  }),
  defineCommand({
    name: "trade",
    arguments: { account, flag },
    options: { reason: reasonOf(reasonLength) },
    help: "whether new orders may be opened",
    run: (deps, { account: of, flag: tradeStatus, reason }) =>
      changeAccountStatus(deps, of, { tradeStatus, reason }),
  }),
  defineCommand({
    name: "withdraw",
    arguments: { account, flag },
    options: { reason: reasonOf(reasonLength) },
    help: "whether money may be withdrawn",
    run: (deps, { account: of, flag: wstatus, reason }) =>
      changeAccountStatus(deps, of, { wstatus, reason }),
  }),
  defineCommand({
    name: "totp reset",
    arguments: { account },
    options: { reason: reasonOf(reasonLength) },
    help: "takes second factor and passkeys from who lost them; money out is held",
    run: takeSecondFactor,
  }),
  defineCommand({
    name: "coin queue",
    help: "sells that wait for a review (SELL_REVIEW_OVER), the soonest to lapse first",
    run: showCoinQueue,
  }),
  defineCommand({
    name: "coin approve",
    arguments: { id },
    help: "lets one through; it meets the market from now on",
    run: (deps, order) => decideCoin(deps, { id: order.id, refusal: null }),
  }),
  defineCommand({
    name: "coin reject",
    arguments: { id },
    options: { reason: reasonOf(refusalLength) },
    help: "refuses one; its coins are free again",
    run: (deps, order) => decideCoin(deps, { id: order.id, refusal: order.reason }),
  }),
  defineCommand({
    name: "queue",
    arguments: { kind: perhaps(kind) },
    help: `what waits for a review: ${reviewKinds.join(", ")}`,
    run: showQueue,
  }),
  defineCommand({
    name: "approve",
    arguments: { kind, id },
    options: {
      amount: optional(word("N")),
      reason: optional({ shown: '"…"', read: (text) => readReason(text, refusalLength) }),
    },
    help: "approves it; --amount: what a recharge is credited with instead",
    run: (deps, { reason = "", ...request }) =>
      reviewByCommand(deps, { ...request, action: "approve", reason }),
  }),
  defineCommand({
    name: "reject",
    arguments: { kind, id, reason: reasonWords },
    options: { fields: optional(fields) },
    help: "rejects it; --fields: what of a certification is asked for again (name, id_number, front, back)",
    run: (deps, request) => reviewByCommand(deps, { ...request, action: "reject" }),
  }),
  defineCommand({
    name: "recharge",
    arguments: { account, amount: word("AMOUNT"), flag: currency, reason: reasonWords },
    help: "credits paper funds",
    run: rechargeByCommand,
  }),
  defineCommand({
    name: "invite",
    arguments: { count },
    options: {
      for: optional({ shown: '"…"', read: readLabel }),
      days: optional({ shown: "N", read: readDays }),
      out: optional(word("FILE")),
    },
    help: `makes COUNT invitations, each good for one account for N days (${invitationDays.usual}); --for: whom they are for; --out: a sheet to print, with a QR code for each, instead of the links here`,
    run: (deps, { count: many, for: label = "", days = invitationDays.usual, out }) =>
      makeInvitations(deps, { count: many, label, days, out }),
  }),
  defineCommand({
    name: "invitations",
    help: "how many were made, for whom, and how many were used",
    run: showInvitations,
  }),
  defineCommand({
    name: "house",
    help: "what the house has gained or lost, and where it stands",
    run: showHouse,
  }),
  defineCommand({
    name: "ledger",
    arguments: { account },
    options: { last },
    help: `the newest N (${auditLength.usual}) entries of an account's ledger`,
    run: showLedger,
  }),
  defineCommand({
    name: "conf",
    help: "settings that may change while the venue runs",
    run: showConf,
  }),
  defineCommand({
    name: "conf",
    arguments: { key, value },
    options: { reason: reasonOf(refusalLength) },
    help: 'changes one; VALUE as "conf" shows it (JSON)',
    run: changeConfByCommand,
  }),
  defineCommand({
    name: "worker",
    arguments: { value: oneOf({ on: "on", off: "off" } as const, onOrOff) },
    options: { reason: reasonOf(refusalLength) },
    help: "off: browsers drop the app's service worker, and what it stored, within minutes; for one that does harm",
    run: (deps, change) => changeConfByCommand(deps, { ...change, key: "worker" }),
  }),
  defineCommand({
    name: "add",
    arguments: { operator },
    options: { account: optional(account) },
    help: "an operator of the desk (OPERATOR_PORT), with a one-time password and a secret for an authenticator; --account: their own account here, whose requests are not theirs to decide",
    run: addOperator,
  }),
  defineCommand({ name: "list", help: "the operators", run: showOperators }),
  defineCommand({
    name: "reset",
    arguments: { operator },
    help: "new credentials for who lost theirs",
    run: resetOperator,
  }),
  defineCommand({
    name: "remove",
    arguments: { operator },
    help: "ends an operator's sessions and logs them in no more",
    run: removeOperator,
  }),
  defineCommand({
    name: "settle-open",
    options: {
      yes: toggle,
      reason: optional({ shown: '"…"', read: (text) => readReason(text, refusalLength) }),
    },
    help: "what ending all that is open would do, so that another SEED or MARKET can be taken: orders cancelled, positions closed at the last mark price without a fee, seconds contracts refunded; --yes does it, and halts a running venue until it is started again",
    run: settleOpenByCommand,
  }),
  defineCommand({
    name: "accept-loss",
    options: { reason: reasonOf(reasonLength) },
    help: "for a database that was put back from a copy, or lost: the venue goes on without what is missing, says so in a signed entry of its chain and to every user, and uses no number of it again",
    run: acceptLossByCommand,
  }),
  defineCommand({
    name: "backup",
    arguments: { file: word("FILE") },
    options: { "without-keys": toggle },
    help: "copies the database and the keys into one file, beside a running venue (.tar.gz)",
    runAlone: (deps, { file, "without-keys": withoutKeys }) => backUp(deps, { file, withoutKeys }),
  }),
  defineCommand({
    name: "restore",
    arguments: { file: word("FILE") },
    options: {
      complete: toggle,
      reason: optional({ shown: '"…"', read: (text) => readReason(text, reasonLength) }),
    },
    help: "puts a backup in the place of the database and the keys, after its books, heads and keys were checked; the venue must be stopped. Where something is lost it takes a reason, which every user is shown, and opens an epoch; --complete: the venue wrote nothing after it",
    runAlone: (deps, { file, reason = "", complete }) => restore(deps, { file, reason, complete }),
  }),
  defineCommand({
    name: "drill",
    arguments: { file: perhaps(word("FILE")) },
    help: "restores a backup into a scratch folder, checks it and removes it; the newest of BACKUP_DIR where none is named. Once a month is a good habit",
    runAlone: drill,
  }),
  defineCommand({
    name: "verify",
    help: "checks every invariant of the ledger and the chain of blocks",
    run: verifyLedger,
  }),
  defineCommand({
    name: "audit",
    options: { account: optional(account), last },
    help: `the newest N (${auditLength.usual}) of the audit log`,
    run: showAudit,
  }),
  defineCommand({ name: "help", help: "this page" }),
];
