import { perpetualEndpoints, type ContractOrder } from "#protocol/perpetual.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import { call } from "../../api/call.ts";
import { followedKind } from "../trading/use-flow.ts";
import type { OpeningIntent } from "./opening-form.ts";
import { openingAttempts, openingEnd, openingMayRest } from "./opening-flow.ts";
import { spoiltByContracts } from "./position-queries.ts";

/** Orders to open on their way. */
export const openingsFollowed = followedKind<OpeningIntent, ContractOrder>({
  end: openingEnd,
  mayRest: openingMayRest,
  ask: (which, signal) =>
    call(perpetualEndpoints.contractOrder, which, { signal, handles: [300014] }),
  kept: openingAttempts,
  lockOf: (userId) => `contract:${userId}`,
  appearsIn: [perpetualEndpoints.contractOrders, walletEndpoints.walletBalance],
  spoils: spoiltByContracts,
});
