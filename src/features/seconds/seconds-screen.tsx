import { Trans } from "@lingui/react/macro";
import { MarketChart } from "../market/market-chart.tsx";
import { MarketHeader } from "../market/market-header.tsx";
import { NotOffered } from "../market/not-offered.tsx";
import { useScopeSymbol } from "../market/use-scope-symbol.ts";
import { OddsCards } from "./odds-cards.tsx";
import styles from "../market/facts.module.css";
import own from "./seconds-screen.module.css";

/** Seconds contracts: the market, the durations with their true odds, and the rule they are settled by. */
export function SecondsScreen({ wanted, onPick }: { wanted: string | undefined; onPick: (symbol: string) => void }) {
  const { symbol, offered } = useScopeSymbol("second", wanted);

  if (!offered) return <NotOffered symbol={symbol} scope="second" onPick={onPick} />;
  return (
    <div className={styles.screen}>
      <MarketHeader symbol={symbol} scope="second" onPick={onPick} />
      <p className={own.about}><Trans>Durations, odds and rules of seconds contracts on this market.</Trans></p>
      <MarketChart symbol={symbol} />
      <div className={styles.cards}>
        <OddsCards symbol={symbol} />
      </div>
    </div>
  );
}
