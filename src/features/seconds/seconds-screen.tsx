import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { marketEndpoints } from "#protocol/market.ts";
import { secondsEndpoints } from "#protocol/seconds.ts";
import { invalidate } from "../../api/query.ts";
import { liveFeed } from "../market/live-feed-instance.ts";
import { MarketChart } from "../market/market-chart.tsx";
import { MarketHeader } from "../market/market-header.tsx";
import { NotOffered } from "../market/not-offered.tsx";
import { PullToRefresh } from "../market/pull-to-refresh.tsx";
import { useRefresh } from "../market/use-refresh.ts";
import { useScopeSymbol } from "../market/use-scope-symbol.ts";
import { OddsCards } from "./odds-cards.tsx";
import styles from "../market/facts.module.css";
import own from "./seconds-screen.module.css";

/** Seconds contracts: the market, the durations with their true odds, and the rule they are settled by. */
export function SecondsScreen({ wanted, onPick }: { wanted: string | undefined; onPick: (symbol: string) => void }) {
  const client = useQueryClient();
  const { symbol, offered } = useScopeSymbol("second", wanted);

  const refresh = () => Promise.all([liveFeed.refresh(), invalidate(client, secondsEndpoints.secondConf, marketEndpoints.kline)]);
  useRefresh(() => void refresh().catch(() => undefined));

  if (!offered) return <NotOffered symbol={symbol} scope="second" onPick={onPick} />;
  return (
    <div className={styles.screen}>
      <PullToRefresh onRefresh={refresh} />
      <MarketHeader symbol={symbol} scope="second" onPick={onPick} />
      <p className={own.about}><Trans>Durations, odds and rules of seconds contracts on this market.</Trans></p>
      <MarketChart symbol={symbol} />
      <div className={styles.cards}>
        <OddsCards symbol={symbol} />
      </div>
    </div>
  );
}
