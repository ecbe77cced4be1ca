import type { SessionUser } from "../http/handler.ts";
import type { StreamConnection } from "./stream-connection.ts";

/** Which streams belong to whom, so that telling one user costs nothing for the others. */
export class UserConnections {
  readonly #byUser = new Map<string, Set<StreamConnection>>();

  /** Notes who signed in on a stream; null where nobody does any more. */
  assign(connection: StreamConnection, user: SessionUser | null): void {
    const before = connection.user;
    if (before) {
      const own = this.#byUser.get(before.id);
      own?.delete(connection);
      if (own?.size === 0) this.#byUser.delete(before.id);
    }
    connection.user = user;
    if (!user) return;
    const own = this.#byUser.get(user.id) ?? new Set();
    this.#byUser.set(user.id, own.add(connection));
  }

  of(userId: string): readonly StreamConnection[] {
    return [...(this.#byUser.get(userId) ?? [])];
  }
}
