import type { secondsEndpoints } from "#protocol/seconds.ts";
import type { secondsOrderEndpoints } from "#protocol/seconds-order.ts";
import type { secondsProofEndpoints } from "#protocol/seconds-proof.ts";
import type { HandlersOf } from "../http/handler.ts";
import { Refusal } from "../store/refusal.ts";
import { confFor, withOddsFacts } from "./conf.ts";
import { createSecondsOrderHandlers, type SecondsOrderDeps } from "./order-handlers.ts";
import { createSecondsProofHandlers, type SecondsProofDeps } from "./proof-handlers.ts";

/** Serves seconds contracts. */
export function createSecondsHandlers(deps: SecondsOrderDeps & SecondsProofDeps): HandlersOf<typeof secondsEndpoints & typeof secondsOrderEndpoints & typeof secondsProofEndpoints> {
  const { source, settings } = deps;
  return {
    ...createSecondsOrderHandlers(deps),
    ...createSecondsProofHandlers(deps),

    secondConf({ request: { symbol } }) {
      const spec = source.spec(symbol);
      if (!spec) throw new Refusal(source.symbols().length === 0 ? 100006 : 300018);
      const conf = spec.second ? confFor(settings.secondsConf, symbol) : [];
      if (conf.length === 0) throw new Refusal(300011);
      return conf.map(withOddsFacts);
    },
  };
}
