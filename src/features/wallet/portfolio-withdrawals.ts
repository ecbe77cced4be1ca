import { formatAmount, parseSigned } from "#protocol/amount.ts";
import { requestStatus } from "#protocol/recharge.ts";
import { withdrawalEndpoints, type WithdrawalRecord } from "#protocol/withdrawal.ts";
import { read } from "../../api/query.ts";

const scale = 18;
const mostWaiting = 100;

/** Withdrawals under review: what they hold is bound, and the venue counts it with open orders. */
export const waitingWithdrawalsQuery = () => ({
  ...read(
    withdrawalEndpoints.withdrawalOrder,
    { status: requestStatus.pendingReview, size: mostWaiting },
    { quiet: true },
  ),
  staleTime: 5000,
});

/** What the withdrawals hold by currency, decimal text: the amount, with the fee where that is paid on top of it. */
export function heldByWithdrawals(
  records: readonly Pick<WithdrawalRecord, "flag" | "amount" | "fee" | "arrival" | "fiat">[],
): Map<string, string> {
  const sums = new Map<string, bigint>();
  for (const { flag, amount, fee, arrival, fiat } of records) {
    const onTop = fiat === "" && minor(arrival) === minor(amount);
    sums.set(flag, (sums.get(flag) ?? 0n) + minor(amount) + (onTop ? minor(fee) : 0n));
  }
  return new Map([...sums].map(([flag, sum]) => [flag, formatAmount(sum, scale)]));
}

function minor(decimal: string): bigint {
  return parseSigned(decimal, scale) ?? 0n;
}
