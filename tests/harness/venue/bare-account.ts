import type { Store } from "../../../venue/store/store.ts";

/** An account of this number that is nobody's in particular, for what refers to a user's row; a second call changes nothing. */
export async function insertSomebody(store: Store, id: number): Promise<void> {
  const facts = {
    logintype: "email" as const,
    password_hash: "",
    withdraw_hash: null,
    parent_id: null,
    entry_mark: "",
    memo: "",
    reg_ip: "",
    last_ip: "",
    last_at: null,
  };
  const counts = {
    status: 0,
    trade_status: 1,
    wstatus: 1,
    certstatus: 0,
    invite_count: 0,
    team_count: 0,
  };
  await store.command(({ db }) =>
    db
      .insertInto("user")
      .values({
        id,
        account: `user${id}@example.org`,
        invite_code: `i${id}`,
        created_at: 0,
        ...facts,
        ...counts,
      })
      .onConflict((conflict) => conflict.column("id").doNothing())
      .execute(),
  );
}
