import { useQuery } from "@tanstack/react-query";
import { useAtomValue } from "jotai";
import { useMemo } from "react";
import { leverageRiskVersion } from "#protocol/api/contracts.ts";
import { useDepth } from "../../market/book/use-depth.ts";
import { useSymbolRow, useTicker } from "../../market/feed/use-ticker.ts";
import { currenciesAtom } from "../../platform/platform-atoms.ts";
import { authorizedAtom } from "../../session/session-atoms.ts";
import { displayedBook, ticksOf, worthIn } from "../../trade/ticket/market-units.ts";
import { holdingOf, portfolioTotal } from "../../wallet/assets/portfolio.ts";
import { useWallet } from "../../wallet/assets/use-wallet.ts";
import { availableMinor } from "../../wallet/assets/wallet-atoms.ts";
import { priceFrom, type ContractFacts } from "./contract-figures.ts";
import { contractMarket, moneyDecimals } from "./contract-market.ts";
import { openContractOrdersQuery, positionsQuery } from "./contract-queries.ts";
import { leverageQuery } from "./leverage-queries.ts";
import { useContractPrices } from "./use-contract-prices.ts";

export interface ShownContractFacts extends ContractFacts {
  /** A book has come, be it an empty one. */
  bookKnown: boolean;
  /** Balances are on their way: there are none yet, and no answer that failed. */
  balancesDue: boolean;
  /** The market's own scales, for the wire's numbers. */
  scales: { price: number; amount: number };
  /** Time of mark and index on the venue's clock. */
  markTs: number | undefined;
}

/** What the venue says about a contract, its displayed book, the account's part in it and the wallet; undefined until its rules are known. */
export function useContractFacts(symbol: string): ShownContractFacts | undefined {
  const row = useSymbolRow(symbol);
  const market = row && contractMarket(row);
  const ticker = useTicker(symbol);
  const authorized = useAtomValue(authorizedAtom);
  const currencies = useAtomValue(currenciesAtom);
  const { wallet, error } = useWallet();
  const { tick } = useDepth(symbol);
  const priceScale = row?.["price-precision"] ?? 0;
  const amountScale = row?.["amount-precision"] ?? 0;
  // The screen renders with each price; the book changes more rarely.
  const book = useMemo(
    () => displayedBook(tick, { price: priceScale, amount: amountScale }),
    [tick, priceScale, amountScale],
  );
  const prices = useContractPrices(market?.code);
  const { data: positions } = useQuery({ ...positionsQuery(), enabled: authorized });
  const { data: waiting } = useQuery({ ...openContractOrdersQuery(), enabled: authorized });
  const { data: setting } = useQuery({
    ...leverageQuery(market?.code ?? ""),
    enabled: authorized && market !== undefined,
  });
  // It adds up all currencies, and changes with the wallet, not with each price.
  const quote = market?.quote;
  const worth = useMemo(
    () =>
      wallet && quote !== undefined
        ? worthIn(
            { quote, scale: moneyDecimals },
            portfolioTotal(wallet.balances.map(holdingOf)).total,
          )
        : null,
    [wallet, quote],
  );
  const known =
    market !== undefined &&
    currencies.some(({ flag, scale }) => flag === market.quote && scale === moneyDecimals);
  if (!row || !known) return undefined;

  const scales = { price: priceScale, amount: amountScale };
  const own = <Row extends { contract_code: string }>(list: readonly Row[] | undefined) =>
    authorized ? (list?.filter((one) => one.contract_code === market.code) ?? null) : null;
  return {
    market,
    scales,
    mark: priceFrom(prices?.mark_price),
    index: priceFrom(prices?.index_price),
    markTs: prices?.ts,
    last: ticksOf(ticker?.close, scales),
    fundingRate: prices?.funding_rate ?? null,
    ...book,
    available: wallet
      ? (availableMinor(wallet.balances, market.quote, moneyDecimals) ?? null)
      : null,
    worth,
    leverage: authorized ? (setting?.lever_rate ?? null) : null,
    acknowledged: authorized && (setting?.risk_ack ?? 0) >= leverageRiskVersion,
    positions: own(positions?.list),
    orders: own(waiting?.list),
    openOrders: authorized ? (waiting?.list.length ?? null) : null,
    bookKnown: tick !== undefined,
    balancesDue: wallet === null && error === null,
  };
}
