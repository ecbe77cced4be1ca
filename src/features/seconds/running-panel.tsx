import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useAtom, useAtomValue } from "jotai";
import { useState, type ReactNode } from "react";
import type { SecondsOrder } from "#protocol/seconds-order.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { symbolText } from "../market/symbol-text.ts";
import { useDataSaver } from "../market/use-data-saver.ts";
import { KeptList } from "../platform/kept-list.tsx";
import { olderPages, pageRows } from "../platform/kept-pages.ts";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { OwnPanel } from "../trading/own-panel.tsx";
import type { OrderNotice } from "../trading/trading-screen.ts";
import { useOrderPollMs } from "../trading/use-own-stream.ts";
import { closedSecondsQuery } from "./history-queries.ts";
import { HistoryRow } from "./history-row.tsx";
import { HistorySheet } from "./history-sheet.tsx";
import { dealResults, hasRoomForResult } from "./result-deal.ts";
import { ResultSheet } from "./result-sheet.tsx";
import { RunningCard } from "./running-card.tsx";
import { runningSecondsQuery } from "./running-queries.ts";
import { runningScopeAtom } from "./running-scope-atom.ts";
import { useReceiptKeeper } from "./use-receipt-keeper.ts";
import { useResultAgain } from "./use-result-again.ts";
import { useResultNotice } from "./use-result-notice.ts";
import { useSettledResults } from "./use-settled-results.ts";

export type SecondsTab = "running" | "closed";

/** The index has a sample a second, and cards show the latest. */
const priceEveryMs = { usual: 1000, saving: 3000 } as const;
const none: readonly SecondsOrder[] = [];

export interface RunningPanelProps {
  /** The market on screen. */
  symbol: string;
  /** Undefined until the person has chosen. */
  tab: SecondsTab | undefined;
  onTab: (tab: SecondsTab) => void;
  notify: (notice: OrderNotice) => void;
}

/** The person's seconds contracts, in delivery and closed, of this market or of all; tells each result as it comes. */
export function RunningPanel({ symbol, tab = "running", onTab, notify }: RunningPanelProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const [scope, setScope] = useAtom(runningScopeAtom);
  const within = scope === "here" ? symbol : undefined;
  const saving = useDataSaver();
  const pollMs = useOrderPollMs();
  const running = useQuery({
    ...runningSecondsQuery(),
    enabled: authorized,
    refetchOnMount: "always",
    refetchInterval: ({ state }) =>
      state.data?.list.length ? (saving ? priceEveryMs.saving : priceEveryMs.usual) : pollMs,
  });
  const closed = useInfiniteQuery({
    ...closedSecondsQuery(within),
    enabled: authorized,
    refetchInterval: 10 * pollMs,
  });
  const cards = running.data?.list
    .filter((order) => within === undefined || order.symbol === within)
    .toSorted((a, b) => a.t1 - b.t1);
  const elsewhere = (running.data?.list.length ?? 0) - (cards?.length ?? 0);
  const past = pageRows(closed.data);
  const [opened, setOpened] = useState<SecondsOrder | null>(null);
  const [result, setResult] = useState<SecondsOrder | null>(null);
  const notice = useResultNotice();
  const again = useResultAgain();

  useReceiptKeeper(authorized ? (past ?? none) : none);
  useSettledResults((ended) => {
    const { open, noted } = dealResults(ended, { nowMs: venueNow(), hasRoom: hasRoomForResult() });
    for (const order of noted) notify(notice(order));
    if (open) setResult(open);
  });

  function list(): ReactNode {
    if (tab === "running") {
      return (
        <KeptList
          rows={cards}
          query={running}
          missing={t`Your running contracts did not arrive`}
          empty={
            <EmptyState
              compact
              title={t`Nothing in delivery`}
              action={
                elsewhere > 0 ? (
                  <Button size="small" onClick={() => setScope("all")}>{t`All markets`}</Button>
                ) : undefined
              }
            >
              {elsewhere > 0 ? (
                <Trans>Contracts run in other markets.</Trans>
              ) : (
                <Trans>
                  A contract stands here from the tap to its delivery, with its price and its
                  countdown.
                </Trans>
              )}
            </EmptyState>
          }
          row={(order) => <RunningCard order={order} at={running.dataUpdatedAt} />}
        />
      );
    }
    return (
      <KeptList
        rows={past}
        query={closed}
        missing={t`Your closed contracts did not arrive`}
        empty={
          <EmptyState compact title={t`No closed contracts yet`}>
            <Trans>
              To practise, choose a short duration and the smallest stake above, and call a
              direction. The result stays here with its receipt. It is all paper money.
            </Trans>
          </EmptyState>
        }
        more={olderPages(closed, t`Show older contracts`)}
        row={(order) => <HistoryRow order={order} onPress={() => setOpened(order)} />}
      />
    );
  }

  return (
    <>
      <OwnPanel
        label={t`Your seconds contracts`}
        tab={tab}
        onTab={onTab}
        tabs={[
          { id: "running", label: t`Delivery in progress`, count: cards?.length },
          {
            id: "closed",
            label: t({ context: "seconds contracts", message: "Closed" }),
            count: closed.data?.pages[0]?.total,
          },
        ]}
        scope={{
          label: t`Contracts of which market`,
          here: symbolText(symbol),
          all: t`All markets`,
          value: scope,
          onValue: setScope,
        }}
        visitor={
          <LoginWanted compact title={t`Your contracts appear here`}>
            <Trans>Log in to practise seconds contracts with paper money.</Trans>
          </LoginWanted>
        }
      >
        {list()}
      </OwnPanel>
      <HistorySheet order={opened} onClose={() => setOpened(null)} />
      <ResultSheet order={result} onAgain={again} onClose={() => setResult(null)} />
    </>
  );
}
