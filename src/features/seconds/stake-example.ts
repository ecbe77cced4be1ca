import { formatAmount, parseAmount, trimZeros } from "#protocol/amount.ts";

const scale = 8;

/** What a stake pays if the call is right, and the profit in it; rounded down, as the venue credits. Undefined for what is no amount. */
export function stakeExample(stake: string, odds: string): { payout: string; profit: string } | undefined {
  const [stakeMinor, oddsMinor] = [parseAmount(stake, scale), parseAmount(odds, scale)];
  if (stakeMinor === undefined || oddsMinor === undefined) return undefined;
  const profit = (stakeMinor * oddsMinor) / 10n ** BigInt(scale);
  return { payout: trimZeros(formatAmount(stakeMinor + profit, scale)), profit: trimZeros(formatAmount(profit, scale)) };
}
