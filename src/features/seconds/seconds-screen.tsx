import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import * as codes from "#protocol/wire/error-codes.ts";
import { useMemo } from "react";
import { screensComeInSteps } from "../../lib/screen-steps.ts";
import { deskScreen, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/actions/button.tsx";
import { AfterPaint } from "../../ui/states/after-paint.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { ErrorState } from "../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../ui/states/skeleton.tsx";
import { isUnderWay } from "../../writes/write.ts";
import { orderSettingsAtom } from "../trade/ticket/order-settings-atom.ts";
import { OwnLinesNote } from "../trade/own-orders/own-lines-note.tsx";
import { Desk } from "../trade/desk/desk.tsx";
import type { OfferedProps, TradingScreenProps } from "../trade/trade-screen.ts";
import { TradeFrame } from "../trade/trade-frame.tsx";
import { usePrefill } from "../trade/ticket/use-prefill.ts";
import { RunningPanel, type SecondsTab } from "./seconds-panel.tsx";
import { SecondsConfirm } from "./ticket/seconds-confirm.tsx";
import { SecondsRules } from "./ticket/seconds-rules.tsx";
import { SecondsTicket } from "./ticket/seconds-ticket.tsx";
import { secondsPrefillAtom, useStakeDraft } from "./ticket/use-stake-draft.ts";
import { durationOf, stakeSummary } from "./ticket/stake-form.ts";
import { SecondsCharts } from "./running/seconds-charts.tsx";
import { useSecondsMarks } from "./running/use-running-marks.ts";
import { useSecondsSheet } from "./ticket/use-seconds-sheet.ts";
import { useSecondsStop } from "./ticket/use-seconds-stop.ts";
import { useStakeFacts } from "./ticket/use-stake-facts.ts";
import styles from "../trade/trade-screen.module.css";
import own from "./figures/seconds-parts.module.css";

/** Seconds contracts: a market, a stake on up or down at true odds, and the person's contracts. */
export function SecondsScreen({ wanted, ...rest }: TradingScreenProps<SecondsTab>) {
  return (
    <TradeFrame scope="second" wanted={wanted} onSymbol={rest.onSymbol} desk="bookless">
      {(symbol) => <OfferedSeconds symbol={symbol} {...rest} />}
    </TradeFrame>
  );
}

function OfferedSeconds({ symbol, onSymbol, tab, onTab, notify }: OfferedProps<SecondsTab>) {
  const { t, i18n } = useLingui();
  const { sharePercent } = useAtomValue(orderSettingsAtom);
  const { facts, conf, limits } = useStakeFacts(symbol);
  const { text, draft, change, take, clear } = useStakeDraft(symbol, i18n.locale);
  const taken = usePrefill(secondsPrefillAtom, symbol, take);
  const { lines, moments } = useSecondsMarks(symbol);
  const contract = useSecondsSheet({
    symbol,
    oddsOf: (time) => facts?.durations.find((row) => row.time === time)?.odds,
    isGrave:
      facts !== undefined && stakeSummary(draft, facts, sharePercent).largeShare !== undefined,
    onPlaced: clear,
    onWaiting: () => onTab("running"),
    notify,
  });
  const stop = useSecondsStop(symbol, limits, isUnderWay(contract.write));
  const { error, isFetching, refetch } = conf;
  const isDesk = useMedia(deskScreen);
  const chart = useMemo(() => ({ lines, moments }), [lines, moments]);

  return (
    <>
      {isDesk && <Desk {...{ symbol, onSymbol, notify }} scope="second" chart={chart} />}
      <div className={styles.chart}>
        <SecondsCharts symbol={symbol} lines={lines} moments={moments} />
        <OwnLinesNote symbol={symbol} lines={lines} />
      </div>
      <AfterPaint atOnce={!screensComeInSteps()}>
        {facts && facts.durations.length > 0 ? (
          <SecondsTicket
            {...{ facts, limits, text, draft, stop, taken }}
            onChange={change}
            sending={contract.sending}
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
        ) : (
          <div className={styles.rail}>
            {facts || error?.status === codes.oddsMissing ? (
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
                <Trans>A contract can be opened once they are here.</Trans>
              </ErrorState>
            ) : (
              <SkeletonRows count={8} lead={false} />
            )}
          </div>
        )}
        <div id="desk-lower" className={styles.lower}>
          <RunningPanel {...{ symbol, tab, onTab, notify }} />
          {facts && (
            <div className={own.folds}>
              <SecondsRules duration={durationOf(facts.durations, draft.time)} />
            </div>
          )}
        </div>
        <SecondsConfirm
          write={contract.write}
          facts={facts}
          stop={stop && stop.kind !== "under-way" ? (stop.message ?? stop.label) : undefined}
          sending={contract.sending !== undefined}
          busyElsewhere={contract.isBusyElsewhere}
          open={contract.isOpen}
          onConfirm={contract.confirm}
          onOdds={contract.request}
          onClose={contract.leave}
        />
      </AfterPaint>
    </>
  );
}
