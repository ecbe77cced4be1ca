import { useAtomValue } from "jotai";
import { parseAmount } from "#protocol/amount.ts";
import type { Currency } from "#protocol/platform.ts";
import type { Balance } from "#protocol/wallet.ts";
import { useDepth } from "../market/use-depth.ts";
import { useSymbolRow } from "../market/use-ticker.ts";
import { currenciesAtom } from "../platform/platform-atoms.ts";
import { useWallet } from "../wallet/use-wallet.ts";
import { balanceOf } from "../wallet/wallet-atoms.ts";
import { ticketBook, ticketMarket, type TicketFacts } from "./ticket-form.ts";

/** What the venue says about a market, its displayed book and the wallet; undefined until its rules are known. */
export function useTicketFacts(symbol: string): TicketFacts | undefined {
  const row = useSymbolRow(symbol);
  const currencies = useAtomValue(currenciesAtom);
  const { wallet } = useWallet();
  const { tick } = useDepth(symbol);
  const base = row && currencies.find((currency) => currency.flag === row["base-currency"].toUpperCase());
  const quote = row && currencies.find((currency) => currency.flag === row["quote-currency"].toUpperCase());
  if (!row || !base || !quote) return undefined;

  const market = ticketMarket(row, base.scale, quote.scale);
  return {
    market,
    available: wallet && { base: availableUnits(wallet.balances, base), quote: availableUnits(wallet.balances, quote) },
    ...ticketBook(tick, market.scales),
  };
}

/** Outside the hook: the React Compiler loses bigint literals. */
function availableUnits(balances: readonly Balance[], { flag, scale }: Currency): bigint {
  return parseAmount(balanceOf(balances, flag).balance_str ?? "0", scale) ?? 0n;
}
