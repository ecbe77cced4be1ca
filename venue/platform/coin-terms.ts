/**
 * As factors of the last price, or of an order's own stop price: no limit buy above the one, no
 * limit sell below the other.
 */
export const coinBands = { buyBelow: "1.1", sellAbove: "0.9" } as const;

/** Fee rates of coin trading, maker and taker alike. */
export const coinFees = { maker: "0.002", taker: "0.002" } as const;
