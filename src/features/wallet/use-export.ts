import { useQueryClient } from "@tanstack/react-query";
import { useStore } from "jotai";
import { useEffect, useRef, useState } from "react";
import { venueNow } from "../../api/venue-clock.ts";
import { sessionAtom } from "../session/session-atoms.ts";
import type { ExportCheck } from "./export-check.ts";
import { byteOrderMark } from "./export-csv.ts";
import {
  gatherBills,
  isComplete,
  readEnd,
  writeExport,
  type BillWindow,
  type ExportCursor,
  type ExportedFile,
} from "./export-gather.ts";
import { keepExportPage, readKeptExport } from "./export-kept.ts";
import { keptBills, venueSource } from "./export-source.ts";
import { exportFileName, isTable, type ExportFacts, type ExportFormat } from "./export-writer.ts";

export interface ExportWish {
  format: ExportFormat;
  window: BillWindow;
  /** For Excel. */
  withMark: boolean;
  online: boolean;
}

export type ExportState =
  | { kind: "idle" }
  | { kind: "running"; read: number; total: number }
  /** By the person or by a failure; what was read is kept for going on. */
  | { kind: "stopped"; isFailure: boolean; read: number; total: number }
  | { kind: "nothing" }
  | { kind: "done"; file: File; check: ExportCheck; facts: ExportFacts };

/** An unfinished export is gone on with for so long. */
const freshMs = 24 * 3600_000;

/** Makes a file of the whole account on this device: reads, can be stopped, goes on where it stopped, and checks. */
export function useExport() {
  const client = useQueryClient();
  const store = useStore();
  const [state, setState] = useState<ExportState>({ kind: "idle" });
  const running = useRef<AbortController | null>(null);
  const cursor = useRef<ExportCursor | null>(null);

  useEffect(() => () => running.current?.abort(), []);

  async function begin(wish: ExportWish): Promise<void> {
    const userId = store.get(sessionAtom)?.id;
    if (userId === undefined || running.current !== null) return;
    const abort = new AbortController();
    running.current = abort;
    const progress = { read: 0, total: 0 };
    setState({ kind: "running", ...progress });
    try {
      const made = wish.online ? await fromVenue() : await fromDevice();
      setState(
        made === null
          ? { kind: "nothing" }
          : { kind: "done", file: fileOf(made, wish), check: made.check, facts: made.facts },
      );
    } catch {
      setState({ kind: "stopped", isFailure: !abort.signal.aborted, ...progress });
    } finally {
      running.current = null;
    }

    async function fromVenue(): Promise<ExportedFile> {
      const kept = cursor.current ?? (await readKeptExport(userId ?? ""));
      const at = venueNow();
      const goesOn =
        kept !== null &&
        !isComplete(kept) &&
        isSame(kept.window, wish.window) &&
        at - kept.at < freshMs;
      const order = {
        source: keeping(userId ?? "", goesOn ? kept : { window: wish.window, at, pages: [] }),
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
      return writeExport(wish.format, pages, {
        ...end,
        isFromStart: wish.window.from === undefined,
        facts: factsOf(pages.at(-1)?.at(-1)?.create_time, current.at, false),
      });
    }

    /** Each page is kept as it comes, while its owner is still there. */
    function keeping(owner: string, begun: ExportCursor): typeof venueSource {
      cursor.current = begun;
      return {
        ...venueSource,
        page: async (window, page, signal) => {
          const read = await venueSource.page(window, page, signal);
          if (page === begun.pages.length + 1 && store.get(sessionAtom)?.id === owner)
            void keepExportPage(owner, { ...begun, pages: [...begun.pages, read] });
          return read;
        },
      };
    }

    async function fromDevice(): Promise<ExportedFile | null> {
      const bills = await keptBills(client, userId ?? "", wish.window);
      const [newest, oldest] = [bills[0], bills.at(-1)];
      if (!newest || !oldest) return null;
      return writeExport(wish.format, [bills], {
        balances: null,
        isFromStart: false,
        facts: { from: oldest.create_time, to: newest.create_time, isPartial: true },
      });
    }

    function factsOf(oldest: number | undefined, at: number, isPartial: boolean): ExportFacts {
      const to = wish.window.to ?? at;
      return { from: wish.window.from ?? oldest ?? to, to, isPartial };
    }
  }

  return {
    state,
    begin,
    stop: () => running.current?.abort(),
    reset: () => setState({ kind: "idle" }),
  };
}

function fileOf({ parts, facts }: ExportedFile, { format, withMark }: ExportWish): File {
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
