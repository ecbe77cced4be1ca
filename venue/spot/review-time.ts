/** How long an operator has to decide on a sell; after it the order is ended and its coins are free again. */
export const reviewMs = 15 * 60_000;
