import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import * as codes from "#protocol/wire/error-codes.ts";
import { bankCardEndpoints } from "#protocol/api/bank-card.ts";
import type { DataOf, RequestOf } from "#protocol/api/endpoint.ts";
import { securityEndpoints } from "#protocol/api/security.ts";
import { walletEndpoints } from "#protocol/api/wallet.ts";
import {
  withdrawalEndpoints,
  type WithdrawalQuote,
  type WithdrawalRecord,
} from "#protocol/api/withdrawal.ts";
import { requestStatus } from "#protocol/api/recharge.ts";
import type { ApiError } from "../../../api/api-error.ts";
import { call } from "../../../api/call.ts";
import { keyOf, pagesOf, read } from "../../../api/query.ts";
import { persistedAnswer } from "../../../storage/persisted-queries.ts";

export type QuoteRequest = RequestOf<typeof withdrawalEndpoints.withdrawalQuote>;
export type WithdrawalKind = WithdrawalRecord["kind"];
type RecordPage = DataOf<typeof withdrawalEndpoints.withdrawalOrder>;

/** Refusals shown in the form or the sheet, so no toast repeats them. */
export const saidInPlace = [
  codes.notPermitted,
  codes.invalidParameters,
  codes.tooManyAttempts,
  codes.wrongCode,
  codes.invalidAddress,
  codes.badAddress,
  codes.belowMinWithdrawal,
  codes.withdrawalFailed,
  codes.reviewPending,
  codes.insufficientBalance,
  codes.notPending,
  codes.unknownCurrency,
  codes.wrongWithdrawalPassword,
  codes.certificationRequired,
  codes.cardAlreadyBound,
  codes.bankDetailsMissing,
  codes.unsupportedCurrency,
] as const;

const pageSize = 10;
/** A quote is valid for 60 s and is renewed well before. */
const renewMs = 40_000;
/** The venue may decide a request under review by itself within seconds. */
const pendingPollMs = 5000;

/** Reads that a withdrawal or its cancelling invalidates. */
export const invalidatedByWithdrawals = [
  withdrawalEndpoints.withdrawalOrder,
  withdrawalEndpoints.withdrawalQuote,
  withdrawalEndpoints.addresses,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

export const savedAddressesQuery = () => read(withdrawalEndpoints.addresses, {});
export const bankCardsQuery = () => read(bankCardEndpoints.banks, {});
/** The security facts, with the end of a withdrawal hold. */
export const withdrawalHoldQuery = () => read(securityEndpoints.security, {});

/** The quote of the venue for a withdrawal. It is not stored, and renewed before it expires. */
export const quoteQuery = (request: QuoteRequest) =>
  queryOptions<WithdrawalQuote, ApiError>({
    queryKey: keyOf(withdrawalEndpoints.withdrawalQuote, request),
    queryFn: ({ signal }) =>
      call(withdrawalEndpoints.withdrawalQuote, request, {
        quiet: true,
        signal,
        handles: saidInPlace,
      }),
    staleTime: renewMs,
    gcTime: 0,
    refetchInterval: (query) => (query.state.status === "error" ? false : renewMs),
    meta: { persisted: false, private: true },
  });

/** Withdrawals of one kind or of both, newest first, page after page. */
export const withdrawalPagesQuery = (kind: WithdrawalKind | undefined) => {
  const queryKey = [...keyOf(withdrawalEndpoints.withdrawalOrder), "pages", kind ?? "all"];
  return infiniteQueryOptions<
    RecordPage,
    ApiError,
    InfiniteData<RecordPage, number>,
    readonly unknown[],
    number
  >({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      call(
        withdrawalEndpoints.withdrawalOrder,
        { kind, page: pageParam, size: pageSize },
        { quiet: true, signal },
      ),
    ...persistedAnswer(queryKey, pagesOf(withdrawalEndpoints.withdrawalOrder), true),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.page * last.size < last.total ? last.page + 1 : undefined),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(isPending)) ? pendingPollMs : false,
    meta: { private: true },
  });
};

/** One withdrawal by its id; undefined where there is none. */
export const withdrawalQuery = (id: string) => ({
  ...read(withdrawalEndpoints.withdrawalOrder, { id, size: 1 }),
  select: (page: RecordPage) => page.list[0],
});

export function isPending({ status }: Pick<WithdrawalRecord, "status">): boolean {
  return status === requestStatus.pendingReview;
}
