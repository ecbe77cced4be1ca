import { Trans, useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useAtom, useAtomValue, atom } from "jotai";
import { memo, useState, type ReactNode } from "react";
import { deskScreen, useMedia } from "../../lib/use-media.ts";
import { Button } from "../../ui/actions/button.tsx";
import { EmptyState } from "../../ui/states/empty-state.tsx";
import { VisuallyHidden } from "../../ui/text/visually-hidden.tsx";
import { PersistedList } from "../platform/lists/persisted-list.tsx";
import { olderPages, pageRows } from "../platform/lists/paged-rows.ts";
import { LoginWanted } from "../session/login-wanted.tsx";
import { authorizedAtom } from "../session/session-atoms.ts";
import { LateContent } from "../trade/late-content.tsx";
import { OwnPanel, type ListScope } from "../trade/own-orders/own-panel.tsx";
import { useSelection } from "../trade/own-orders/use-selection.ts";
import { useOrderPollMs } from "../trade/own-orders/use-own-stream.ts";
import { ClosedCard } from "./positions/closed-card.tsx";
import { CloseAllSheet } from "./positions/close-all-sheet.tsx";
import { withProfits } from "./positions/close-form.ts";
import { ContractCancelAllSheet } from "./orders/contract-cancel-all-sheet.tsx";
import { PendingRow } from "./orders/pending-row.tsx";
import { PositionCard } from "./positions/position-card.tsx";
import {
  closedPagesQuery,
  openContractOrdersQuery,
  positionsQuery,
} from "./figures/contract-queries.ts";
import { PositionSheets, type OpenedSheet } from "./position-sheets.tsx";
import { useContractEndText, usePositionStream } from "./use-position-stream.ts";
import { usePositionStops } from "./use-position-stops.ts";

const loadPositions = () =>
  import("./positions/desk-positions.tsx").then((loaded) => loaded.DeskPositions);
const loadOrders = () =>
  import("./orders/desk-contract-orders.tsx").then((loaded) => loaded.DeskContractOrders);

/** Whether positions and orders of one contract or of all are shown. */
const positionScopeAtom = atom<ListScope>("all");

export type ContractTab = "position" | "pending" | "closed";

/** While positions are open they are read this often, for the figures at the venue's mark price. */
const positionsEveryMs = 5000;

export interface PositionsPanelProps {
  /** The contract on screen. */
  contractCode: string;
  /** Undefined until the user has chosen. */
  tab: ContractTab | undefined;
  onTab: (tab: ContractTab) => void;
}

