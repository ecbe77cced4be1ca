/** A price of the plot as a price to order at: a plain decimal with the market's decimals. */
export function plainPrice(price: number, decimals: number): string {
  return price.toFixed(decimals);
}
