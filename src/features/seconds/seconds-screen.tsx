import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { MarketChart } from "../market/market-chart.tsx";
import { MarketHeader } from "../market/market-header.tsx";
import { NotOffered } from "../market/not-offered.tsx";
import { useScopeSymbol } from "../market/use-scope-symbol.ts";
import { isUnderWay } from "../trading/order-flow.ts";
import { orderSettingsAtom } from "../trading/order-settings-atom.ts";
import { OwnLinesNote } from "../trading/own-lines-note.tsx";
import type { OfferedProps, TradingScreenProps } from "../trading/trading-screen.ts";
import { useTakenWish } from "../trading/use-taken-wish.ts";
import { RunningPanel, type SecondsTab } from "./running-panel.tsx";
import { SecondsConfirm } from "./seconds-confirm.tsx";
import { SecondsRules } from "./seconds-rules.tsx";
import { SecondsTicket } from "./seconds-ticket.tsx";
import { secondsWishAtom } from "./seconds-wish-atom.ts";
import { durationOf, stakeSummary } from "./stake-form.ts";
import { useSecondsMarks } from "./use-running-marks.ts";
import { useSecondsSheet } from "./use-seconds-sheet.ts";
import { useSecondsStop } from "./use-seconds-stop.ts";
import { useStakeDraft } from "./use-stake-draft.ts";
import { useStakeFacts } from "./use-stake-facts.ts";
import styles from "../market/facts.module.css";
import own from "./seconds-ticket.module.css";

const oddsMissing = 300011;

/** Seconds contracts: a market, a stake on up or down at true odds, and the person's contracts. */
export function SecondsScreen({ wanted, ...rest }: TradingScreenProps<SecondsTab>) {
  const { symbol, offered } = useScopeSymbol("second", wanted);
  return offered ? (
    <OfferedSeconds symbol={symbol} {...rest} />
  ) : (
    <NotOffered symbol={symbol} scope="second" onPick={rest.onSymbol} />
  );
}

function OfferedSeconds({ symbol, onSymbol, tab, onTab, notify }: OfferedProps<SecondsTab>) {
  const { t, i18n } = useLingui();
  const { sharePercent } = useAtomValue(orderSettingsAtom);
  const { facts, conf, limits } = useStakeFacts(symbol);
  const { text, draft, change, take, clear } = useStakeDraft(symbol, i18n.locale);
  const taken = useTakenWish(secondsWishAtom, symbol, take);
  const { lines, moments } = useSecondsMarks(symbol);
  const contract = useSecondsSheet({
    symbol,
    oddsOf: (time) => facts?.durations.find((row) => row.time === time)?.odds,
    isGrave:
      facts !== undefined && stakeSummary(draft, facts, sharePercent).largeShare !== undefined,
    onTaken: clear,
    onWaiting: () => onTab("running"),
    notify,
  });
  const stop = useSecondsStop(symbol, limits, isUnderWay(contract.flow));
  const { error, isFetching, refetch } = conf;

  return (
    <div className={styles.screen}>
      <MarketHeader symbol={symbol} scope="second" onPick={onSymbol} />
      <MarketChart symbol={symbol} lines={lines} moments={moments} />
      <OwnLinesNote symbol={symbol} lines={lines} />
      {facts && facts.durations.length > 0 ? (
        <SecondsTicket
          {...{ facts, limits, text, draft, stop, taken }}
          onChange={change}
          flow={contract.flow}
          onCall={contract.request}
          progress={
            contract.isHidden && (
              <Button
                look="quiet"
                onClick={contract.show}
              >{t`A contract is under way. Show it`}</Button>
            )
          }
        />
      ) : facts || error?.status === oddsMissing ? (
        <EmptyState compact title={t`No durations are open here`}>
          <Trans>The venue has set no odds for this market. Choose another one above.</Trans>
        </EmptyState>
      ) : error ? (
        <ErrorState
          compact
          title={t`The odds did not arrive`}
          retryLabel={t`Try again`}
          onRetry={() => void refetch()}
          busy={isFetching}
        >
          <Trans>The price and the chart above are not affected.</Trans>
        </ErrorState>
      ) : (
        <SkeletonRows count={5} lead={false} />
      )}
      <RunningPanel {...{ symbol, tab, onTab, notify }} />
      {facts && (
        <div className={own.folds}>
          <SecondsRules duration={durationOf(facts.durations, draft.time)} />
        </div>
      )}
      <SecondsConfirm
        flow={contract.flow}
        facts={facts}
        stop={stop && stop.kind !== "under-way" ? (stop.sentence ?? stop.word) : undefined}
        busyElsewhere={contract.busyElsewhere}
        open={contract.isOpen}
        onConfirm={contract.confirm}
        onOdds={contract.request}
        onClose={contract.leave}
      />
    </div>
  );
}
