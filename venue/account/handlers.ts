import type { accountEndpoints } from "#protocol/account.ts";
import type { VenueDeps } from "../deps.ts";
import type { HandlersOf } from "../http/handler.ts";
import { findUser } from "../session/user-rows.ts";
import { userView } from "../session/user-view.ts";

/** Serves the session's own account. */
export function createAccountHandlers({ store }: Pick<VenueDeps, "store">): HandlersOf<typeof accountEndpoints> {
  return {
    async userInfo({ user }) {
      const row = await store.read((db) => findUser(db, Number(user.id)));
      if (!row) throw new Error("a session without its user");
      return { player: userView(row), certstatus: row.certstatus };
    },
  };
}
