import { secondsEndpoints } from "#protocol/seconds.ts";
import { read } from "../../api/query.ts";

/** Durations and odds of a symbol. */
export const secondConfQuery = (symbol: string) => read(secondsEndpoints.secondConf, { symbol });
