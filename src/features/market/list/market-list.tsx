import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useAtom, useAtomValue } from "jotai";
import { useDeferredValue, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useSteady } from "../../../lib/use-steady.ts";
import { Button } from "../../../ui/actions/button.tsx";
import { IconButton } from "../../../ui/actions/icon-button.tsx";
import { Tabs } from "../../../ui/actions/tabs.tsx";
import { Chip, ChipRow } from "../../../ui/fields/chip.tsx";
import { SearchField } from "../../../ui/fields/search-field.tsx";
import { SearchIcon, StarIcon } from "../../../ui/icons/action-icons.tsx";
import { EmptyState } from "../../../ui/states/empty-state.tsx";
import { ErrorState } from "../../../ui/states/error-state.tsx";
import { SkeletonRows } from "../../../ui/states/skeleton.tsx";
import { favouritesAtom } from "../favourites/favourites.ts";
import { liveFeed } from "../feed/live-feed.ts";
import { symbolsQuery } from "../feed/market-queries.ts";
import { type MarketTab, marketChoiceAtoms } from "./market-choice-atom.ts";
import styles from "./market-list.module.css";
import { type Course, type Sort, byVolume } from "./market-order.ts";
import type { MoreColumns } from "./more-columns.ts";
import { settledMarkets } from "./settled-markets.ts";
import { SortBar } from "./sort-bar.tsx";
import { TickerList } from "./ticker-list.tsx";
import type { Scope } from "#protocol/api/market.ts";
import { useMarketList } from "./use-market-list.ts";

/** The default order of each tab. */
const usualSorts: Record<MarketTab, Sort> = {
  favourites: byVolume,
  volume: byVolume,
  gainers: { key: "change", descending: true },
  losers: { key: "change", descending: false },
  all: { key: "symbol", descending: false },
};

const courses: Partial<Record<MarketTab, Course>> = { gainers: "risen", losers: "fallen" };

const starterCount = 5;

interface MarketListProps {
  /** Which stored choice of tab and order is used. */
  place: keyof typeof marketChoiceAtoms;
  /** The only product whose markets are listed; without it the user chooses. */
  product?: Scope | undefined;
  /**
   * A part of a screen: this many rows in the tabs volume, gainers and losers before the user asks for all, and the
   * search behind a button.
   */
  short?: number | undefined;
  /** The initial search text. */
  find?: string | undefined;
  onOpen: (symbol: string, scope: Scope) => void;
  /** Columns beside the usual ones. */
  more?: MoreColumns | undefined;
}

/** The list of markets: searched, filtered by tab and product, sorted by any column. */
export function MarketList({ place, product, short, find = "", onOpen, more }: MarketListProps) {
  const { t } = useLingui();
  const current = useAtomValue(favouritesAtom);
  const favourites = useSettledFavourites(current);
  const pinned = usePinnedFavourites(current);
  const [choice, setChoice] = useAtom(marketChoiceAtoms[place]);
  const [typed, setTyped] = useState(find);
  const [asksSearch, setAsksSearch] = useState(find !== "");
  const asked = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (asksSearch && find === "") asked.current?.querySelector("input")?.focus();
  }, [asksSearch, find]);
  // The tab or the letter is painted before the rows that it asks for. Rows that prices bring wait for nothing.
  const listed = useDeferredValue(choice);
  const search = useDeferredValue(typed);
  const { tab, sort: own } = listed;
  const searching = search.trim() !== "";
  const scope = product ?? (tab === "all" && !searching ? listed.scope : "coin");
  const usual = searching ? byVolume : usualSorts[tab];
  const { symbols, known } = useMarketList({
    scope,
    sort: own ?? usual,
    search,
    only: tab === "favourites" ? favourites : undefined,
    course: courses[tab],
    // A chosen column sorts all of them.
    first: tab === "volume" && own === null ? pinned : undefined,
  });
  const arranged = more ? more.arrange(symbols) : symbols;
  const shown =
    short === undefined || searching || tab === "favourites" || tab === "all"
      ? arranged
      : arranged.slice(0, short);
  const total = symbols.length;

  const choose = (change: Partial<typeof choice>) => {
    settledMarkets.renew();
    setChoice({ ...choice, ...change });
  };
  // The same function while the list renders, so that its rows need not.
  const open = useSteady((symbol: string) => onOpen(symbol, scope));

  const list =
    known === 0 ? (
      <MarketListTrouble />
    ) : total > 0 ? (
      <>
        <TickerList
          symbols={shown}
          onOpen={open}
          cells={more?.cells}
          head={
            <SortBar
              own={choice.sort}
              usual={usual}
              onSort={(sort) => choose({ sort })}
              more={more}
            />
          }
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

  const instead =
    short !== undefined && asksSearch ? (
      <>
        <div ref={asked} className={styles.asked}>
          <MarketSearchField value={typed} onValue={setTyped} />
          <Button
            look="quiet"
            onClick={() => {
              setTyped("");
              setAsksSearch(false);
            }}
          >{t`Cancel`}</Button>
        </div>
        {searching && <SearchScope found={total} />}
      </>
    ) : searching ? (
      <SearchScope found={total} />
    ) : undefined;

  return (
    <div className={styles.markets}>
      {short === undefined && (
        <div className={styles.search}>
          <MarketSearchField value={typed} onValue={setTyped} />
        </div>
      )}
      <Tabs
        label={t`Which markets`}
        tabs={[
          { id: "favourites", label: t`Favourites` },
          { id: "volume", label: t`Volume` },
          { id: "gainers", label: t`Gainers` },
          { id: "losers", label: t`Losers` },
          { id: "all", label: t`All` },
        ]}
        selected={choice.tab}
        onSelect={(chosen) => choose({ tab: chosen, sort: null })}
        aside={
          short === undefined ? undefined : (
            <IconButton
              label={t`Search markets`}
              icon={<SearchIcon size={20} />}
              onClick={() => setAsksSearch(true)}
            />
          )
        }
        instead={instead}
      >
        {product === undefined && tab === "all" && instead === undefined && (
          <div className={styles.products}>
            <ChipRow label={t`Which product`}>
              <Chip
                selected={choice.scope === "coin"}
                onClick={() => choose({ scope: "coin" })}
              >{t`Coins`}</Chip>
              <Chip
                selected={choice.scope === "contract"}
                onClick={() => choose({ scope: "contract" })}
              >{t`Contracts`}</Chip>
              <Chip
                selected={choice.scope === "second"}
                onClick={() => choose({ scope: "second" })}
              >{t`Seconds`}</Chip>
            </ChipRow>
          </div>
        )}
        {list}
      </Tabs>
    </div>
  );
}

