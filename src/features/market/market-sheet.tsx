import { Trans, useLingui } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { SearchIcon, StarIcon } from "../../ui/action-icons.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Sheet } from "../../ui/sheet.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { collectsAtom } from "./collects-atom.ts";
import type { Sort } from "./market-order.ts";
import { MarketSearchField } from "./market-search-field.tsx";
import { SearchScope } from "./search-scope.tsx";
import { SortBar } from "./sort-bar.tsx";
import { TickerList } from "./ticker-list.tsx";
import { useMarketList, type Scope } from "./use-market-list.ts";
import styles from "./market-sheet.module.css";

export interface MarketSheetProps {
  scope: Scope;
  open: boolean;
  onClose: () => void;
  onPick: (symbol: string) => void;
}

/** Chooses a market: search, favourites, all. */
export function MarketSheet({ scope, open, onClose, onPick }: MarketSheetProps) {
  const { t } = useLingui();
  return (
    <Sheet open={open} onClose={onClose} title={t`Choose a market`} closeLabel={t`Close`}>
      <MarketChoice scope={scope} onPick={onPick} />
    </Sheet>
  );
}

function MarketChoice({ scope, onPick }: Pick<MarketSheetProps, "scope" | "onPick">) {
  const { t } = useLingui();
  const collects = useAtomValue(collectsAtom);
  const [tab, setTab] = useState<"favourites" | "all">("all");
  const [sort, setSort] = useState<Sort>({ key: "vol", descending: true });
  const [search, setSearch] = useState("");
  const { symbols, known } = useMarketList({ scope, sort, search, only: tab === "favourites" ? collects : undefined });

  const searching = search.trim() !== "";
  const list =
    known === 0 ? (
      <SkeletonRows count={8} />
    ) : symbols.length > 0 ? (
      <>
        <SortBar sort={sort} onSort={setSort} />
        <TickerList symbols={symbols} onOpen={onPick} />
      </>
    ) : searching ? (
      <EmptyState compact icon={<SearchIcon />} title={t`No market for “${search}”`}>
        <Trans>Try the currency's short name, such as ETH.</Trans>
      </EmptyState>
    ) : (
      <EmptyState compact icon={<StarIcon />} title={t`No favourites here yet`}>
        <Trans>Tap the star beside a market to find it here.</Trans>
      </EmptyState>
    );

  return (
    <div className={styles.choice}>
      <MarketSearchField value={search} onValue={setSearch} />
      <div className={styles.tabs}>
        {searching ? (
          <>
            <SearchScope found={symbols.length} />
            {list}
          </>
        ) : (
          <Tabs
            label={t`Which markets`}
            tabs={[
              { id: "favourites", label: t`Favourites` },
              { id: "all", label: t`All` },
            ]}
            selected={tab}
            onSelect={setTab}
          >
            {list}
          </Tabs>
        )}
      </div>
    </div>
  );
}
