import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useAtom, useAtomValue, useSetAtom } from "jotai";
import { useState, type ReactNode } from "react";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { VisuallyHidden } from "../../ui/visually-hidden.tsx";
import { authorizedAtom, authPromptAtom } from "../session/session-atoms.ts";
import { KeptList } from "../platform/kept-list.tsx";
import { useOrderPollMs } from "../trading/use-own-stream.ts";
import { ClosedCard } from "./closed-card.tsx";
import { CloseAllSheet } from "./close-all-sheet.tsx";
import { withProfits } from "./close-form.ts";
import { ContractCancelAllSheet } from "./contract-cancel-all-sheet.tsx";
import { PendingRow } from "./pending-row.tsx";
import { PositionCard } from "./position-card.tsx";
import { closedPagesQuery, openContractOrdersQuery, positionsQuery } from "./position-queries.ts";
import { positionScopeAtom } from "./position-scope-atom.ts";
import { PositionSheets, type OpenedSheet } from "./position-sheets.tsx";
import { useContractEndText } from "./use-contract-end-text.ts";
import { usePositionStops } from "./use-position-stops.ts";
import { usePositionStream } from "./use-position-stream.ts";
import styles from "../trading/orders-panel.module.css";

export type ContractTab = "position" | "pending" | "closed";

/** Figures of the venue's mark are asked for as often while positions are open. */
const positionsEveryMs = 5000;
const none = { hasMore: false, busy: false, failed: false, onMore: () => {} };

export interface PositionsPanelProps {
  /** The contract on screen. */
  contractCode: string;
  /** Undefined until the person has chosen. */
  tab: ContractTab | undefined;
  onTab: (tab: ContractTab) => void;
}

/** The person's positions, waiting contract orders and closed positions, of this contract or of all. */
export function PositionsPanel({ contractCode, tab = "position", onTab }: PositionsPanelProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const ask = useSetAtom(authPromptAtom);
  const [scope, setScope] = useAtom(positionScopeAtom);
  const code = scope === "contract" ? contractCode : undefined;
  const pollMs = useOrderPollMs();
  const open = useQuery({ ...positionsQuery(), enabled: authorized, refetchInterval: Math.min(positionsEveryMs, pollMs), refetchOnMount: "always" });
  const waiting = useQuery({ ...openContractOrdersQuery(), enabled: authorized, refetchInterval: pollMs, refetchOnMount: "always" });
  const closed = useInfiniteQuery({ ...closedPagesQuery(code), enabled: authorized, refetchInterval: 10 * pollMs });
  const within = <Row extends { contract_code: string }>(rows: readonly Row[] | undefined) => rows?.filter((row) => code === undefined || row.contract_code === code);
  const positions = within(open.data?.list);
  const orders = within(waiting.data?.list);
  const [opened, setOpened] = useState<OpenedSheet | null>(null);
  const [closingAll, setClosingAll] = useState(false);
  const [cancellingAll, setCancellingAll] = useState(false);
  const stops = usePositionStops();
  const spoken = useContractEndText()(usePositionStream());
  const count = (rows: readonly unknown[] | undefined) => (authorized && rows && rows.length > 0 ? rows.length : undefined);
  const openedId = opened !== null && "position" in opened ? opened.position.id : undefined;

  function list(): ReactNode {
    switch (tab) {
      case "position": return (
        <KeptList
          rows={positions} failed={open.error !== null} busy={open.isFetching} at={open.dataUpdatedAt} onRetry={() => void open.refetch()}
          missing={t`Your positions did not arrive`} empty={<Nothing tab={tab} />} more={{ ...none, label: "" }}
          row={(position) => <PositionCard position={position} stop={stops.close} onAct={(act) => setOpened({ act, position })} />}
        />
      );
      case "pending": return (
        <KeptList
          rows={orders} failed={waiting.error !== null} busy={waiting.isFetching} at={waiting.dataUpdatedAt} onRetry={() => void waiting.refetch()}
          missing={t`Your orders did not arrive`} empty={<Nothing tab={tab} />} more={{ ...none, label: "" }}
          row={(order) => (
            <PendingRow
              order={order}
              onPress={() => setOpened({ act: "order", order })}
              onCancel={() => setOpened({ act: "cancel", order })}
              onTpsl={() => setOpened({ act: "order-tpsl", order })}
            />
          )}
        />
      );
      case "closed": return (
        <KeptList
          rows={closed.data?.pages.flatMap((page) => page.list)} failed={closed.error !== null && !closed.isFetchNextPageError} busy={closed.isFetching} at={closed.dataUpdatedAt} onRetry={() => void closed.refetch()}
          missing={t`Your closed positions did not arrive`} empty={<Nothing tab={tab} />}
          more={{ label: t`Show older positions`, hasMore: closed.hasNextPage, busy: closed.isFetchingNextPage, failed: closed.isFetchNextPageError, onMore: () => void closed.fetchNextPage() }}
          row={(one) => <ClosedCard closed={one} />}
        />
      );
    }
  }

  return (
    <>
      <Tabs
        label={t`Your contracts`}
        selected={tab}
        onSelect={onTab}
        tabs={[
          { id: "position", label: t`Position`, count: count(positions) },
          { id: "pending", label: t`Pending order`, count: count(orders) },
          { id: "closed", label: t`Closed position`, count: authorized ? closed.data?.pages[0]?.total || undefined : undefined },
        ]}
      >
        {authorized ? (
          <>
            <div className={styles.bar}>
              <Segmented
                label={t`Positions of which contract`}
                size="small"
                value={scope}
                options={[{ value: "contract", label: contractCode }, { value: "all", label: t`All contracts` }]}
                onValue={setScope}
              />
              {tab === "position" && positions !== undefined && positions.length > 0 && <Button look="quiet" size="small" onClick={() => setClosingAll(true)}>{t({ context: "positions", message: "Close all" })}</Button>}
              {tab === "pending" && orders !== undefined && orders.length > 0 && <Button look="quiet" size="small" onClick={() => setCancellingAll(true)}>{t`Cancel all`}</Button>}
            </div>
            {list()}
          </>
        ) : (
          <EmptyState compact title={t`Positions appear here`} action={<Button onClick={() => ask({ reason: "required", to: null })}>{t`Log in`}</Button>}>
            <Trans>Log in to open positions with paper money.</Trans>
          </EmptyState>
        )}
      </Tabs>
      <PositionSheets opened={opened} current={open.data?.list.find(({ id }) => id === openedId)} stops={stops} onClose={() => setOpened(null)} />
      <CloseAllSheet open={closingAll} onClose={() => setClosingAll(false)} positions={withProfits(positions ?? [])} code={code} stop={stops.close} />
      <ContractCancelAllSheet open={cancellingAll} onClose={() => setCancellingAll(false)} orders={orders ?? []} code={code} />
      <VisuallyHidden><span role="status">{spoken}</span></VisuallyHidden>
    </>
  );
}

function Nothing({ tab }: { tab: ContractTab }) {
  const { t } = useLingui();
  switch (tab) {
    case "position": return <EmptyState compact title={t`Positions appear here`}><Trans>Open long or short above. It is all paper money: nothing real can be lost.</Trans></EmptyState>;
    case "pending": return <EmptyState compact title={t`No waiting orders`}><Trans>A limit order waits here for its price; it can be cancelled meanwhile.</Trans></EmptyState>;
    case "closed": return <EmptyState compact title={t`No closed positions yet`}><Trans>What became of a position stays here: profit, fees and funding.</Trans></EmptyState>;
  }
}
