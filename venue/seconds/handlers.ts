import type { secondsEndpoints } from "#protocol/seconds.ts";
import type { secondsOrderEndpoints } from "#protocol/seconds-order.ts";
import type { secondsProofEndpoints } from "#protocol/seconds-proof.ts";
import type { HandlersOf } from "../http/handler.ts";
import { createSecondsConfHandlers, type SecondsConfDeps } from "./conf-handlers.ts";
import { createSecondsOrderHandlers, type SecondsOrderDeps } from "./order-handlers.ts";
import { createSecondsProofHandlers, type SecondsProofDeps } from "./proof-handlers.ts";

type SecondsRows = typeof secondsEndpoints &
  typeof secondsOrderEndpoints &
  typeof secondsProofEndpoints;

/** Serves seconds contracts. */
export function createSecondsHandlers(
  deps: SecondsConfDeps & SecondsOrderDeps & SecondsProofDeps,
): HandlersOf<SecondsRows> {
  return {
    ...createSecondsConfHandlers(deps),
    ...createSecondsOrderHandlers(deps),
    ...createSecondsProofHandlers(deps),
  };
}
