import type { User } from "#protocol/api/user.ts";
import type { UserRow } from "./user-rows.ts";

/** The user as their own client sees it. `iscontrol` is a constant: no outcome of this venue can be steered. */
export function userView(row: UserRow, token = ""): User {
  return {
    token,
    id: String(row.id),
    account: row.account,
    cert_info: null,
    create_time: row.created_at,
    devicecode: "",
    info: null,
    invite_code: row.invite_code,
    invite_member_count: row.invite_count,
    iscert: row.certstatus === 2 ? 1 : 0,
    iscontrol: 0,
    last_time: row.last_at ?? 0,
    lastip: row.last_ip,
    memo: row.memo,
    pid: row.parent_id === null ? "" : String(row.parent_id),
    regip: row.reg_ip,
    status: row.status,
    team_member_count: row.team_count,
    total_commission: "0",
    trade_status: row.trade_status,
    type: 0,
    wpassword: row.withdraw_hash === null ? "" : "******",
    wstatus: row.wstatus,
    wallet_address: "",
    credit_score: 100,
    certstatus: row.certstatus,
  };
}
