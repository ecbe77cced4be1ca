import { Trans, useLingui } from "@lingui/react/macro";
import { useAtom, useAtomValue } from "jotai";
import { useState } from "react";
import { SearchIcon, StarIcon } from "../../ui/action-icons.tsx";
import { Button } from "../../ui/button.tsx";
import { Chip, ChipRow } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Tabs } from "../../ui/tabs.tsx";
import { favouritesAtom } from "./collects-atom.ts";
import { marketChoiceAtoms, type MarketTab } from "./market-choice-atom.ts";
import { MarketListTrouble } from "./market-list-trouble.tsx";
import { byVolume, type Course, type Sort } from "./market-order.ts";
import { MarketSearchField } from "./market-search-field.tsx";
import { SearchScope } from "./search-scope.tsx";
import { settledMarkets } from "./settled-markets.ts";
import { SortBar } from "./sort-bar.tsx";
import { TickerList } from "./ticker-list.tsx";
import { useMarketList, type Scope } from "./use-market-list.ts";
import { useSettledFavourites } from "./use-settled-favourites.ts";
import styles from "./market-list.module.css";

/** The order each tab has by itself. */
const usualSorts: Record<MarketTab, Sort> = {
  favourites: byVolume,
  volume: byVolume,
  gainers: { key: "change", descending: true },
  losers: { key: "change", descending: false },
  all: { key: "symbol", descending: false },
};

const courses: Partial<Record<MarketTab, Course>> = { gainers: "risen", losers: "fallen" };

const starterCount = 5;

export interface MarketListProps {
  /** Whose choice of tab and order it is. */
  place: keyof typeof marketChoiceAtoms;
  /** The one product whose markets are offered; without it the person chooses. */
  product?: Scope | undefined;
  /** Rows shown of the most traded, the risers and the fallers before all are asked for. */
  short?: number | undefined;
  /** What is searched for at first. */
  find?: string | undefined;
  onOpen: (symbol: string, scope: Scope) => void;
}

/** Markets to look through: searched, by tab, by product, in the order of any column. */
export function MarketList({ place, product, short, find = "", onOpen }: MarketListProps) {
  const { t } = useLingui();
  const favourites = useSettledFavourites(useAtomValue(favouritesAtom));
  const [choice, setChoice] = useAtom(marketChoiceAtoms[place]);
  const [search, setSearch] = useState(find);
  const { tab, sort: own } = choice;
  const searching = search.trim() !== "";
  const scope = product ?? (tab === "all" && !searching ? choice.scope : "coin");
  const usual = searching ? byVolume : usualSorts[tab];
  const { symbols, known } = useMarketList({
    scope,
    sort: own ?? usual,
    search,
    only: tab === "favourites" ? favourites : undefined,
    course: courses[tab],
  });
  const shown =
    short === undefined || searching || tab === "favourites" || tab === "all"
      ? symbols
      : symbols.slice(0, short);
  const total = symbols.length;

  const choose = (change: Partial<typeof choice>) => {
    settledMarkets.renew();
    setChoice({ ...choice, ...change });
  };
  const open = (symbol: string) => onOpen(symbol, scope);

  const list =
    known === 0 ? (
      <MarketListTrouble />
    ) : total > 0 ? (
      <>
        <TickerList
          symbols={shown}
          onOpen={open}
          head={<SortBar own={own} usual={usual} onSort={(sort) => choose({ sort })} />}
        />
        {shown.length < total && (
          <div className={styles.more}>
            <Button
              look="quiet"
              onClick={() => choose({ tab: "all", scope: "coin", sort: own ?? usual })}
            >
              <Trans>Show all markets</Trans>
            </Button>
          </div>
        )}
        <p className={styles.note}>
          <Trans>Rows change places only while you leave the list alone.</Trans>
        </p>
      </>
    ) : searching ? (
      <EmptyState compact icon={<SearchIcon />} title={t`No market for “${search}”`}>
        <Trans>Try the currency's short name, such as ETH.</Trans>
      </EmptyState>
    ) : tab === "favourites" ? (
      <Starter scope={scope} onOpen={open} />
    ) : (
      <EmptyState
        compact
        title={
          tab === "gainers"
            ? t`No market has risen in the last 24 hours`
            : t`No market has fallen in the last 24 hours`
        }
      />
    );

  return (
    <div className={styles.markets}>
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
            { id: "all", label: t`All` },
          ]}
          selected={tab}
          onSelect={(chosen) => choose({ tab: chosen, sort: null })}
        >
          {product === undefined && tab === "all" && (
            <div className={styles.products}>
              <ChipRow label={t`Which product`}>
                <Chip
                  selected={scope === "coin"}
                  onClick={() => choose({ scope: "coin" })}
                >{t`Coins`}</Chip>
                <Chip
                  selected={scope === "contract"}
                  onClick={() => choose({ scope: "contract" })}
                >{t`Contracts`}</Chip>
                <Chip
                  selected={scope === "second"}
                  onClick={() => choose({ scope: "second" })}
                >{t`Seconds`}</Chip>
              </ChipRow>
            </div>
          )}
          {list}
        </Tabs>
      )}
    </div>
  );
}

/** No favourites yet: how to get them, and a few to begin with. */
function Starter({ scope, onOpen }: { scope: Scope; onOpen: (symbol: string) => void }) {
  const { t } = useLingui();
  const { symbols } = useMarketList({ scope, sort: byVolume, search: "" });
  return (
    <>
      <EmptyState compact icon={<StarIcon />} title={t`No favourites yet`}>
        <Trans>Tap the star beside a market to keep it here. Much traded now:</Trans>
      </EmptyState>
      <TickerList
        symbols={symbols.slice(0, starterCount)}
        onOpen={onOpen}
        label={t`Much traded markets`}
      />
    </>
  );
}
