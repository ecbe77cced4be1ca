import type { securityEndpoints } from "#protocol/security.ts";
import { accountStatus } from "#protocol/user.ts";
import type { HandlersOf } from "../http/handler.ts";
import { countRecoveryCodes, findSecondFactor } from "../session/second-factor-rows.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { findUser } from "../session/user-rows.ts";
import { freezeOwn, unfreezeOwn } from "./freeze.ts";
import { selectLogins } from "./login-rows.ts";
import { readSessions, revokeSession } from "./sessions.ts";
import { disableTotp, enableTotp, setupTotp } from "./totp-setting.ts";

/** Serves what guards the session's own account. */
export function createSecurityHandlers(deps: SessionDeps): HandlersOf<typeof securityEndpoints> {
  const { store } = deps;
  return {
    async security({ user, now }) {
      const row = await store.read((db) => findUser(db, Number(user.id)));
      if (!row) throw new Error("a session without its user");
      const frozenBy = row.frozen_by_owner === 1 ? "owner" : "venue";
      return {
        frozen_by: row.status === accountStatus.frozen ? frozenBy : "",
        held_until: row.money_out_at > now ? row.money_out_at : 0,
      };
    },

    sessions: (call) => readSessions(deps, call),
    revokeSession: (call) => revokeSession(deps, call),

    async logins({ user, request: { page, size, start_time: start, end_time: end } }) {
      const { rows, total } = await store.read((db) =>
        selectLogins(db, { userId: Number(user.id), page, size, start, end }),
      );
      const list = rows.map(({ at_ms, outcome, ip, facts }) => {
        const { agent = "" } = JSON.parse(facts) as { agent?: string };
        return { time: Number(at_ms), outcome, ip, agent };
      });
      return { list, total, page, size };
    },

    freeze: (call) => freezeOwn(deps, call),
    unfreeze: (call) => unfreezeOwn(deps, call),

    async totp({ user }) {
      const userId = Number(user.id);
      const [row, left] = await store.read(
        async (db) =>
          [await findSecondFactor(db, userId), await countRecoveryCodes(db, userId)] as const,
      );
      const since = row?.enabled_at ?? null;
      return { enabled: since === null ? 0 : 1, recovery_left: since === null ? 0 : left, since };
    },

    setupTotp: (call) => setupTotp(deps, call),
    enableTotp: (call) => enableTotp(deps, call),
    disableTotp: (call) => disableTotp(deps, call),
  };
}
