import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import type { DeskUser, LedgerEntry, operatorEndpoints } from "#protocol/api/operator.ts";
import { readBalances, totalOf } from "../../ledger/balances.ts";
import { unendedSessions } from "../../session/tokens/session-rows.ts";
import { findUser, type UserRow } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import type { Store } from "../../store/store.ts";
import type { DeskHandlers } from "./desk-call.ts";
import {
  countUsers,
  type EntryRow,
  readAudit,
  readEntries,
  readPockets,
  searchUsers,
} from "../lookups/lookup-rows.ts";
import { readLog } from "../acts/operator-log-rows.ts";
import { safeId } from "./safe-id.ts";

type Reads = Pick<DeskHandlers, "users" | "user" | "ledger" | "house" | "audit">;

/** Pockets whose balance is neither won nor lost by the house: the world outside, gifts, and what users own. */
const notEarned: ReadonlySet<string> = new Set(["external", "bonus", "users"]);

/** What the desk looks up. */
export function createDeskReads({
  store,
  scaleOf,
}: {
  store: Store;
  scaleOf: (flag: string) => number | undefined;
}): Reads {
  // A currency that no scale is known of has no decimals to show: its minor units are all there is.
  const text = (flag: string, minor: bigint) => trimZeros(formatAmount(minor, scaleOf(flag) ?? 0));

  return {
    async users({ request: { query, page, size } }) {
      const { rows, total } = await store.read((db) =>
        searchUsers(db, query, { offset: (page - 1) * size, limit: size }),
      );
      return { list: rows.map(toUser), total };
    },

    async user({ request: { user_id } }) {
      const facts = await store.read(async (db) => {
        const user = await findUser(db, safeId(user_id));
        return (
          user && {
            user,
            balances: await readBalances(db, user.id),
            sessions: (await unendedSessions(db, user.id)).length,
          }
        );
      });
      if (!facts) throw new Refusal(codes.noSuchOrder);
      const { user, balances, sessions } = facts;
      return {
        ...toUser(user),
        reg_ip: user.reg_ip,
        last_ip: user.last_ip,
        wpassword: user.withdraw_hash === null ? 0 : 1,
        sessions,
        invited: user.invite_count,
        parent_id: user.parent_id === null ? null : String(user.parent_id),
        balances: [...balances].map(([flag, parts]) => ({
          flag,
          available: text(flag, parts.available),
          frozen: text(flag, parts.frozen),
          margin: text(flag, parts.margin),
          stake: text(flag, parts.stake),
          total: text(flag, totalOf(parts)),
        })),
      };
    },

    async ledger({ request }) {
      const { user_id, owner, kind, flag: currency, journal_id, before, size } = request;
      const [journal, seq] = (before ?? "").split("-").map(Number);
      const query = {
        userId: user_id === undefined ? undefined : safeId(user_id),
        isVenue: owner === "venue",
        kind,
        currency,
        journalId: journal_id === undefined ? undefined : safeId(journal_id),
        before: before === undefined ? undefined : { journalId: journal ?? 0, seq: seq ?? 0 },
      };
      const rows = await store.read((db) => readEntries(db, { ...query, limit: size + 1 }));
      const list = rows.slice(0, size);
      const last = list.at(-1);
      return {
        list: list.map((row) => toEntry(row, text)),
        next: rows.length > size && last ? `${last.journal_id}-${last.seq}` : null,
      };
    },

    house: () => houseFigures(store, scaleOf),

    async audit({ request: { user_id, operators, before, size } }) {
      const query = {
        userId: user_id === undefined ? undefined : safeId(user_id),
        before: before === undefined ? undefined : Number.parseInt(before, 10),
        limit: size + 1,
      };
      const rows = await store.read((db) =>
        operators === 1 ? readLog(db, query) : readAudit(db, query),
      );
      const list = rows
        .slice(0, size)
        .map(({ id, at_ms, event, outcome, user_id: userId, ip, facts }) => ({
          id: String(id),
          time: Number(at_ms),
          event,
          outcome,
          user_id: userId === null ? null : String(userId),
          ip,
          facts,
        }));
      return { list, next: rows.length > size ? (list.at(-1)?.id ?? null) : null };
    },
  };
}

/** What the house has gained or lost, what users own and what stands on each pocket, by currency. */
export async function houseFigures(
  store: Pick<Store, "read">,
  scaleOf: (flag: string) => number | undefined,
): Promise<DataOf<typeof operatorEndpoints.house>> {
  const text = (flag: string, minor: bigint) => trimZeros(formatAmount(minor, scaleOf(flag) ?? 0));
  const { pockets, accounts } = await store.read(async (db) => ({
    pockets: await readPockets(db),
    accounts: await countUsers(db),
  }));
  const flags = [...new Set(pockets.map(({ currency }) => currency))].sort();
  const list = flags.map((flag) => {
    const own = pockets.filter(({ currency }) => currency === flag);
    const sum = (isOne: (kind: string) => boolean) =>
      text(
        flag,
        own.filter(({ kind }) => isOne(kind)).reduce((total, { balance }) => total + balance, 0n),
      );
    return {
      flag,
      pnl: sum((kind) => !notEarned.has(kind)),
      users: sum((kind) => kind === "users"),
      pockets: Object.fromEntries(
        own
          .filter(({ kind }) => kind !== "users")
          .map(({ kind, balance }) => [kind, text(flag, balance)]),
      ),
    };
  });
  return { list, accounts };
}

function toUser(user: UserRow): DeskUser {
  const {
    id,
    account,
    logintype,
    status,
    trade_status,
    wstatus,
    certstatus,
    memo,
    created_at,
    last_at,
    invite_code,
  } = user;
  return {
    id: String(id),
    account,
    logintype,
    status,
    trade_status,
    wstatus,
    certstatus,
    memo,
    create_time: created_at,
    last_time: last_at,
    invite_code,
  };
}

function toEntry(row: EntryRow, text: (flag: string, minor: bigint) => string): LedgerEntry {
  return {
    journal_id: String(row.journal_id),
    seq: row.seq,
    time: row.created_at,
    type: row.type,
    sub_type: row.sub_type,
    ref_type: row.ref_type,
    ref_id: row.ref_id,
    owner: row.owner,
    kind: row.kind,
    flag: row.currency,
    amount: text(row.currency, row.amount),
    balance_after: text(row.currency, row.balance_after),
    reverses: row.reverses_id === null ? null : String(row.reverses_id),
  };
}
