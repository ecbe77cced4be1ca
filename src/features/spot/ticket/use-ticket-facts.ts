import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useDepth } from "../../market/book/use-depth.ts";
import { useSymbolRow, useTicker } from "../../market/feed/use-ticker.ts";
import { currenciesAtom } from "../../platform/platform-atoms.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { holdingOf, portfolioTotal } from "../../wallet/assets/portfolio.ts";
import { displayedBook, ticksOf, worthIn } from "../../trade/ticket/market-units.ts";
import { useWallet } from "../../wallet/assets/use-wallet.ts";
import { availableMinor } from "../../wallet/assets/wallet-atoms.ts";
import { openOrdersQuery } from "../orders/order-queries.ts";
import type { TicketFacts } from "./ticket-facts.ts";
import { ticketMarket } from "./ticket-market.ts";

export interface ShownFacts extends TicketFacts {
  /** A book has come, be it an empty one. */
  bookKnown: boolean;
  /** Balances are on their way: there are none yet, and no answer that failed. */
  balancesDue: boolean;
}

/** What the venue says about a market, its displayed book and the wallet; undefined until its rules are known. */
export function useTicketFacts(symbol: string): ShownFacts | undefined {
  const row = useSymbolRow(symbol);
  const ticker = useTicker(symbol);
  const currencies = useAtomValue(currenciesAtom);
  const authorized = useAtomValue(authorizedAtom);
  const { wallet, error } = useWallet();
  const { tick } = useDepth(symbol);
  const { data: waiting } = useQuery({ ...openOrdersQuery(), enabled: authorized });
  const base =
    row && currencies.find((currency) => currency.flag === row["base-currency"].toUpperCase());
  const quote =
    row && currencies.find((currency) => currency.flag === row["quote-currency"].toUpperCase());
  if (!row || !base || !quote) return undefined;

  const market = ticketMarket(row, base.scale, quote.scale);
  const held = wallet && {
    base: availableMinor(wallet.balances, base.flag, base.scale),
    quote: availableMinor(wallet.balances, quote.flag, quote.scale),
  };
  return {
    market,
    available:
      held?.base === undefined || held.quote === undefined
        ? null
        : { base: held.base, quote: held.quote },
    worth:
      wallet &&
      worthIn(
        { quote: market.quote, scale: market.scales.quote },
        portfolioTotal(wallet.balances.map(holdingOf)).total,
      ),
    last: ticksOf(ticker?.close, market.scales),
    openOrders: authorized ? (waiting?.list.length ?? null) : null,
    balancesDue: wallet === null && error === null,
    bookKnown: tick !== undefined,
    ...displayedBook(tick, market.scales),
  };
}
