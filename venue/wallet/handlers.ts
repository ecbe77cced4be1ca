import type { api } from "#protocol/api/api.ts";
import type { HandlersOf } from "../deps/handler.ts";
import { createAccountBook } from "./assets/account-snapshot.ts";
import { createAddressHandlers } from "./saved-addresses/saved-addresses.ts";
import { createBankCardHandlers } from "./bank-card/bank-cards.ts";
import { rechargeChannels, rechargeCurrencies, withdrawalCurrencies } from "./channels/channels.ts";
import { createEquityHandlers } from "./assets/equity.ts";
import { createRechargeHandlers } from "./recharge/recharge-handlers.ts";
import type { WalletDeps } from "./channels/wallet-deps.ts";
import { setWpass } from "./set-withdrawal-password.ts";
import { createWithdrawalHandlers } from "./withdrawal/withdrawal-handlers.ts";

/** Serves balances, the billing history, the networks of money in and out, withdrawals and where they go, and the withdrawal password. */
export function createWalletHandlers(deps: WalletDeps): HandlersOf<(typeof api)["wallet"]> {
  return {
    ...createAccountBook(deps),
    rechargeCurrency: () => rechargeCurrencies(deps),
    rechargeChannels: () => rechargeChannels(deps),
    withdrawalCurrency: () => withdrawalCurrencies(deps),
    ...createRechargeHandlers(deps),
    ...createWithdrawalHandlers(deps),
    ...createAddressHandlers(deps),
    ...createBankCardHandlers(deps),
    ...createEquityHandlers(deps),

    setWpass: (call) => setWpass(deps, call),
  };
}
