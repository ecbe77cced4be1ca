import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { atom, useAtom, useAtomValue, useSetAtom } from "jotai";
import { type ReactNode, useState } from "react";
import type { SecondsOrder } from "#protocol/api/seconds-order.ts";
import { trimZeros } from "#protocol/wire/amount.ts";
import { venueNow } from "../../api/venue-clock.ts";
import { Button } from "../../ui/actions/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { useDataSaver } from "../market/feed/data-saver.ts";
import { symbolName } from "../market/feed/symbol-name.ts";
import { olderPages, pageRows } from "../platform/lists/paged-rows.ts";
import { PersistedList } from "../platform/lists/persisted-list.tsx";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { type ListScope, OwnPanel } from "../trade/own-orders/own-panel.tsx";
import { useOrderPollMs } from "../trade/own-orders/use-own-stream.ts";
import type { OrderNotice } from "../trade/trade-screen.ts";
import { closedSecondsQuery, runningSecondsQuery } from "./figures/seconds-queries.ts";
import { HistoryRow } from "./history/closed-seconds-row.tsx";
import { HistorySheet } from "./history/history-sheet.tsx";
import { dealResults, hasRoomForResult, useResultNotice } from "./result/result-placement.ts";
import { ResultSheet } from "./result/result-sheet.tsx";
import { useSettledResults } from "./result/use-settled-results.ts";
import { RunningCard } from "./running/running-card.tsx";
import { secondsPrefillAtom } from "./ticket/use-stake-draft.ts";
import { FindingsNotice } from "./verify/findings-notice.tsx";
import { useReceiptKeeper } from "./verify/use-receipt-file.ts";

export type SecondsTab = "running" | "closed";

/** Polling for the cards: the index has a sample each second. */
const priceEveryMs = { usual: 1000, saving: 3000 } as const;
const none: readonly SecondsOrder[] = [];

interface RunningPanelProps {
  /** The market on screen. */
  symbol: string;
  /** Undefined until the person has chosen. */
  tab: SecondsTab | undefined;
  onTab: (tab: SecondsTab) => void;
  notify: (notice: OrderNotice) => void;
}

/** The person's seconds contracts, running and closed, of this market or of all; shows each result as it arrives. */
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
        <PersistedList
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
      <PersistedList
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
          here: symbolName(symbol),
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
        {authorized && <FindingsNotice />}
        {list()}
      </OwnPanel>
      <HistorySheet order={opened} onClose={() => setOpened(null)} />
      <ResultSheet order={result} onAgain={again} onClose={() => setResult(null)} />
    </>
  );
}

/** Whether contracts of this market or of all are shown. */
const runningScopeAtom = atom<ListScope>("all");

/** Fills the ticket with market, duration and stake of a contract; nothing is sent. */
function useResultAgain(): (order: Pick<SecondsOrder, "symbol" | "time" | "amount">) => void {
  const prefill = useSetAtom(secondsPrefillAtom);
  const navigate = useNavigate();
  return ({ symbol, time, amount }) => {
    prefill({ symbol, time, amount: trimZeros(amount) });
    void navigate({ to: "/seconds", search: { symbol }, resetScroll: false });
  };
}
