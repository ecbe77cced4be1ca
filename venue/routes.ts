import { api } from "#protocol/api/api.ts";
import { createCertHandlers } from "./account/certification/cert-handlers.ts";
import { createAccountHandlers } from "./account/handlers.ts";
import type { AlertEngine } from "./account/alerts/alert-engine.ts";
import { createAlertHandlers } from "./account/alerts/alert-handlers.ts";
import { createPushHandlers } from "./account/push/push-handlers.ts";
import { createSecurityHandlers } from "./account/security/security-handlers.ts";
import type { SignOrder } from "./deps/sign-order.ts";
import type { VenueDeps } from "./deps/venue-deps.ts";
import { type BoundRow, bindRows } from "./http/api/bound-row.ts";
import type { ContractFigures } from "./market/htx-compatibility/contract-figures.ts";
import { createMarketHandlers } from "./market/handlers.ts";
import { createContractsHandlers } from "./contracts/handlers.ts";
import type { MarketSource } from "./feed/market-source.ts";
import type { PushKey } from "./keys/push-key.ts";
import { createUploadHandlers } from "./upload/handlers.ts";
import { createPlatformHandlers } from "./platform/handlers.ts";
import { createSecondsHandlers } from "./seconds/handlers.ts";
import { createSessionHandlers } from "./session/handlers.ts";
import type { SessionDeps } from "./session/access/session-deps.ts";
import { createSpotHandlers } from "./spot/handlers.ts";
import { createWalletHandlers } from "./wallet/handlers.ts";

/**
 * Every endpoint with its handler, by room; where one is left out it does not compile.
 * @param market as people see it
 */
export function createRows(
  deps: VenueDeps & {
    signOrder: SignOrder;
    pushKey: PushKey | null;
    alerts: AlertEngine;
    figures: ContractFigures;
  },
  sessionDeps: SessionDeps,
  market: MarketSource,
): BoundRow[] {
  const rows: Record<keyof typeof api, BoundRow[]> = {
    platform: bindRows(api.platform, createPlatformHandlers(deps)),
    session: bindRows(api.session, createSessionHandlers(sessionDeps)),
    upload: bindRows(api.upload, createUploadHandlers(deps)),
    account: bindRows(api.account, {
      ...createAccountHandlers(sessionDeps),
      ...createPushHandlers(deps),
      ...createAlertHandlers(deps),
      ...createCertHandlers(sessionDeps),
      ...createSecurityHandlers(sessionDeps),
    }),
    market: bindRows(api.market, createMarketHandlers({ ...deps, source: market })),
    wallet: bindRows(api.wallet, createWalletHandlers({ ...deps, ...sessionDeps })),
    spot: bindRows(api.spot, createSpotHandlers(deps)),
    contracts: bindRows(api.contracts, createContractsHandlers(deps)),
    seconds: bindRows(api.seconds, createSecondsHandlers(deps)),
  };
  return Object.values(rows).flat();
}