/** Shown without favourites: how to add them, and a few markets to begin with. */
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

/** Searches markets by symbol or name. */
function MarketSearchField({
  value,
  onValue,
}: {
  value: string;
  onValue: (value: string) => void;
}) {
  const { t } = useLingui();
  return (
    <SearchField
      label={t`Search markets`}
      placeholder={t`BTC, Bitcoin…`}
      clearLabel={t`Clear search`}
      value={value}
      onValue={onValue}
    />
  );
}

/** Shown in place of the tabs during a search, which covers all markets whichever tab was open. */
function SearchScope({ found }: { found: number }) {
  return (
    <p className={styles.scope} role="status">
      <Plural
        value={found}
        _0="No market found among all"
        one="# market found among all"
        other="# markets found among all"
      />
    </p>
  );
}

const timeoutMs = 8000;

/** Shown while no market is known: skeleton rows at first, then an error with a retry. */
function MarketListTrouble() {
  const { t } = useLingui();
  const client = useQueryClient();
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), timeoutMs);
    return () => clearTimeout(timer);
  }, []);
  const again = useMutation({
    mutationFn: () => Promise.all([liveFeed.refresh(), client.fetchQuery(symbolsQuery())]),
    networkMode: "always",
    retry: false,
  });
  if (!late) return <SkeletonRows count={8} />;
  return (
    <ErrorState
      compact
      title={t`Prices have not arrived`}
      retryLabel={t`Try again`}
      onRetry={() => again.mutate()}
      busy={again.isPending}
    >
      <Trans>
        The venue cannot be reached, and this device holds no earlier prices. They will show as soon
        as they come.
      </Trans>
    </ErrorState>
  );
}

/**
 * The favourites as a list shows them. A new one appears at once. A removed one keeps its row until the user
 * leaves the list alone, so that the row below does not move under the thumb.
 */
function useSettledFavourites(favourites: readonly string[]): readonly string[] {
  const settled = useSyncExternalStore(
    settledMarkets.subscribe,
    settledMarkets.rows,
    settledMarkets.rows,
  );
  const [last, setHeld] = useState({ settled, favourites, shown: favourites });
  if (last.settled === settled && last.favourites === favourites) return last.shown;
  // After a logout the list is emptied at once.
  const keepsRows = last.settled === settled && favourites.length > 0;
  const shown = keepsRows
    ? [...last.shown, ...favourites.filter((symbol) => !last.shown.includes(symbol))]
    : favourites;
  setHeld({ settled, favourites, shown });
  return shown;
}

/** The favourites that stand first: they move there, and back, only while the user leaves the list alone. */
function usePinnedFavourites(favourites: readonly string[]): readonly string[] {
  const settled = useSyncExternalStore(
    settledMarkets.subscribe,
    settledMarkets.rows,
    settledMarkets.rows,
  );
  const [last, setHeld] = useState({ settled, pinned: favourites });
  if (last.settled === settled) return last.pinned;
  setHeld({ settled, pinned: favourites });
  return favourites;
}
