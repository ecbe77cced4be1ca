import type { LoginType } from "#protocol/api/session.ts";
import { accountStatus } from "#protocol/api/user.ts";
import { type Generated, type Selectable, sql } from "kysely";
import { fixedQuery } from "../../store/fixed-query.ts";
import { isPostgres } from "../../store/migrate.ts";
import type { Db } from "../../store/schema.ts";

export interface UserTable {
  id: Generated<number>;
  /** E-mail in lower case, or phone with country code. */
  account: string;
  logintype: LoginType;
  password_hash: string;
  withdraw_hash: string | null;
  /** No withdrawals before this time, Unix ms; 0 where there is no such block. */
  money_out_at: Generated<number>;
  /** One of `accountStatus`. */
  status: number;
  /** 1: it was frozen by its owner, who may open it again. */
  frozen_by_owner: Generated<number>;
  trade_status: number;
  wstatus: number;
  certstatus: number;
  invite_code: string;
  /** Who invited them. */
  parent_id: number | null;
  invite_count: number;
  /** Everyone below them, however deep. */
  team_count: number;
  /** The `m` of the address by which they came. */
  entry_mark: string;
  /** The operator's message about the status of the account. */
  memo: string;
  reg_ip: string;
  last_ip: string;
  created_at: number;
  last_at: number | null;
}

declare module "../../store/schema.ts" {
  interface Tables {
    user: UserTable;
  }
}

export type UserRow = Selectable<UserTable>;

export type NewUser = Pick<
  UserRow,
  | "account"
  | "logintype"
  | "password_hash"
  | "invite_code"
  | "parent_id"
  | "entry_mark"
  | "reg_ip"
  | "created_at"
>;

const selectUser = fixedQuery((db, { id }: { id: number }) =>
  db.selectFrom("user").selectAll().where("id", "=", id).compile(),
);

export async function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return (await selectUser(db, { id }))[0];
}

/** Locks the user's row until the command ends, for counts over many rows. */
export async function lockUser(db: Db, id: number): Promise<void> {
  if (isPostgres(db))
    await db.selectFrom("user").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

export async function findUserByAccount(db: Db, account: string): Promise<UserRow | undefined> {
  return db.selectFrom("user").selectAll().where("account", "=", account).executeTakeFirst();
}

export async function findUserIdByInvite(db: Db, inviteCode: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("user")
    .select("id")
    .where("invite_code", "=", inviteCode)
    .executeTakeFirst();
  return row?.id;
}

/** The new user's id, or `undefined` where the account is taken. */
export async function insertUser(db: Db, user: NewUser): Promise<number | undefined> {
  const row = await db
    .insertInto("user")
    .values({
      ...user,
      withdraw_hash: null,
      status: 0,
      trade_status: 1,
      wstatus: 1,
      certstatus: 0,
      memo: "",
      invite_count: 0,
      team_count: 0,
      last_ip: "",
      last_at: null,
    })
    .onConflict((conflict) => conflict.column("account").doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** Counts a new member for the inviter and everyone above, from the bottom up so that parallel commands lock in one order. */
export async function countInvited(db: Db, inviterId: number): Promise<void> {
  await db
    .updateTable("user")
    .set({ invite_count: sql<number>`invite_count + 1` })
    .where("id", "=", inviterId)
    .execute();
  let next: number | null = inviterId;
  while (next !== null) {
    const row: { parent_id: number | null } | undefined = await db
      .updateTable("user")
      .set({ team_count: sql<number>`team_count + 1` })
      .where("id", "=", next)
      .returning("parent_id")
      .executeTakeFirst();
    next = row?.parent_id ?? null;
  }
}

/** Stores a login that was checked by the hash `verified`, and the new hash where one is given. False where the hash has changed meanwhile, or the account was blocked. */
export async function noteLogin(
  db: Db,
  id: number,
  login: { ip: string; at: number; verified: string; rehashed?: string | undefined },
): Promise<boolean> {
  const row = await db
    .updateTable("user")
    .set({ last_ip: login.ip, last_at: login.at, password_hash: login.rehashed ?? login.verified })
    .where("id", "=", id)
    .where("password_hash", "=", login.verified)
    .where("status", "!=", accountStatus.prohibited)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** What an account may do, and the operator's message about it. */
export type AccountStatus = Pick<
  UserRow,
  "status" | "frozen_by_owner" | "trade_status" | "wstatus" | "memo"
>;

export async function saveAccountStatus(
  db: Db,
  id: number,
  { status, frozen_by_owner, trade_status, wstatus, memo }: AccountStatus,
): Promise<void> {
  await db
    .updateTable("user")
    .set({ status, frozen_by_owner, trade_status, wstatus, memo })
    .where("id", "=", id)
    .execute();
}
