import { expect, test } from "vitest";
import type { TradeRow } from "#protocol/api/market.ts";
import {
  newestTrades,
  pushedTrades,
  tradesSince,
} from "../../../../src/features/market/book/newest-trades.ts";
import { parseTopic } from "../../../../venue/market/stream/stream-topic.ts";
import { createTopicReader } from "../../../../venue/market/stream/topic-reader.ts";
import { toTradeGroup } from "../../../../venue/market/quotes/quote-wire.ts";
import { btcusdt, FixedSource } from "../../../harness/venue/fixed-source.ts";

const trade = (id: string, ts: number): TradeRow => ({
  id,
  "trade-id": id,
  price: 1,
  amount: 1,
  direction: "buy",
  ts,
});

test("pushed trades are read, newest first, and equal those of a read", async () => {
  const source = new FixedSource();
  const topic = parseTopic(source, "market.btcusdt.trade.detail");
  if (typeof topic === "string") throw new Error(topic);
  const reader = createTopicReader(source, topic);
  await reader.next(source.now);
  source.addTrade("btcusdt", { price: 6_000_001, amount: 1_000_000, ts: source.now + 1 });
  source.addTrade("btcusdt", { price: 6_000_002, amount: 2_000_000, ts: source.now + 2 });
  const pushed = (await reader.next(source.now + 1000)).flatMap(pushedTrades);
  expect(pushed.map(({ price, amount }) => [price, amount])).toEqual([
    [60_000.02, 2],
    [60_000.01, 1],
  ]);
  const read = (await source.trades("btcusdt", 2)).flatMap(
    (each) => toTradeGroup(each, btcusdt).data,
  );
  expect(newestTrades([...pushed, ...read], 10)).toHaveLength(2);
});

test("invalid trades are omitted", () => {
  const row = { id: 1, tradeId: 1, price: 1, amount: 1, direction: "buy", ts: 1 };
  expect(
    pushedTrades({ data: [row, null, { ...row, price: "x" }, { ...row, direction: "up" }] }),
  ).toHaveLength(1);
  expect([null, {}, { data: 5 }].flatMap(pushedTrades)).toEqual([]);
});

test("a paused list knows how many trades arrived since", () => {
  const all = [trade("c", 3), trade("b", 2), trade("a", 1)];
  expect([
    tradesSince(all, all[2]),
    tradesSince(all, all[0]),
    tradesSince(all, trade("gone", 0)),
  ]).toEqual([2, 0, 3]);
});
