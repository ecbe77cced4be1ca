import {
  notifyManager,
  type QueryClient,
  useQueries,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect } from "react";
import * as v from "valibot";
import { marketEndpoints, type FundingRow } from "#protocol/api/market.ts";
import { inLiveFrame } from "../../../lib/live-frame.ts";
import { useDataSaver } from "../../market/feed/data-saver.ts";
import { liveFeed } from "../../market/feed/live-feed.ts";
import { fundingQuery } from "../../market/feed/market-queries.ts";
import { useStreaming } from "../../market/feed/use-streaming.ts";

/** Pauses between reads. Beside the stream a read only follows where it has been silent for so long. */
const pollMs = { polled: 1000, streamed: 5000, saving: 5000 } as const;

/** Mark, index and funding rate of a contract as they move, with the state of their query. */
export function useContractPricesQuery(contractCode: string | undefined) {
  const pace = useStreamedPrices(contractCode === undefined ? [] : [contractCode]);
  return useQuery({
    ...fundingQuery(contractCode ?? ""),
    ...pace,
    enabled: contractCode !== undefined,
  });
}

/** Mark, index and funding rate of a contract as they move. */
export function useContractPrices(contractCode: string | undefined): FundingRow | undefined {
  const { data } = useContractPricesQuery(contractCode);
  return contractCode === undefined ? undefined : data;
}

/** The same of several contracts, each in its query's place. */
export function useManyContractPrices(contractCodes: readonly string[]) {
  const pace = useStreamedPrices(contractCodes);
  return useQueries({
    queries: contractCodes.map((code) => ({ ...fundingQuery(code), ...pace })),
  });
}

const arrived = new Map<string, FundingRow>();

/** The stream says each contract's prices by itself, all of them at once: together they render once. */
function takeInLiveFrame(client: QueryClient, row: FundingRow): void {
  if (arrived.size === 0) inLiveFrame(() => takeArrived(client));
  arrived.set(row.contract_code, row);
}

function takeArrived(client: QueryClient): void {
  notifyManager.batch(() => {
    for (const [code, row] of arrived)
      client.setQueryData<FundingRow>(fundingQuery(code).queryKey, (before) =>
        before && before.ts > row.ts ? before : row,
      );
  });
  arrived.clear();
}

/** Writes what the stream says of the contracts into their queries, and says how often these are to be read beside it. */
function useStreamedPrices(contractCodes: readonly string[]) {
  const client = useQueryClient();
  const saving = useDataSaver();
  const streaming = useStreaming();
  const codes = contractCodes.join();
  useEffect(() => {
    if (codes === "") return;
    const stops = codes.split(",").map((code) =>
      liveFeed.subscribeUnlessSaving(`market.${code}.funding`, (tick) => {
        const row = v.safeParse(marketEndpoints.funding.data, tick);
        if (!row.success || row.output.contract_code !== code) return;
        takeInLiveFrame(client, row.output);
      }),
    );
    return () => stops.forEach((stop) => stop());
  }, [client, codes]);
  return {
    staleTime: 0,
    // Each push begins the pause again.
    refetchInterval: saving ? pollMs.saving : streaming ? pollMs.streamed : pollMs.polled,
  };
}
