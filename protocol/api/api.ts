/** The whole API, word by word, in the order of the house. */
import { accountEndpoints } from "./account.ts";
import { bankCardEndpoints } from "./bank-card.ts";
import { certificationEndpoints } from "./certification.ts";
import type { Endpoint } from "./endpoint.ts";
import { equityEndpoints } from "./equity.ts";
import { marketEndpoints } from "./market.ts";
import { contractsEndpoints } from "./contracts.ts";
import { noticeSettingsEndpoints } from "./notice-settings.ts";
import { uploadEndpoints } from "./upload.ts";
import { platformEndpoints } from "./platform.ts";
import { priceAlertEndpoints } from "./price-alerts.ts";
import { rechargeEndpoints } from "./recharge.ts";
import { secondsEndpoints } from "./seconds.ts";
import { secondsOrderEndpoints } from "./seconds-order.ts";
import { secondsProofEndpoints } from "./seconds-proof.ts";
import { securityEndpoints } from "./security.ts";
import { sessionEndpoints } from "./session.ts";
import { spotEndpoints } from "./spot.ts";
import { passkeyEndpoints, passkeyLoginEndpoints } from "./passkeys.ts";
import { walletEndpoints } from "./wallet.ts";
import { withdrawalEndpoints } from "./withdrawal.ts";

export const api = {
  platform: platformEndpoints,
  session: { ...sessionEndpoints, ...passkeyLoginEndpoints },
  upload: uploadEndpoints,
  account: {
    ...accountEndpoints,
    ...noticeSettingsEndpoints,
    ...priceAlertEndpoints,
    ...certificationEndpoints,
    ...securityEndpoints,
    ...passkeyEndpoints,
  },
  market: marketEndpoints,
  wallet: {
    ...walletEndpoints,
    ...rechargeEndpoints,
    ...withdrawalEndpoints,
    ...bankCardEndpoints,
    ...equityEndpoints,
  },
  spot: spotEndpoints,
  contracts: contractsEndpoints,
  seconds: { ...secondsEndpoints, ...secondsOrderEndpoints, ...secondsProofEndpoints },
};

export type Api = typeof api;

/** Every row with its word and name, for the tables made from it. */
export function apiRows(): { word: keyof Api; name: string; endpoint: Endpoint }[] {
  return (Object.keys(api) as (keyof Api)[]).flatMap((word) =>
    Object.entries(api[word]).map(([name, endpoint]) => ({
      word,
      name,
      endpoint: endpoint as Endpoint,
    })),
  );
}
