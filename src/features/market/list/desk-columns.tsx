import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { marketEndpoints, type ContractFiguresRow } from "#protocol/api/market.ts";
import { read } from "../../../api/query.ts";
import { formatCompact, formatPercent, NO_NUMBER } from "../../../lib/format.ts";
import { VisuallyHidden } from "../../../ui/text/visually-hidden.tsx";
import { useDataSaver } from "../feed/data-saver.ts";
import { percentOfFraction } from "../feed/percent-of-fraction.ts";
import { arrangeByFigure, type FigureSort, nextFigureSort } from "./figure-order.ts";
import type { MoreColumns } from "./more-columns.ts";
import { SortHead } from "./sort-bar.tsx";
import styles from "./desk-columns.module.css";

/** Funding changes with the mark, open interest with what people do: neither by the second. */
const readEveryMs = 10_000;

/** Funding rate and open interest as columns of a list of contracts, for where it is wide enough. */
export function useContractColumns(isWanted: boolean): MoreColumns | undefined {
  const { t, i18n } = useLingui();
  const saving = useDataSaver();
  const { data, isError, fetchStatus } = useQuery({
    ...read(marketEndpoints.contractFigures, {}),
    enabled: isWanted,
    refetchInterval: saving ? 3 * readEveryMs : readEveryMs,
  });
  const [sort, setSort] = useState<FigureSort | null>(null);
  // What cannot be read now is not shown as if it were of now.
  const rows = isError || fetchStatus === "paused" ? undefined : data;
  const names = useMemo(() => ({ funding: t`Funding`, interest: t`Open interest` }), [t]);
  const figures = useMemo(() => new Map(rows?.map((row) => [row.symbol, row])), [rows]);
  const cells = useCallback(
    (symbol: string) => {
      const row = figures.get(symbol);
      const cell = (name: string, text: string) => (
        <span role="cell" className={styles.cell}>
          <VisuallyHidden>{name} </VisuallyHidden>
          {text}
        </span>
      );
      return (
        <>
          {cell(names.funding, fundingText(row, i18n.locale))}
          {cell(names.interest, interestText(row, i18n.locale))}
        </>
      );
    },
    [figures, names, i18n.locale],
  );
  if (!isWanted) return undefined;
  const hints = {
    funding: t`What longs pay shorts at the next funding, of the position's worth; below zero shorts pay longs.`,
    interest: t`What the people of this venue hold open, at the last price.`,
  };
  const head = (key: FigureSort["key"]) => (
    <span className={styles.head}>
      <SortHead
        label={names[key]}
        hint={hints[key]}
        descending={sort?.key === key ? sort.descending : undefined}
        onPress={() => setSort(nextFigureSort(sort, key))}
      />
    </span>
  );
  return {
    heads: (
      <>
        {head("funding")}
        {head("interest")}
      </>
    ),
    cells,
    arrange: (symbols) => (sort ? arrangeByFigure(symbols, figures, sort) : symbols),
    isSorting: sort !== null,
    onUsualSort: () => setSort(null),
  };
}

function fundingText(row: ContractFiguresRow | undefined, locale: string): string {
  return row?.funding_rate
    ? formatPercent(percentOfFraction(row.funding_rate), locale, 4)
    : NO_NUMBER;
}

/** In the quote currency. */
function interestText(row: ContractFiguresRow | undefined, locale: string): string {
  return row?.open_interest_value ? formatCompact(row.open_interest_value, locale) : NO_NUMBER;
}
