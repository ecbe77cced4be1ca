import type { accountEndpoints } from "#protocol/account.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { findUser } from "../session/user-rows.ts";
import { userView } from "../session/user-view.ts";
import { countUnread, markRead, selectNotices } from "./notice-rows.ts";
import { toNotice } from "./notices.ts";
import { setPass } from "./set-pass.ts";

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
