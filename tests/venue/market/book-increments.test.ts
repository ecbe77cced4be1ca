import { expect, test } from "vitest";
import { createTopicReader, changedLevels } from "../../../venue/market/stream/topic-reader.ts";
import { parseTopic } from "../../../venue/market/stream/stream-topic.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";

function readerOf(source: FixedSource, began = () => {}) {
  const topic = parseTopic(source, "market.btcusdt.mbp.150");
  if (typeof topic === "string") throw new Error(topic);
  began();
  return createTopicReader(source, topic);
}

test("the first increment begins at the book of the moment somebody began to listen", async () => {
  const source = new FixedSource();
  source.setBook("btcusdt", { bids: [[100, 1_000_000]], asks: [[102, 1_000_000]] });
  const { version } = await source.depth("btcusdt");
  const reader = readerOf(source);
  const after = source.setBook("btcusdt", { bids: [[101, 2_000_000]] });
  expect(await reader.next(source.now)).toEqual([
    {
      seqNum: after.version,
      prevSeqNum: version,
      bids: [
        [1.01, 2],
        [1, 0],
      ],
      asks: [],
    },
  ]);
  expect(await reader.next(source.now)).toEqual([]);
  expect(await reader.current()).toEqual({
    seqNum: after.version,
    bids: [[1.01, 2]],
    asks: [[1.02, 1]],
  });
});

test("a source that cannot answer when somebody begins to listen is asked again", async () => {
  const source = new FixedSource();
  const reader = readerOf(source, () => source.setUnavailable(true));
  await expect(reader.current()).rejects.toThrow();
  source.setUnavailable(false);
  const { version } = await source.depth("btcusdt");
  expect(await reader.current()).toMatchObject({ seqNum: version });
});

test("changes are levels in their new size, and zero for those that went", () => {
  expect(
    changedLevels(
      [
        [1, 5],
        [2, 5],
        [3, 5],
      ],
      [
        [1, 5],
        [2, 6],
        [4, 1],
      ],
    ),
  ).toEqual([
    [2, 6],
    [4, 1],
    [3, 0],
  ]);
});
