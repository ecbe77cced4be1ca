import { secondsEndpoints } from "#protocol/seconds.ts";
import { read } from "../../api/query.ts";

/** Durations and odds of a symbol. That there are none is said on the screen, not in a toast. */
export const secondConfQuery = (symbol: string) => read(secondsEndpoints.secondConf, { symbol }, { handles: [300011, 300018] });
