import * as v from "valibot";

/** A market's name as people may type it, in HTX's lower case afterwards: `btcusdt`. */
export const symbol = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9]{2,24}$/),
  v.transform((text) => text.toLowerCase()),
);

/** A contract's name such as BTC-USDT; in requests in any case. */
export const contractCode = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9]{1,12}-[A-Za-z0-9]{1,12}$/),
  v.transform((text) => text.toUpperCase()),
);
