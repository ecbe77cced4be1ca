import type { VenueDeps } from "../../deps/venue-deps.ts";
import type { SessionDeps } from "../../session/access/session-deps.ts";

/** What the handlers of the wallet are made with. */
export type WalletDeps = SessionDeps & Pick<VenueDeps, "source">;
