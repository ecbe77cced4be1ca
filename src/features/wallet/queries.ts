import type { RequestOf } from "#protocol/endpoint.ts";
import { contract } from "#protocol/contract.ts";
import { read } from "../../api/query.ts";

const { wallet } = contract;

export const walletBalanceQuery = () => ({ ...read(wallet.walletBalance, {}, { quiet: true }), staleTime: 5000 });

export const billsQuery = (request: RequestOf<typeof wallet.tradeRecord>) => read(wallet.tradeRecord, request, { quiet: true });
