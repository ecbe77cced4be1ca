import type { secondsEndpoints } from "#protocol/seconds.ts";
import type { VenueDeps } from "../deps.ts";
import type { HandlersOf } from "../http/handler.ts";
import { Refusal } from "../store/refusal.ts";
import { confFor, withOddsFacts } from "./conf.ts";

export type SecondsConfDeps = Pick<VenueDeps, "source"> & {
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
      if (!spec) throw new Refusal(source.symbols().length === 0 ? 100006 : 300018);
      const conf = spec.second ? confFor(settings.secondsConf, symbol) : [];
      if (conf.length === 0) throw new Refusal(300011);
      return conf.map(withOddsFacts);
    },
  };
}
