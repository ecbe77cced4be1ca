import { contract } from "#protocol/contract.ts";
import { createCertHandlers } from "./account/cert-handlers.ts";
import { createAccountHandlers } from "./account/handlers.ts";
import { createSecurityHandlers } from "./account/security-handlers.ts";
import type { VenueDeps } from "./deps.ts";
import { type BoundRow, bindRows } from "./http/bound-row.ts";
import { createMarketHandlers } from "./market/handlers.ts";
import { createPerpetualHandlers } from "./perpetual/handlers.ts";
import { createPictureHandlers } from "./picture/handlers.ts";
import { createPlatformHandlers } from "./platform/handlers.ts";
import { createSecondsHandlers } from "./seconds/handlers.ts";
import { createSessionHandlers } from "./session/handlers.ts";
import type { SessionDeps } from "./session/session-deps.ts";
import { createSpotHandlers } from "./spot/handlers.ts";
import { createWalletHandlers } from "./wallet/handlers.ts";

/** Every row of the contract with its handler, word by word; a word or a call left out does not compile. */
export function createRows(deps: VenueDeps, sessionDeps: SessionDeps): BoundRow[] {
  const rows: Record<keyof typeof contract, BoundRow[]> = {
    platform: bindRows(contract.platform, createPlatformHandlers(deps)),
    session: bindRows(contract.session, createSessionHandlers(sessionDeps)),
    picture: bindRows(contract.picture, createPictureHandlers(deps)),
    account: bindRows(contract.account, {
      ...createAccountHandlers(sessionDeps),
      ...createCertHandlers(sessionDeps),
      ...createSecurityHandlers(sessionDeps),
    }),
    market: bindRows(contract.market, createMarketHandlers(deps)),
    wallet: bindRows(contract.wallet, createWalletHandlers({ ...deps, ...sessionDeps })),
    spot: bindRows(contract.spot, createSpotHandlers(deps)),
    perpetual: bindRows(contract.perpetual, createPerpetualHandlers(deps)),
    seconds: bindRows(contract.seconds, createSecondsHandlers(deps)),
  };
  return Object.values(rows).flat();
}
