import type { accountEndpoints } from "#protocol/api/account.ts";
import type { DataOf } from "#protocol/api/endpoint.ts";
import { withdrawalPasswordPattern } from "#protocol/api/wallet.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { Call, HandlersOf } from "../deps/handler.ts";
import {
  askingOf,
  auditOf,
  checkLoginPassword,
  judgeWithdrawalPassword,
} from "../session/access/check-password.ts";
import { putPassword } from "../session/access/put-password.ts";
import type { SessionDeps } from "../session/access/session-deps.ts";
import { commandWithFactor } from "../session/access/command-with-factor.ts";
import { weaknessOf } from "../session/password/weak-password.ts";
import { passwordSubject } from "../session/throttle/login-throttle.ts";
import { findUser } from "../session/users/user-rows.ts";
import { userView } from "../session/users/user-view.ts";
import { Refusal } from "../store/refusal.ts";
import { countUnread, markRead, selectNotices } from "./notices/notice-rows.ts";
import { toNotice } from "./notices/notices.ts";

/** Serves the session's own account. */
export function createAccountHandlers(deps: SessionDeps): HandlersOf<typeof accountEndpoints> {
  const { store } = deps;
  return {
    async userInfo({ user }) {
      const row = await store.read((db) => findUser(db, Number(user.id)));
      if (!row) throw new Error("a session without its user");
      return { player: userView(row), certstatus: row.certstatus };
    },

    setPass: (call) => setPass(deps, call),

    async notices({ user, request }) {
      const userId = Number(user.id);
      const [rows, unread] = await store.read(
        async (db) =>
          [await selectNotices(db, userId, request), await countUnread(db, userId)] as const,
      );
      return { list: rows.map(toNotice), unread };
    },

    async readNotices({ user, request: { ids }, command }) {
      const userId = Number(user.id);
      const numbers = ids === "all" ? ids : ids.map(Number).filter(Number.isSafeInteger);
      const unread = await command(async ({ db }) => {
        await markRead(db, userId, numbers);
        return countUnread(db, userId);
      });
      return { unread };
    },
  };
}

type SetPass = typeof accountEndpoints.setPass;

/**
 * Changes the login password of who is logged in.
 * @throws Refusal invalidParameters with field and problem for a new one that will not do,
 *   wrongOldPassword for a wrong old one, wrongCode for a wrong or missing second factor, passwordMismatch where the two are the same,
 *   tooManyAttempts with the seconds to wait after too many tries
 */
async function setPass(deps: SessionDeps, call: Call<SetPass>): Promise<DataOf<SetPass>> {
  const {
    user: { id, sessionId },
    request: { old_password, password, totp },
    ip,
    now,
  } = call;
  const asking = askingOf(call, "password-changed");
  const account = (await deps.store.read((db) => findUser(db, Number(id))))?.account ?? "";
  const problem = weaknessOf(password, account);
  if (problem) throw new Refusal(codes.invalidParameters, { field: "password", problem });

  const user = await checkLoginPassword(deps, asking, {
    password: old_password,
    wrong: new Refusal(codes.wrongOldPassword),
  });
  if (password === old_password) throw new Refusal(codes.passwordMismatch);
  // Only digits can be a withdrawal password. The comparison counts as a try at it, or it could be guessed here.
  if (user.withdraw_hash !== null && withdrawalPasswordPattern.test(password)) {
    const { isRight } = await judgeWithdrawalPassword(deps, asking, password);
    if (isRight)
      throw new Refusal(codes.invalidParameters, { field: "password", problem: "withdrawal" });
  }
  const hash = await deps.hasher.hash(password, passwordSubject(id));
  return commandWithFactor(deps, asking, totp, async (tx) => {
    const ended = await putPassword(deps, tx, { user, hash, keep: sessionId, ip, now });
    if (ended === undefined) throw new Refusal(codes.wrongOldPassword);
    await deps.audit.write(tx, { ...auditOf(asking), facts: { ended } });
    return { ended };
  });
}
