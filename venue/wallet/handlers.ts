import type { contract } from "#protocol/contract.ts";
import type { VenueDeps } from "../deps.ts";
import type { HandlersOf } from "../http/handler.ts";
import type { SessionDeps } from "../session/session-deps.ts";
import { createAccountBook } from "./account-book.ts";
import { createAddressHandlers } from "./address-book.ts";
import { createBankCardHandlers } from "./bank-cards.ts";
import { rechargeChannels, rechargeCurrencies, withdrawalCurrencies } from "./channels.ts";
import { createEquityHandlers } from "./equity.ts";
import { createRechargeHandlers } from "./recharge-handlers.ts";
import { setWpass } from "./set-wpass.ts";
import { createWithdrawalHandlers } from "./withdrawal-handlers.ts";

export type WalletDeps = SessionDeps & Pick<VenueDeps, "source">;

/** Serves balances, the billing history, the networks of money in and out, withdrawals and where they go, and the withdrawal password. */
export function createWalletHandlers(deps: WalletDeps): HandlersOf<(typeof contract)["wallet"]> {
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
