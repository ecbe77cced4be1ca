/** The whole contract, word by word, in the order of the house. */
import { accountEndpoints } from "./account.ts";
import { bankCardEndpoints } from "./bank-card.ts";
import { certificationEndpoints } from "./certification.ts";
import type { Endpoint } from "./endpoint.ts";
import { equityEndpoints } from "./equity.ts";
import { marketEndpoints } from "./market.ts";
import { perpetualEndpoints } from "./perpetual.ts";
import { pictureEndpoints } from "./picture.ts";
import { platformEndpoints } from "./platform.ts";
import { rechargeEndpoints } from "./recharge.ts";
import { secondsEndpoints } from "./seconds.ts";
import { secondsOrderEndpoints } from "./seconds-order.ts";
import { secondsProofEndpoints } from "./seconds-proof.ts";
import { securityEndpoints } from "./security.ts";
import { sessionEndpoints } from "./session.ts";
import { spotEndpoints } from "./spot.ts";
import { walletEndpoints } from "./wallet.ts";
import { withdrawalEndpoints } from "./withdrawal.ts";

export const contract = {
  platform: platformEndpoints,
  session: sessionEndpoints,
  picture: pictureEndpoints,
  account: { ...accountEndpoints, ...certificationEndpoints, ...securityEndpoints },
  market: marketEndpoints,
  wallet: {
    ...walletEndpoints,
    ...rechargeEndpoints,
    ...withdrawalEndpoints,
    ...bankCardEndpoints,
    ...equityEndpoints,
  },
  spot: spotEndpoints,
  perpetual: perpetualEndpoints,
  seconds: { ...secondsEndpoints, ...secondsOrderEndpoints, ...secondsProofEndpoints },
};

export type Contract = typeof contract;

/** Every row with its word and name, for the tables made from the contract. */
export function contractRows(): { word: keyof Contract; name: string; endpoint: Endpoint }[] {
  return (Object.keys(contract) as (keyof Contract)[]).flatMap((word) =>
    Object.entries(contract[word]).map(([name, endpoint]) => ({
      word,
      name,
      endpoint: endpoint as Endpoint,
    })),
  );
}
