import { InfiniteQueryObserver, type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useEffect, useRef, useState } from "react";
import { type Bill, walletEndpoints } from "#protocol/api/wallet.ts";
import { call } from "../../../../api/call.ts";
import { venueNow } from "../../../../api/venue-clock.ts";
import { sessionAtom } from "../../../session/session-atoms.ts";
import { billPagesQuery } from "../bill-queries.ts";
import { storeExportPage, mergeBills, readStoredExport } from "./export-cache.ts";
import type { ExportCheck } from "./export-check.ts";
import {
  type ExportFacts,
  type ExportFormat,
  byteOrderMark,
  exportFileName,
  isTable,
} from "./export-format.ts";
import {
  type BillWindow,
  type ExportCursor,
  type ExportSource,
  type ExportedFile,
  exportPageSize,
  gatherBills,
  isComplete,
  readEnd,
  writeExport,
} from "./export-gather.ts";

interface ExportRequest {
  format: ExportFormat;
  window: BillWindow;
  /** Whether the file begins with a byte order mark, for Excel. */
  withMark: boolean;
  online: boolean;
}

type ExportState =
  | { kind: "idle" }
  | { kind: "running"; read: number; total: number }
  /** Stopped by the person or by a failure. The pages read are stored, so it can continue. */
  | { kind: "stopped"; isFailure: boolean; read: number; total: number }
  | { kind: "nothing" }
  | { kind: "done"; file: File; check: ExportCheck; facts: ExportFacts };

/** How long an unfinished export can be continued. */
const freshMs = 24 * 3600_000;

/** Makes a file of the whole account on this device. It can be stopped and continued, and checks the result. */
export function useExport() {
  const client = useQueryClient();
  const store = useStore();
  const [state, setState] = useState<ExportState>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);
  const cursor = useRef<ExportCursor | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function begin(request: ExportRequest): Promise<void> {
    const userId = store.get(sessionAtom)?.id;
    if (userId === undefined || running.current !== null) return;
    const abort = new AbortController();
    running.current = abort;
    const progress = { read: 0, total: 0 };
    setState({ kind: "running", ...progress });
    try {
      const made = request.online ? await fromVenue() : await fromDevice();
      setState(
        made === null
          ? { kind: "nothing" }
          : { kind: "done", file: fileOf(made, request), check: made.check, facts: made.facts },
      );
    } catch {
      setState({ kind: "stopped", isFailure: !abort.signal.aborted, ...progress });
    } finally {
      running.current = null;
    }

    async function fromVenue(): Promise<ExportedFile> {
      const stored = cursor.current ?? (await readStoredExport(userId ?? ""));
      const at = venueNow();
      const continues =
        stored !== null &&
        !isComplete(stored) &&
        isSame(stored.window, request.window) &&
        at - stored.at < freshMs;
      const order = {
        source: storing(
          userId ?? "",
          continues ? stored : { window: request.window, at, pages: [] },
        ),
        signal: abort.signal,
      };
      const { current } = cursor;
      if (current === null) throw new Error("There is no cursor");
      await gatherBills({
        ...order,
        cursor: current,
        onProgress: (read, total) => {
          Object.assign(progress, { read, total });
          setState({ kind: "running", ...progress });
        },
      });
      const end = await readEnd({ ...order, cursor: current });
      const pages = current.pages.map(({ list }) => list);
      cursor.current = null;
      return writeExport(request.format, pages, {
        ...end,
        isFromStart: request.window.from === undefined,
        facts: factsOf(pages.at(-1)?.at(-1)?.create_time, current.at, false),
      });
    }

    /** Stores each page as it arrives, while its owner is logged in. */
    function storing(owner: string, begun: ExportCursor): typeof venueSource {
      cursor.current = begun;
      return {
        ...venueSource,
        page: async (window, page, signal) => {
          const read = await venueSource.page(window, page, signal);
          if (page === begun.pages.length + 1 && store.get(sessionAtom)?.id === owner)
            void storeExportPage(owner, { ...begun, pages: [...begun.pages, read] });
          return read;
        },
      };
    }

    async function fromDevice(): Promise<ExportedFile | null> {
      const bills = await storedBills(client, userId ?? "", request.window);
      const [newest, oldest] = [bills[0], bills.at(-1)];
      if (!newest || !oldest) return null;
      return writeExport(request.format, [bills], {
        balances: null,
        isFromStart: false,
        facts: { from: oldest.create_time, to: newest.create_time, isPartial: true },
      });
    }

    function factsOf(oldest: number | undefined, at: number, isPartial: boolean): ExportFacts {
      const to = request.window.to ?? at;
      return { from: request.window.from ?? oldest ?? to, to, isPartial };
    }
  }

  return {
    state,
    begin,
    stop: () => running.current?.abort(),
    reset: () => setState({ kind: "idle" }),
  };
}

function fileOf({ parts, facts }: ExportedFile, { format, withMark }: ExportRequest): File {
  const type = format === "json" ? "application/json" : "text/csv;charset=utf-8";
  return new File(
    [...(withMark && isTable(format) ? [byteOrderMark] : []), ...parts],
    exportFileName(format, facts),
    { type },
  );
}

function isSame(one: BillWindow, other: BillWindow): boolean {
  return one.from === other.from && one.to === other.to;
}

/** Reads entries and balances from the venue. */
const venueSource: ExportSource = {
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

/** The part of the history on this device, newest first: the pages of the last export and of the list on screen. */
async function storedBills(
  client: QueryClient,
  userId: string,
  window: { from: number | undefined; to: number | undefined },
): Promise<Bill[]> {
  // Sends no request: a list that was not opened in this visit comes from the device.
  const listed =
    new InfiniteQueryObserver(client, billPagesQuery({}))
      .getCurrentResult()
      .data?.pages.flatMap(({ list }) => list) ?? [];
  const exported = (await readStoredExport(userId))?.pages.flatMap(({ list }) => list) ?? [];
  return mergeBills([exported, listed], window);
}
