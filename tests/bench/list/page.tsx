/** What `tests/bench/list.ts` runs in Chromium: the app's own list of markets, and the same rows written to directly. */
import "../../../src/styles/tokens.css";
import "../../../src/styles/reset.css";
import { i18n } from "@lingui/core";
import { I18nProvider } from "@lingui/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createStore, Provider } from "jotai";
import { createRoot, type Root } from "react-dom/client";
import type { TickerRow } from "#protocol/api/market.ts";
import { loadRuntimeConfig } from "../../../src/api/config.ts";
import { liveFeed } from "../../../src/features/market/feed/live-feed.ts";
import { MarketList } from "../../../src/features/market/list/market-list.tsx";
import { marketStore } from "../../../src/features/market/feed/market-store.ts";
import { symbolsQuery } from "../../../src/features/market/feed/market-queries.ts";
import { activateLocale } from "../../../src/i18n/activate.ts";
import { rowsOf, symbolRows } from "./rows.ts";

/** `still`: nothing moves; the frames there are the most that this machine can show. */
export type Lane = "still" | "direct" | "app";
export type Feed = "objects" | "frames";

const variants = 10;
let root: Root | undefined;
let frames = 0;
let batches = 0;

function mount(count: number): void {
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  client.setQueryData(symbolsQuery().queryKey, symbolRows(count));
  const host = document.getElementById("root");
  if (!host) throw new Error("no root");
  root = createRoot(host);
  root.render(
    <Provider store={createStore()}>
      <QueryClientProvider client={client}>
        <I18nProvider i18n={i18n}>
          <MarketList place="home" onOpen={() => undefined} />
        </I18nProvider>
      </QueryClientProvider>
    </Provider>,
  );
}

/** The rows as they stand, without what moves them: figures are text nodes written to, once a frame, of the rows in sight alone. */
function writeDirectly(take: (listen: (rows: readonly TickerRow[]) => void) => void): void {
  const host = document.getElementById("root");
  if (!host || !root) throw new Error("nothing is mounted");
  const html = host.innerHTML;
  root.unmount();
  host.innerHTML = html;
  const held = new Map<string, TickerRow>();
  const price = new Intl.NumberFormat("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  const percent = new Intl.NumberFormat("en-US", {
    style: "percent",
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    signDisplay: "exceptZero",
  });
  const short = new Intl.NumberFormat("en-US", {
    notation: "compact",
    maximumSignificantDigits: 3,
  });
  const places = [...host.querySelectorAll<HTMLElement>("[data-symbol]")].map((row) => {
    const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
    const nodes: Text[] = [];
    for (let node = texts.nextNode(); node; node = texts.nextNode())
      if (/^(?:Vol |[+−]?[\d.,]+%?$)/.test(node.nodeValue ?? "")) nodes.push(node as Text);
    return { symbol: row.dataset["symbol"] ?? "", nodes };
  });
  let asked = 0;
  const write = () => {
    asked = 0;
    for (const { symbol, nodes } of places) {
      const row = held.get(symbol);
      const [volume, close, change] = nodes;
      if (!row || !volume || !close || !change) continue;
      volume.data = `Vol ${short.format(row.vol)}`;
      close.data = price.format(row.close);
      change.data = percent.format(row.change);
    }
  };
  take((rows) => {
    batches += 1;
    for (const row of rows) held.set(row.symbol, row);
    asked ||= requestAnimationFrame(write);
  });
}

/** Ten batches a second of rows that are there already, each newer than the last. */
function fromMemory(count: number, listen: (rows: readonly TickerRow[]) => void): void {
  const made = Array.from({ length: variants }, (_, at) => rowsOf(count, at, Date.now()));
  let at = 0;
  setInterval(() => {
    const now = Date.now();
    const rows = (made[at++ % variants] ?? []).map((row) => ({ ...row, ts: now }));
    listen(rows);
  }, 100);
}

/** As our stream speaks, with nothing but the parsing. */
function fromSocket(listen: (rows: readonly TickerRow[]) => void): void {
  const socket = new WebSocket(`ws://${location.host}/api/ws`);
  socket.addEventListener("open", () =>
    socket.send(JSON.stringify({ sub: "market.rank", id: "rank" })),
  );
  socket.addEventListener("message", ({ data }) => {
    const message = JSON.parse(data as string) as { ch?: string; tick?: TickerRow[] };
    if (message.ch === "market.rank" && message.tick) listen(message.tick);
  });
}

const rowsInSight = () => document.querySelectorAll("[data-symbol]").length;

export const bench = {
  async start(lane: Lane, feed: Feed, count: number): Promise<number> {
    localStorage.setItem(
      "godwit:markets",
      JSON.stringify({ tab: "volume", scope: "coin", sort: null }),
    );
    marketStore.take(rowsOf(count, 0, Date.now() - 1), { wholeRank: true });
    await activateLocale("en-US");
    mount(count);
    await new Promise((done) => setTimeout(done, 1500));
    const nextFrame = () => {
      frames += 1;
      requestAnimationFrame(nextFrame);
    };
    requestAnimationFrame(nextFrame);
    if (lane === "app") marketStore.subscribeBatches(() => (batches += 1));
    if (lane === "direct")
      writeDirectly((listen) =>
        feed === "objects" ? fromMemory(count, listen) : fromSocket(listen),
      );
    else if (lane === "still") return rowsInSight();
    else if (feed === "objects") fromMemory(count, (rows) => marketStore.take(rows));
    else {
      await loadRuntimeConfig();
      liveFeed.start();
    }
    return rowsInSight();
  },
  frames: () => frames,
  batches: () => batches,
  /** What the first row says, to see that it moves. */
  firstRow: () => document.querySelector<HTMLElement>("[data-symbol]")?.innerText ?? "",
};

Object.assign(globalThis, { bench });
