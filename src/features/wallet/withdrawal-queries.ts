import { infiniteQueryOptions, queryOptions, type InfiniteData } from "@tanstack/react-query";
import { bankCardEndpoints } from "#protocol/bank-card.ts";
import type { DataOf, RequestOf } from "#protocol/endpoint.ts";
import { securityEndpoints } from "#protocol/security.ts";
import { walletEndpoints } from "#protocol/wallet.ts";
import {
  withdrawalEndpoints,
  type WithdrawalQuote,
  type WithdrawalRecord,
} from "#protocol/withdrawal.ts";
import { requestStatus } from "#protocol/recharge.ts";
import type { ApiError } from "../../api/api-error.ts";
import { call } from "../../api/call.ts";
import { keyOf, pagesOf, read, send } from "../../api/query.ts";
import { keptAnswer } from "../../storage/kept-queries.ts";

export type QuoteRequest = RequestOf<typeof withdrawalEndpoints.withdrawalQuote>;
export type WithdrawalKind = WithdrawalRecord["kind"];
type RecordPage = DataOf<typeof withdrawalEndpoints.withdrawalOrder>;

/** Said in the form or the sheet, so no toast says them again. */
export const saidInPlace = [
  402, 100005, 200002, 200005, 200006, 200008, 200009, 300007, 300008, 300009, 300018, 300022,
  300025, 300026, 300027, 300028,
] as const;

const pageSize = 10;
/** A quote holds for 60 s: asked anew well before it is over. */
const renewMs = 40_000;
/** A request under review is decided soon where the venue decides by itself. */
const pendingPollMs = 5000;

/** What a withdrawal or its cancelling changes. */
export const spoiltByWithdrawals = [
  withdrawalEndpoints.withdrawalOrder,
  withdrawalEndpoints.withdrawalQuote,
  withdrawalEndpoints.addresses,
  walletEndpoints.walletBalance,
  walletEndpoints.tradeRecord,
] as const;

export const addressBookQuery = () => read(withdrawalEndpoints.addresses, {});
export const bankCardsQuery = () => read(bankCardEndpoints.banks, {});
/** Until when nothing is paid out. */
export const heldQuery = () => read(securityEndpoints.security, {});

/** The venue's own reckoning of a withdrawal; kept nowhere, asked again before it is over. */
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
    meta: { kept: false, private: true },
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
    ...keptAnswer(queryKey, pagesOf(withdrawalEndpoints.withdrawalOrder), true),
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

export const saveAddressMutation = () =>
  send(withdrawalEndpoints.saveAddress, { handles: saidInPlace });
export const removeAddressMutation = () =>
  send(withdrawalEndpoints.removeAddress, { handles: saidInPlace });
export const whitelistMutation = () =>
  send(withdrawalEndpoints.setWhitelist, { handles: saidInPlace });
export const saveCardMutation = () => send(bankCardEndpoints.setBanks, { handles: saidInPlace });
export const removeCardMutation = () =>
  send(bankCardEndpoints.removeBank, { handles: saidInPlace });
export const defaultCardMutation = () =>
  send(bankCardEndpoints.defaultBank, { handles: saidInPlace });
export const cancelWithdrawalMutation = () =>
  send(withdrawalEndpoints.cancelWithdrawal, { handles: saidInPlace });
