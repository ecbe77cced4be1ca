/**
 * The first market rows, before the app has started: prices that this device has stored, with their age, or those
 * of an early request at a first visit. They are copies of the app's own row, which the build wrote into the page
 * (prerender.tsx), at the place where the app will put them, and are removed when the app takes over.
 */
import { venueNow } from "../api/venue-clock.ts";
import { delayedAfterMs, freshnessOf, type Freshness } from "../features/market/feed/freshness.ts";
import { byVolume, orderSymbols } from "../features/market/list/market-order.ts";
import type { Ticker } from "../features/market/feed/market-store.ts";
import { rowHeightPx } from "../features/market/list/visible-range.ts";
import { isWhole } from "../features/market/feed/whole-ticker.ts";
import { writeFigures } from "../features/market/list/write-figures.ts";
import { formatCompact, formatRelative } from "../lib/format.ts";
import { readLocal } from "../storage/web-storage.ts";
import { discLetters, discShade } from "../ui/figures/coin-disc.ts";

/** The placeholders in the texts of the model row. */
export const modelNames = { base: "{base}", quote: "{quote}" } as const;
/** Where stored prices exist, new ones are awaited no longer than this. */
const timeoutMs = 1500;
export const modelAges = ["delayed", "frozen"] as const satisfies readonly Freshness[];

/** Shows the prices on Home while it lists the most traded markets. Without prices the page stays as it is. */
export async function showFirstRows(prices: unknown): Promise<void> {
  const [rows] = await Promise.all([prices, isParsed()]);
  const page = document.querySelector("#root > [inert]");
  const panel = page?.querySelector("[role=tabpanel]");
  if (!page || !panel || !Array.isArray(rows) || !beginsAsUsual()) return;
  const tickers = new Map(
    (rows as unknown[]).filter(isWhole).map((ticker) => [ticker.symbol, ticker]),
  );
  const ordered = orderSymbols([...tickers.values()], byVolume).flatMap(
    (symbol) => tickers.get(symbol) ?? [],
  );
  const show = () => {
    const list = firstRows(page, ordered, panel);
    if (list) panel.replaceChildren(list);
  };
  show();
  // The rows age while the app has not started.
  const aging = setInterval(
    () => (page.isConnected ? show() : clearInterval(aging)),
    delayedAfterMs,
  );
}

/** The prices in an answer of the venue. */
export async function pricesOf(answer: Promise<Response | undefined>): Promise<unknown> {
  const envelope = (await (await answer)?.json()) as
    | { status?: unknown; data?: unknown }
    | undefined;
  return envelope?.status === 0 ? envelope.data : undefined;
}

/** The prices of the early request, or the stored ones where it takes too long. */
export async function freshOrPersisted(
  answer: Promise<Response | undefined> | undefined,
  persisted: readonly Ticker[],
): Promise<unknown> {
  if (!answer) return persisted;
  const late = new Promise<undefined>(
    (done) => persisted.length > 0 && setTimeout(done, timeoutMs),
  );
  return (await Promise.race([pricesOf(answer).catch(() => undefined), late])) ?? persisted;
}

/** The list with as many rows as fit; undefined where the page has no model row or there are no prices. */
function firstRows(
  page: Element,
  tickers: readonly Ticker[],
  panel: Element,
): DocumentFragment | undefined {
  const template = page.querySelector<HTMLTemplateElement>("template[data-model=list]");
  const list = template?.content.cloneNode(true) as DocumentFragment | undefined;
  const model = list?.querySelector<HTMLElement>("[data-symbol]");
  const body = model?.parentElement;
  if (!template || !list || !model || !body || tickers.length === 0) return undefined;
  const heightPx = rowHeightPx(panel.clientWidth);
  const seen = Math.ceil((innerHeight - panel.getBoundingClientRect().top) / heightPx);
  body.style.height = `${tickers.length * heightPx}px`;
  body.replaceChildren(
    ...tickers.slice(0, Math.max(0, seen)).map((ticker, at) => {
      const row = model.cloneNode(true) as HTMLElement;
      row.style.height = `${heightPx}px`;
      row.style.transform = `translateY(${at * heightPx}px)`;
      fill(row, ticker, page, template.dataset["volume"] ?? "");
      return row;
    }),
  );
  return list;
}

function fill(row: HTMLElement, ticker: Ticker, page: Element, sayVolume: string): void {
  const locale = document.documentElement.lang;
  const place = (name: string) => row.querySelector<HTMLElement>(`[data-place=${name}]`);
  const disc = row.querySelector<HTMLElement>("[data-shade]");
  const [price, change, shape, volume] = [
    place("price"),
    place("change"),
    place("shape"),
    place("volume"),
  ];
  const texts = document.createTreeWalker(row, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode() as Text | null; text; text = texts.nextNode() as Text | null) {
    for (const half of ["base", "quote"] as const)
      text.data = text.data.replace(modelNames[half].toUpperCase(), ticker[half].toUpperCase());
  }
  if (disc) {
    disc.textContent = discLetters(ticker.base, Number(disc.dataset["size"]));
    disc.dataset["shade"] = String(discShade(ticker.base));
  }
  writeFigures(ticker, { price, change, shape }, undefined, locale);
  const now = venueNow();
  const state = freshnessOf(ticker.ts, now);
  const age = page
    .querySelector<HTMLTemplateElement>(`template[data-model=${state}]`)
    ?.content.cloneNode(true) as DocumentFragment | undefined;
  if (age) {
    const words = age.querySelector("span > span");
    // A time in the future has no age: the clock was set back.
    if (words && ticker.ts < now)
      words.textContent = formatRelative(ticker.ts, now, locale, { brief: true });
    volume?.replaceWith(age);
  } else if (volume)
    volume.textContent = sayVolume.replace("{volume}", formatCompact(ticker.vol, locale));
  if (state === "frozen")
    for (const figure of [price, change]) figure?.setAttribute("data-frozen", "true");
}

/** Resolves when the page that the build wrote is there: behind it come the style sheets, for which the parser waits. */
function isParsed(): Promise<void> {
  const isThere = () =>
    document.readyState !== "loading" || document.getElementById("root")?.nextElementSibling;
  return new Promise((done) => {
    if (isThere()) return done();
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      done();
    });
    observer.observe(document, { childList: true, subtree: true });
    document.addEventListener("readystatechange", () => done(), { once: true });
  });
}

/** Whether Home shows its first list: no search, and no other list was chosen before. */
function beginsAsUsual(): boolean {
  if (new URLSearchParams(location.search).has("find")) return false;
  try {
    const { tab = "volume", sort = null } = JSON.parse(readLocal("godwit:markets") ?? "{}") as {
      tab?: unknown;
      sort?: unknown;
    };
    return tab === "volume" && sort === null;
  } catch {
    return false;
  }
}
