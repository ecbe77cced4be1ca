import * as v from "valibot";

/** A market's name as people may type it, in HTX's lower case afterwards: `btcusdt`. */
export const symbol = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9]{2,24}$/),
  v.transform((text) => text.toLowerCase()),
);
