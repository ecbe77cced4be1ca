import { Trans } from "@lingui/react/macro";
import { BookAndTrades } from "../market/book-and-trades.tsx";
import { MarketChart } from "../market/market-chart.tsx";
import { MarketHeader } from "../market/market-header.tsx";
import { NotOffered } from "../market/not-offered.tsx";
import { RulesTrouble, useRulesAwaited } from "../market/rules-trouble.tsx";
import { useScopeSymbol } from "../market/use-scope-symbol.ts";
import { useSymbolRow } from "../market/use-ticker.ts";
import { ContractRules } from "./contract-rules.tsx";
import { FundingCard } from "./funding-card.tsx";
import styles from "../market/facts.module.css";
import own from "./contracts-screen.module.css";

/** Perpetual contracts: the market, its funding, what leverage costs. */
export function ContractsScreen({ wanted, onPick }: { wanted: string | undefined; onPick: (symbol: string) => void }) {
  const { symbol, offered } = useScopeSymbol("contract", wanted);
  const terms = useSymbolRow(symbol)?.contract;
  const awaited = useRulesAwaited();

  if (!offered) return <NotOffered symbol={symbol} scope="contract" onPick={onPick} />;
  return (
    <div className={styles.screen}>
      <MarketHeader symbol={symbol} scope="contract" onPick={onPick} />
      <p className={own.about}><Trans>Prices, funding and rules of this contract.</Trans></p>
      <MarketChart symbol={symbol} />
      {!terms && !awaited && <RulesTrouble />}
      {terms && (
        <div className={styles.cards}>
          <FundingCard symbol={symbol} contractCode={terms.contract_code} />
          <BookAndTrades symbol={symbol} />
          <ContractRules symbol={symbol} terms={terms} />
        </div>
      )}
    </div>
  );
}
