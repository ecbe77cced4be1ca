import { walletEndpoints } from "#protocol/api/wallet.ts";
import { read } from "../../../api/query.ts";

/** Apart from the other reads of a wallet, whose endpoints a start does not need. */
export const walletBalanceQuery = () => ({
  ...read(walletEndpoints.walletBalance, {}, { quiet: true }),
  staleTime: 5000,
});
