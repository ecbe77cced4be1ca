import { InfiniteQueryObserver, type QueryClient } from "@tanstack/react-query";
import { walletEndpoints, type Bill } from "#protocol/wallet.ts";
import { call } from "../../api/call.ts";
import { exportPageSize, type ExportSource } from "./export-gather.ts";
import { mergeBills, readKeptExport } from "./export-kept.ts";
import { billPagesQuery } from "./queries.ts";

/** The entries as the venue gives them. */
export const venueSource: ExportSource = {
  page: ({ from, to }, page, signal) =>
    call(
      walletEndpoints.tradeRecord,
      {
        page,
        size: exportPageSize,
        ...(from !== undefined && { start_time: from }),
        ...(to !== undefined && { end_time: to }),
      },
      { quiet: true, signal },
    ),
  balances: async (signal) =>
    (await call(walletEndpoints.walletBalance, {}, { quiet: true, signal })).balances,
};

/** What this device has of the whole history, newest first: the last export's pages and those of the list on screen. */
export async function keptBills(
  client: QueryClient,
  userId: string,
  window: { from: number | undefined; to: number | undefined },
): Promise<Bill[]> {
  // Asks nobody: a list that nobody looked at in this visit comes as the device kept it.
  const listed =
    new InfiniteQueryObserver(client, billPagesQuery({}))
      .getCurrentResult()
      .data?.pages.flatMap(({ list }) => list) ?? [];
  const exported = (await readKeptExport(userId))?.pages.flatMap(({ list }) => list) ?? [];
  return mergeBills([exported, listed], window);
}
