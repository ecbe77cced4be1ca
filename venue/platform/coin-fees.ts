/** Fee rates of coin trading, maker and taker alike. */
export const coinFees = { maker: "0.002", taker: "0.002" } as const;
