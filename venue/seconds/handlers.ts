import type { secondsOrderEndpoints } from "#protocol/api/seconds-order.ts";
import type { secondsProofEndpoints } from "#protocol/api/seconds-proof.ts";
import type { secondsEndpoints } from "#protocol/api/seconds.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import type { HandlersOf } from "../deps/handler.ts";
import type { VenueDeps } from "../deps/venue-deps.ts";
import { Refusal } from "../store/refusal.ts";
import { sampleAt } from "./prices/index-samples.ts";
import { type SecondsOrderDeps, createSecondsOrderHandlers } from "./order-handlers.ts";
import { confFor, withOddsFacts } from "./orders/rules.ts";
import { type SecondsProofDeps, createSecondsProofHandlers } from "./proof-handlers.ts";

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

type SecondsConfDeps = Pick<VenueDeps, "source"> & {
  settings: Pick<VenueDeps["settings"], "secondsConf">;
};

/** Serves what is offered. */
export function createSecondsConfHandlers({
  source,
  settings,
}: SecondsConfDeps): HandlersOf<typeof secondsEndpoints> {
  return {
    secondConf({ request: { symbol } }) {
      const spec = source.spec(symbol);
      if (!spec)
        throw new Refusal(source.symbols().length === 0 ? codes.busy : codes.unknownCurrency);
      const conf = spec.second ? confFor(settings.secondsConf, symbol) : [];
      if (conf.length === 0) throw new Refusal(codes.oddsMissing);
      return conf.map(withOddsFacts);
    },

    secondIndex({ request: { symbol, size }, now }) {
      const spec = source.spec(symbol);
      if (!spec)
        throw new Refusal(source.symbols().length === 0 ? codes.busy : codes.unknownCurrency);
      const of = { symbol, precision: spec.pricePrecision };
      const from = Math.floor(now / 1000) - size + 1;
      return {
        symbol,
        from,
        samples: Array.from({ length: size }, (_, at) => sampleAt(source, of, from + at)),
      };
    },
  };
}
