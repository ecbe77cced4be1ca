import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { countUnread } from "../../account/notices/notice-rows.ts";
import { readBalances, totalOf } from "../../ledger/balances.ts";
import { unendedSessions } from "../../session/tokens/session-rows.ts";
import type { AccountStatus, UserRow } from "../../session/users/user-rows.ts";
import { readScales } from "../../ledger/currency-rows.ts";
import { columns, utcText } from "../lookups/columns.ts";
import { findAccount } from "./find-account.ts";
import type { OperatorDeps } from "./operator-deps.ts";

const certWords = ["not certified", "under review", "certified", "failed"];

/** Prints the facts of a user, without secrets: no hash, no session. */
export async function showUser(
  { store, print }: OperatorDeps,
  { account }: { account: string },
): Promise<number> {
  const facts = await store.read(async (db) => {
    const user = await findAccount(db, account);
    const scales = new Map((await readScales(db)).map(({ flag, scale }) => [flag, scale]));
    const balances = [...(await readBalances(db, user.id))].map(([flag, parts]) => {
      const text = (minor: bigint) => trimZeros(formatAmount(minor, scales.get(flag) ?? 8));
      return `${flag} ${text(totalOf(parts))} (available ${text(parts.available)})`;
    });
    return {
      user,
      balances,
      sessions: (await unendedSessions(db, user.id)).length,
      unread: await countUnread(db, user.id),
    };
  });
  columns([
    ...userLines(facts.user),
    ["sessions", String(facts.sessions)],
    ["unread notices", String(facts.unread)],
    ["funds", facts.balances.join(", ") || "none"],
  ]).forEach(print);
  return 0;
}

/** `frozen, trading off, withdrawals on`. */
export function accountStatusText({ status, trade_status, wstatus }: AccountStatus): string {
  const [word = String(status)] =
    Object.entries(accountStatus).find(([, number]) => number === status) ?? [];
  return `${word}, trading ${trade_status === 1 ? "on" : "off"}, withdrawals ${wstatus === 1 ? "on" : "off"}`;
}

function userLines(user: UserRow): string[][] {
  return [
    ["id", `#${user.id}`],
    ["account", `${user.account} (${user.logintype})`],
    ["status", accountStatusText(user)],
    ["reason shown", user.memo || "none"],
    ["identity", certWords[user.certstatus] ?? String(user.certstatus)],
    ["withdrawal password", user.withdraw_hash === null ? "not set" : "set"],
    ["registered", `${utcText(user.created_at)} from ${user.reg_ip}`],
    [
      "last login",
      user.last_at === null ? "never" : `${utcText(user.last_at)} from ${user.last_ip}`,
    ],
    ["invitation code", user.invite_code],
    ["invited by", user.parent_id === null ? "nobody" : `#${user.parent_id}`],
    ["invited", `${user.invite_count} directly, ${user.team_count} in all`],
    ["came by", user.entry_mark || "no mark"],
  ];
}
