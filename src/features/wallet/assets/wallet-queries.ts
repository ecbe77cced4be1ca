import * as codes from "#protocol/wire/error-codes.ts";
import { equityEndpoints } from "#protocol/api/equity.ts";
import { requestStatus } from "#protocol/api/recharge.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import { withdrawalEndpoints } from "#protocol/api/withdrawal.ts";
import { read } from "../../../api/query.ts";

const mostWaiting = 100;

/** Withdrawals under review. Their amounts are locked, and the venue counts them together with open orders. */
export const waitingWithdrawalsQuery = () => ({
  ...read(
    withdrawalEndpoints.withdrawalOrder,
    { status: requestStatus.pendingReview, size: mostWaiting },
    { quiet: true },
  ),
  staleTime: 5000,
});

/** Networks change only when an operator pauses one, which is rare. */
const networksStaleMs = 60_000;
export const rechargeCurrencyQuery = () => ({
  ...read(walletEndpoints.rechargeCurrency, {}, { quiet: true }),
  staleTime: networksStaleMs,
});
export const withdrawalCurrencyQuery = () => ({
  ...read(walletEndpoints.withdrawalCurrency, {}, { quiet: true }),
  staleTime: networksStaleMs,
});

export const equitySpans = ["7", "30", "90"] as const;
export type EquitySpan = (typeof equitySpans)[number];

const equityStaleMs = 60_000;

/** Value of the account at the end of each of the last `span` days. */
export const equityQuery = (span: EquitySpan) => ({
  ...read(
    equityEndpoints.equity,
    { days: Number(span) },
    { quiet: true, handles: [codes.remoteServiceError] },
  ),
  staleTime: equityStaleMs,
  refetchInterval: equityStaleMs,
});
