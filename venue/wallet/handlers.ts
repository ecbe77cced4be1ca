import type { walletEndpoints } from "#protocol/wallet.ts";
import type { VenueDeps } from "../deps.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { createAccountBook } from "./account-book.ts";
import { rechargeChannels, rechargeCurrencies, withdrawalCurrencies } from "./channels.ts";
import { setWpass } from "./set-wpass.ts";

export type WalletDeps = SessionDeps & Pick<VenueDeps, "source">;

/** Serves balances, the billing history, the networks of money in and out, and the withdrawal password. */
export function createWalletHandlers(deps: WalletDeps): HandlersOf<typeof walletEndpoints> {
  return {
    ...createAccountBook(deps),
    rechargeCurrency: () => rechargeCurrencies(deps),
    rechargeChannels: () => rechargeChannels(deps),
    withdrawalCurrency: () => withdrawalCurrencies(deps),

    setWpass: (call) => setWpass(deps, call),
  };
}
