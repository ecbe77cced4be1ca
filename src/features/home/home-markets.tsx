import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useAtomValue } from "jotai";
import { useState } from "react";
import { SearchIcon, StarIcon } from "../../ui/action-icons.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { collectsAtom } from "../market/collects-atom.ts";
import type { Course, Sort } from "../market/market-order.ts";
import { MarketSearchField } from "../market/market-search-field.tsx";
import { SearchScope } from "../market/search-scope.tsx";
import { SortBar } from "../market/sort-bar.tsx";
import { TickerList } from "../market/ticker-list.tsx";
import { useMarketList } from "../market/use-market-list.ts";
import { RankTrouble } from "./rank-trouble.tsx";
import styles from "./home-markets.module.css";

type Tab = "favourites" | "volume" | "gainers" | "losers";

const sorts: Record<Tab, Sort> = {
  favourites: { key: "vol", descending: true },
  volume: { key: "vol", descending: true },
  gainers: { key: "change", descending: true },
  losers: { key: "change", descending: false },
};

const courses: Partial<Record<Tab, Course>> = { gainers: "risen", losers: "fallen" };

const shortCount = 30;
const starterCount = 5;

/** The markets: favourites, the most traded, the risers and the fallers; searched and sorted. */
export function HomeMarkets() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const collects = useAtomValue(collectsAtom);
  const [tab, setTab] = useState<Tab>("volume");
  const [ownSort, setOwnSort] = useState<Sort | null>(null);
  const [search, setSearch] = useState("");
  const [whole, setWhole] = useState(false);
  const sort = ownSort ?? sorts[tab];
  const { symbols, known } = useMarketList({ scope: "coin", sort, search, only: tab === "favourites" ? collects : undefined, course: courses[tab] });
  const total = symbols.length;
  const searching = search.trim() !== "";
  const shown = whole || searching ? symbols : symbols.slice(0, shortCount);

  const open = (symbol: string) => void navigate({ to: "/coins", search: { symbol } });

  const list =
    known === 0 ? (
      <RankTrouble fallback={<SkeletonRows count={8} />} />
    ) : symbols.length > 0 ? (
      <>
        <SortBar sort={sort} onSort={setOwnSort} />
        <TickerList symbols={shown} onOpen={open} />
        {shown.length < symbols.length && (
          <div className={styles.more}>
            <Button look="quiet" onClick={() => setWhole(true)}>
              <Trans>Show all {total} markets</Trans>
            </Button>
          </div>
        )}
      </>
    ) : searching ? (
      <EmptyState compact icon={<SearchIcon />} title={t`No market for “${search}”`}>
        <Trans>Try the currency's short name, such as ETH.</Trans>
      </EmptyState>
    ) : tab === "favourites" ? (
      <Starter onOpen={open} />
    ) : (
      <EmptyState compact title={tab === "gainers" ? t`No market has risen in the last 24 hours` : t`No market has fallen in the last 24 hours`} />
    );

  return (
    <section className={styles.markets} aria-label={t`Markets`}>
      <div className={styles.search}>
        <MarketSearchField value={search} onValue={setSearch} />
      </div>
      {searching ? (
        <>
          <SearchScope found={total} />
          {list}
        </>
      ) : (
        <Tabs
          label={t`Which markets`}
          tabs={[
            { id: "favourites", label: t`Favourites` },
            { id: "volume", label: t`Volume` },
            { id: "gainers", label: t`Gainers` },
            { id: "losers", label: t`Losers` },
          ]}
          selected={tab}
          onSelect={(chosen) => {
            setTab(chosen);
            setOwnSort(null);
          }}
        >
          {list}
        </Tabs>
      )}
    </section>
  );
}

/** No favourites yet: how to get them, and a few to begin with. */
function Starter({ onOpen }: { onOpen: (symbol: string) => void }) {
  const { t } = useLingui();
  const { symbols } = useMarketList({ scope: "coin", sort: sorts.volume, search: "" });
  return (
    <>
      <EmptyState compact icon={<StarIcon />} title={t`No favourites yet`}>
        <Trans>Tap the star beside a market to keep it here. Much traded now:</Trans>
      </EmptyState>
      <TickerList symbols={symbols.slice(0, starterCount)} onOpen={onOpen} label={t`Much traded markets`} />
    </>
  );
}