/** The user's positions, waiting contract orders and closed positions, of this contract or of all. */
export const PositionsPanel = memo(function PositionsPanel({
  contractCode,
  tab = "position",
  onTab,
}: PositionsPanelProps) {
  const { t } = useLingui();
  const authorized = useAtomValue(authorizedAtom);
  const [scope, setScope] = useAtom(positionScopeAtom);
  const code = scope === "here" ? contractCode : undefined;
  const pollMs = useOrderPollMs();
  const open = useQuery({
    ...positionsQuery(),
    enabled: authorized,
    refetchInterval: Math.min(positionsEveryMs, pollMs),
    refetchOnMount: "always",
  });
  const waiting = useQuery({
    ...openContractOrdersQuery(),
    enabled: authorized,
    refetchInterval: pollMs,
    refetchOnMount: "always",
  });
  const closed = useInfiniteQuery({
    ...closedPagesQuery(code),
    enabled: authorized,
    refetchInterval: 10 * pollMs,
  });
  const within = <Row extends { contract_code: string }>(rows: readonly Row[] | undefined) =>
    rows?.filter((row) => code === undefined || row.contract_code === code);
  const positions = within(open.data?.list);
  const orders = within(waiting.data?.list);
  const isDesk = useMedia(deskScreen);
  const [opened, setOpened] = useState<OpenedSheet | null>(null);
  const stops = usePositionStops();
  const closing = useSelection(positions, isDesk);
  const cancelling = useSelection(orders, isDesk);
  const [toClose, toCancel] = [closing.count, cancelling.count];
  const spoken = useContractEndText()(usePositionStream());
  const openedId = opened !== null && "position" in opened ? opened.position.id : undefined;

  function list(): ReactNode {
    switch (tab) {
      case "position":
        return (
          <PersistedList
            rows={positions}
            query={open}
            missing={t`Your positions did not arrive`}
            empty={<Nothing tab={tab} />}
            table={
              isDesk
                ? (rows) => (
                    <LateContent
                      load={loadPositions}
                      props={{
                        positions: rows,
                        stop: stops.close,
                        selection: closing.selection,
                        onAct: (act, position) => setOpened({ act, position }),
                      }}
                    />
                  )
                : undefined
            }
            row={(position) => (
              <PositionCard
                position={position}
                stop={stops.close}
                onAct={(act) => setOpened({ act, position })}
              />
            )}
          />
        );
      case "pending":
        return (
          <PersistedList
            rows={orders}
            query={waiting}
            missing={t`Your orders did not arrive`}
            empty={<Nothing tab={tab} />}
            table={
              isDesk
                ? (rows) => (
                    <LateContent
                      load={loadOrders}
                      props={{
                        orders: rows,
                        selection: cancelling.selection,
                        onAct: (act, order) => setOpened({ act, order }),
                      }}
                    />
                  )
                : undefined
            }
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
      case "closed":
        return (
          <PersistedList
            rows={pageRows(closed.data)}
            query={closed}
            missing={t`Your closed positions did not arrive`}
            empty={<Nothing tab={tab} />}
            more={olderPages(closed, t`Show older positions`)}
            row={(one) => <ClosedCard closed={one} />}
          />
        );
    }
  }

  return (
    <>
      <OwnPanel
        label={t`Your contracts`}
        tab={tab}
        onTab={onTab}
        tabs={[
          { id: "position", label: t`Position`, count: positions?.length },
          { id: "pending", label: t`Pending order`, count: orders?.length },
          { id: "closed", label: t`Closed position`, count: closed.data?.pages[0]?.total },
        ]}
        scope={{
          label: t`Positions of which contract`,
          here: contractCode,
          all: t`All contracts`,
          value: scope,
          onValue: setScope,
        }}
        acts={
          tab === "position" && positions !== undefined && positions.length > 0 ? (
            <Button look="quiet" size="small" onClick={closing.ask}>
              {toClose > 0
                ? t`Close chosen (${toClose})`
                : t({ context: "positions", message: "Close all" })}
            </Button>
          ) : tab === "pending" && orders !== undefined && orders.length > 0 ? (
            <Button look="quiet" size="small" onClick={cancelling.ask}>
              {toCancel > 0 ? t`Cancel chosen (${toCancel})` : t`Cancel all`}
            </Button>
          ) : undefined
        }
        visitor={
          <LoginWanted compact title={t`Positions appear here`}>
            <Trans>Log in to open positions with paper money.</Trans>
          </LoginWanted>
        }
      >
        {list()}
      </OwnPanel>
      <PositionSheets
        opened={opened}
        current={open.data?.list.find(({ id }) => id === openedId)}
        stops={stops}
        onClose={() => setOpened(null)}
      />
      <CloseAllSheet
        open={closing.sheet.open}
        onClose={closing.sheet.onClose}
        positions={withProfits(closing.sheet.chosen ?? positions ?? [])}
        isOfChosen={closing.sheet.chosen !== undefined}
        code={code}
        stop={stops.close}
      />
      <ContractCancelAllSheet {...cancelling.sheet} waiting={orders ?? []} code={code} />
      <VisuallyHidden>
        <span role="status">{spoken}</span>
      </VisuallyHidden>
    </>
  );
});

function Nothing({ tab }: { tab: ContractTab }) {
  const { t } = useLingui();
  switch (tab) {
    case "position":
      return (
        <EmptyState compact title={t`Positions appear here`}>
          <Trans>
            Open long or short to begin. It is all paper money: nothing real can be lost.
          </Trans>
        </EmptyState>
      );
    case "pending":
      return (
        <EmptyState compact title={t`No waiting orders`}>
          <Trans>A limit order waits here for its price; it can be cancelled meanwhile.</Trans>
        </EmptyState>
      );
    case "closed":
      return (
        <EmptyState compact title={t`No closed positions yet`}>
          <Trans>What became of a position stays here: profit, fees and funding.</Trans>
        </EmptyState>
      );
  }
}
