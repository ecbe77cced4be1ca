import type { accountEndpoints } from "#protocol/account.ts";
import type { DataOf } from "#protocol/endpoint.ts";
import { withdrawalPasswordPattern } from "#protocol/wallet.ts";
import type { Call } from "../http/handler.ts";
import {
  askingOf,
  auditOf,
  checkLoginPassword,
  judgeWithdrawalPassword,
} from "../session/judge-password.ts";
import { putPassword } from "../session/put-password.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { findUser } from "../session/user-rows.ts";
import { weaknessOf } from "../session/weak-password.ts";
import { Refusal } from "../store/refusal.ts";

type SetPass = typeof accountEndpoints.setPass;

/**
 * Changes the login password of who is logged in.
 * @throws Refusal 100005 with field and problem for a new one that will not do, 300016 for a wrong old one,
 *   200004 where the two are the same, 200002 with the seconds to wait after too many tries
 */
export async function setPass(deps: SessionDeps, call: Call<SetPass>): Promise<DataOf<SetPass>> {
  const {
    user: { id, sessionId },
    request: { old_password, password },
    ip,
    now,
    command,
  } = call;
  const asking = askingOf(call, "password-changed");
  const account = (await deps.store.read((db) => findUser(db, Number(id))))?.account ?? "";
  const problem = weaknessOf(password, account);
  if (problem) throw new Refusal(100005, { field: "password", problem });

  const user = await checkLoginPassword(deps, asking, { password: old_password, wrong: 300016 });
  if (password === old_password) throw new Refusal(200004);
  // Only digits can be a withdrawal password. The comparison counts as a try at it, or it could be guessed here.
  if (user.withdraw_hash !== null && withdrawalPasswordPattern.test(password)) {
    const { isRight } = await judgeWithdrawalPassword(deps, asking, password);
    if (isRight) throw new Refusal(100005, { field: "password", problem: "withdrawal" });
  }
  const hash = await deps.hasher.hash(password);
  return command(async (tx) => {
    const ended = await putPassword(deps, tx, { user, hash, keep: sessionId, ip, now });
    if (ended === undefined) throw new Refusal(300016);
    await deps.audit.write(tx, { ...auditOf(asking), facts: { ended } });
    return { ended };
  });
}
