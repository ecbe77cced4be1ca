/**
 * Decimals of every currency's minor unit: the most that 64 bits and the wire leave room for, so that a
 * coin of any price keeps its digits and amounts of two currencies need no rescaling.
 */
export const currencyScale = 8;
