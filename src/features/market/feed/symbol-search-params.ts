import * as v from "valibot";

/** `?symbol=` of a market's screen. An invalid symbol becomes btcusdt; without the parameter the screen chooses. */
export const symbolSearch = v.object({
  symbol: v.optional(
    v.fallback(v.pipe(v.string(), v.toLowerCase(), v.regex(/^[a-z0-9]{2,24}$/)), "btcusdt"),
  ),
});
