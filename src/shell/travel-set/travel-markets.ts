const mostOfEach = 10;

/**
 * The markets that a travel set is about: the first ten favourites and the ten with the most turnover.
 * @param byTurnover all markets, the largest first
 */
export function travelMarkets(
  byTurnover: readonly string[],
  favourites: readonly string[],
): readonly string[] {
  const starred = favourites.filter((symbol) => byTurnover.includes(symbol));
  return [...new Set([...starred.slice(0, mostOfEach), ...byTurnover.slice(0, mostOfEach)])];
}
