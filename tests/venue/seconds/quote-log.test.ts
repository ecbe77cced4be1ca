import { expect, test } from "vitest";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkReceipt } from "#protocol/proof/receipt-check.ts";
import { minutesOf, quoteMinutesOf } from "#protocol/proof/receipt-form.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import type { QuoteLog } from "../../../venue/feed/market-source.ts";
import { readLines, readRoot } from "../../../venue/seconds/proof/tick-log-rows.ts";
import { readQuotes } from "../../../venue/seconds/proof/quote-log-rows.ts";
import { createTickLog } from "../../../venue/seconds/proof/tick-log.ts";
import { describeDatabases, openTestSqlite } from "../../harness/database/databases.ts";
import { level, openSecondsStage } from "./seconds-stage.ts";

const deps = webCryptoDeps(crypto.subtle);
/** 60,000.00 as prices count bitcoin. */
const price = 6_000_000;

/**
 * A venue on a real market that quotes 60,000.00 twice a second, and a contract on it from its acceptance to its
 * published minutes.
 * @param silent seconds (Unix s) in which nothing is received
 */
async function settledOnQuotes(
  store: Awaited<ReturnType<typeof openTestSqlite>>,
  {
    since = 0,
    silent = () => false,
  }: { since?: number; silent?: (second: number) => boolean } = {},
) {
  const stage = await openSecondsStage(store);
  const quotes = (_symbol: string, from: number, to: number): QuoteLog => {
    const list = [];
    for (let at = Math.ceil(from / 500) * 500; at < to; at += 500)
      if (!silent(Math.floor(at / 1000)))
        list.push({ at, ts: at - 40, bid: price, ask: price + 2 });
    return { since, quotes: list };
  };
  const source = Object.assign(stage.source, {
    quotes,
    health: () =>
      ({ source: "htx", state: "live", lastTickTs: stage.source.now, lagMs: 0 }) as const,
  });
  await stage.fund(1, "1000");
  const log = createTickLog({ ...stage, source });
  const wind = async (to: number) => {
    while (source.now < to) {
      await stage.at(source.now + 1000);
      await log.tick(source.now);
    }
  };
  await wind(source.now + 130_000);
  stage.still(source.now, level + 100);
  const order = await stage.place(1);
  for (const moment of [order.t0, order.t1]) stage.still(moment, level + 100);
  await wind(order.t1 + 130_000);
  const receipt = await stage.receipt(order.id);
  if (!receipt) throw new Error("it was not settled");
  const [ticks, received]: [ReceiptFile["ticks"], NonNullable<ReceiptFile["quotes"]>] = [[], []];
  for (const minute of new Set([...quoteMinutesOf(receipt.t0), ...quoteMinutesOf(receipt.t1)])) {
    const root = await store.read((db) => readRoot(db, minute));
    const lines = await store.read((db) => readLines(db, minute));
    const line = lines.find(({ symbol }) => symbol === "btcusdt");
    const own = await store.read((db) => readQuotes(db, minute, "btcusdt"));
    const isOf = [...minutesOf(receipt.t0), ...minutesOf(receipt.t1)].includes(minute);
    if (root && line && isOf) ticks.push({ ...root, ...line });
    if (root && own) received.push({ ...root, ...own });
  }
  const file: ReceiptFile = {
    format: "godwit-receipt-1",
    receipt,
    public_key: stage.receiptKey.publicKey,
    ticks,
    chain: [],
    quotes: received,
    days: [],
  };
  return file;
}

async function quotesStep(file: ReceiptFile) {
  const steps = await checkReceipt(file, deps);
  const step = steps.find(({ name }) => name === "quotes");
  if (step?.name !== "quotes") throw new Error(JSON.stringify(steps));
  return step;
}

describeDatabases("what was received of a real market", (open) => {
  test("is logged with its own times under the root of its minute, and the samples follow from it", async () => {
    const file = await settledOnQuotes(await open());
    expect(file.receipt.samples0).toEqual(Array(5).fill("60000.0100"));
    expect(file.quotes?.[0]?.quotes[0]).toMatchObject([
      expect.any(Number),
      expect.any(Number),
      "60000.00",
      "60000.02",
    ]);
    const { state, facts } = await quotesStep(file);
    expect([state, facts.fault]).toEqual(["ok", null]);
    expect(facts.count).toBeGreaterThan(100);
    expect((await checkReceipt(file, deps)).filter((step) => step.state === "failed")).toEqual([]);
  });
});

test("quotes that were changed are not those that were published, and samples that follow from none are found", async () => {
  const file = await settledOnQuotes(await openTestSqlite());
  const [line, ...rest] = file.quotes ?? [];
  if (!line) throw new Error("nothing was logged");
  const changed = {
    ...line,
    quotes: line.quotes.map(([at, ts, bid, ask], place) => [
      at,
      ts,
      place === 0 ? "59999.00" : bid,
      ask,
    ]),
  };
  const other = { ...file, quotes: [changed, ...rest] } as ReceiptFile;
  expect(await quotesStep(other)).toMatchObject({ state: "failed", facts: { fault: "line" } });
  const { samples0 } = file.receipt;
  const lied = { ...file, receipt: { ...file.receipt, samples0: samples0.with(2, null) } };
  expect(await quotesStep(lied)).toMatchObject({ state: "failed", facts: { fault: "samples" } });
});

test("a void that the quotes speak against is found; where the venue logged none it cannot be judged", async () => {
  const file = await settledOnQuotes(await openTestSqlite());
  const nothing = Array<null>(5).fill(null);
  const voided = { ...file, receipt: { ...file.receipt, samples0: nothing, entry: null } };
  expect(await quotesStep(voided)).toMatchObject({ state: "failed", facts: { fault: "samples" } });
  expect((await quotesStep({ ...file, quotes: [] })).state).toBe("none");
  expect((await quotesStep({ ...file, ticks: [], quotes: [] })).state).toBe("later");
  const started = await settledOnQuotes(await openTestSqlite(), { since: file.receipt.t0 });
  expect((await quotesStep(started)).state).toBe("none");
});

test("a process whose quotes are not what contracts were settled by says nothing of them", async () => {
  const file = await settledOnQuotes(await openTestSqlite(), { silent: () => true });
  expect(file.quotes).toEqual([]);
  expect(file.ticks.length).toBeGreaterThan(0);
});
