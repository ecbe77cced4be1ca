import * as v from "valibot";

/** A contract's name such as BTC-USDT; in requests in any case. */
export const contractCode = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9]{1,12}-[A-Za-z0-9]{1,12}$/),
  v.transform((text) => text.toUpperCase()),
);
