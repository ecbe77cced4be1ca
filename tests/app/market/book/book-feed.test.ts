import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { BookFeed } from "../../../../src/features/market/book/book-feed.ts";
import { BookLevels } from "../../../../src/features/market/book/book-levels.ts";
import { changedLevels } from "../../../../venue/market/stream/topic-reader.ts";

type Side = [number, number][];
interface Book {
  version: number;
  ts: number;
  bids: Side;
  asks: Side;
}

const book = (version: number, bids: Side, asks: Side, ts = version * 1000): Book => ({
  version,
  ts,
  bids,
  asks,
});

/** What the venue pushes between two of its books. */
function step(before: Book, after: Book): unknown {
  return {
    seqNum: after.version,
    prevSeqNum: before.version,
    bids: changedLevels(before.bids, after.bids),
    asks: changedLevels(before.asks, after.asks),
  };
}

/** A feed whose stream, reads and frames the test holds. */
function start(first: Book | Error = book(1, [[99, 1]], [[101, 1]])) {
  const state = { answer: first as unknown, reads: 0, hidden: false, now: 0, heard: 0 };
  let tell: (tick: unknown, ts: number) => void = () => {};
  let opened: () => void = () => {};
  const answers: (() => void)[] = [];
  const frames: (() => void)[] = [];
  const feed = new BookFeed({
    subscribe: (listener) => {
      tell = listener;
      state.heard += 1;
      return () => void (state.heard -= 1);
    },
    subscribeStreaming: (listener) => {
      opened = listener;
      return () => {};
    },
    read: () =>
      new Promise((done, failed) => {
        state.reads += 1;
        const { answer } = state;
        answers.push(() => (answer instanceof Error ? failed(answer) : done(answer)));
      }),
    nextFrame: (task) => void frames.push(task),
    now: () => state.now,
    hidden: () => state.hidden,
    quietMs: () => 3000,
  });
  const shown: (typeof feed.view)[] = [];
  const stop = feed.subscribe(() => shown.push(feed.view));
  const frame = () => frames.splice(0).forEach((task) => task());
  const answer = async () => {
    answers.splice(0).forEach((give) => give());
    await vi.advanceTimersByTimeAsync(0);
    frame();
  };
  const wind = async (ms: number) => {
    state.now += ms;
    await vi.advanceTimersByTimeAsync(ms);
  };
  return {
    feed,
    state,
    shown,
    stop,
    frame,
    answer,
    wind,
    open: () => opened(),
    hear: (tick: unknown, ts = state.now) => tell(tick, ts),
  };
}

const sides = ({ feed }: ReturnType<typeof start>) =>
  feed.view.book && [feed.view.book.version, feed.view.book.tick.bids, feed.view.book.tick.asks];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const one = book(1, [[99, 1]], [[101, 1]]);
const two = book(
  2,
  [
    [99, 2],
    [98, 1],
  ],
  [[101, 1]],
);
const three = book(
  3,
  [[98, 1]],
  [
    [101, 1],
    [102, 4],
  ],
);
const four = book(4, [[98, 5]], [[101, 1]]);

describe("joining the stream", () => {
  test("increments are applied to the snapshot they start from; earlier ones wait for it", async () => {
    const stage = start();
    stage.hear(step(one, two));
    expect(stage.feed.view.book).toBeUndefined();
    await stage.answer();
    expect(sides(stage)).toEqual([
      2,
      [
        [99, 2],
        [98, 1],
      ],
      [[101, 1]],
    ]);
    stage.hear(step(two, three), 7777);
    stage.frame();
    expect(sides(stage)).toEqual([
      3,
      [[98, 1]],
      [
        [101, 1],
        [102, 4],
      ],
    ]);
    expect([stage.feed.view.book?.ts, stage.feed.view.hasGap, stage.state.reads]).toEqual([
      7777,
      false,
      1,
    ]);
  });

  test("listeners are called once a frame, however many increments arrive", async () => {
    const stage = start();
    await stage.answer();
    const before = stage.shown.length;
    stage.hear(step(one, two));
    stage.hear(step(two, three));
    stage.hear(step(three, four));
    expect(stage.shown.length).toBe(before);
    stage.frame();
    expect([stage.shown.length, stage.feed.view.book?.version]).toEqual([before + 1, 4]);
  });
});

describe("gaps", () => {
  test("a lost increment: the last good book stays, marked as having a gap, until a snapshot arrives", async () => {
    const stage = start();
    await stage.answer();
    await stage.wind(600);
    stage.state.answer = four;
    stage.hear(step(two, three));
    stage.frame();
    expect(sides(stage)).toEqual([1, [[99, 1]], [[101, 1]]]);
    expect([stage.feed.view.hasGap, stage.state.reads]).toEqual([true, 2]);
    await stage.answer();
    expect(sides(stage)).toEqual([4, [[98, 5]], [[101, 1]]]);
    expect(stage.feed.view.hasGap).toBe(false);
  });

  test("reordered increments are applied in order", async () => {
    const stage = start();
    await stage.answer();
    stage.hear(step(two, three));
    stage.hear(step(three, four));
    stage.hear(step(one, two));
    stage.frame();
    expect([sides(stage)?.[0], stage.feed.view.hasGap]).toEqual([4, false]);
  });

  test("a duplicate increment changes nothing", async () => {
    const stage = start();
    await stage.answer();
    stage.hear(step(one, two));
    stage.hear(step(one, two));
    stage.frame();
    expect([sides(stage)?.[0], stage.feed.view.hasGap, stage.state.reads]).toEqual([2, false, 1]);
  });

  test("an increment that spans the snapshot's version is not applied to it", async () => {
    const stage = start(two);
    stage.hear(step(one, three));
    await stage.answer();
    expect([sides(stage)?.[0], stage.feed.view.hasGap]).toEqual([2, true]);
    stage.state.answer = three;
    await stage.wind(1000);
    await stage.answer();
    expect([sides(stage)?.[0], stage.feed.view.hasGap]).toEqual([3, false]);
  });

  test.each([
    ["crosses the book", { seqNum: 2, prevSeqNum: 1, bids: [[101, 1]], asks: [] }],
    ["is no increment", { seqNum: 2, prevSeqNum: "1", bids: [], asks: [] }],
    ["runs backwards", { seqNum: 1, prevSeqNum: 2, bids: [], asks: [] }],
    ["has a negative size", { seqNum: 2, prevSeqNum: 1, bids: [[98, -1]], asks: [] }],
    ["is nothing", null],
  ])("what %s is not built on", async (_name, foreign) => {
    const stage = start();
    await stage.answer();
    await stage.wind(600);
    stage.hear(foreign);
    stage.frame();
    expect([sides(stage)?.[0], stage.feed.view.hasGap, stage.state.reads]).toEqual([1, true, 2]);
  });

  test("a restarted version count is accepted at the second older answer", async () => {
    const stage = start(book(900, [[99, 1]], [[101, 1]]));
    await stage.answer();
    await stage.wind(600);
    stage.state.answer = two;
    for (const old of [step(one, two), step(two, three), step(three, four)]) stage.hear(old);
    await stage.answer();
    expect(sides(stage)?.[0]).toBe(900);
    await stage.wind(1000);
    await stage.answer();
    expect([sides(stage)?.[0], stage.feed.view.hasGap]).toEqual([2, false]);
  });

  test("a crossed snapshot is not shown", async () => {
    const stage = start(book(1, [[101, 1]], [[101, 1]]));
    await stage.answer();
    expect(stage.feed.view.book).toBeUndefined();
    expect(stage.feed.view.error).toBeInstanceOf(Error);
  });
});

describe("without the stream", () => {
  test("a silent book is read every three seconds, by a visible page only", async () => {
    const stage = start();
    await stage.answer();
    for (let second = 0; second < 12; second++) {
      await stage.wind(1000);
      await stage.answer();
    }
    expect(stage.state.reads).toBe(5);
    stage.state.hidden = true;
    await stage.wind(30_000);
    expect(stage.state.reads).toBe(5);
  });

  test("a failed read leaves the book and backs off; the stream's return reads at once", async () => {
    const stage = start();
    await stage.answer();
    stage.state.answer = new Error("no network");
    for (let second = 0; second < 60; second++) {
      await stage.wind(1000);
      await stage.answer();
    }
    expect(stage.feed.view).toMatchObject({ error: null, book: { version: 1, ts: 1000 } });
    expect(stage.state.reads).toBeLessThan(12);
    const before = stage.state.reads;
    stage.open();
    expect(stage.state.reads).toBe(before + 1);
  });

  test("without any book the error is shown, and a retry removes it", async () => {
    const stage = start(new Error("no network"));
    await stage.answer();
    expect(stage.feed.view.error).toBeInstanceOf(Error);
    stage.state.answer = one;
    stage.feed.retry();
    await stage.answer();
    expect(stage.feed.view).toMatchObject({ error: null, book: { version: 1 } });
  });

  test("the feed stops a moment after its last listener; a new one finds the old book, not live", async () => {
    const stage = start();
    await stage.answer();
    stage.stop();
    stage.feed.subscribe(() => {})();
    expect([stage.state.heard, stage.state.reads]).toEqual([1, 1]);
    await stage.wind(1500);
    stage.frame();
    expect([stage.state.heard, stage.feed.inUse]).toEqual([0, false]);
    await stage.wind(30_000);
    stage.feed.subscribe(() => {});
    expect([stage.state.reads, stage.feed.view.book?.version, stage.feed.view.hasGap]).toEqual([
      2,
      1,
      true,
    ]);
  });
});

/** Books of one market after another: a few levels a side that come, go and change around a wandering middle. */
const history = fc
  .array(
    fc.tuple(
      fc.integer({ min: -3, max: 3 }),
      fc.uint8Array({ minLength: 8, maxLength: 8 }),
      fc.integer({ min: 1, max: 3 }),
    ),
    { minLength: 1, maxLength: 40 },
  )
  .map((moves) => {
    let [middle, version] = [1000, 1];
    return moves.map(([drift, sizes, gap]) => {
      middle += drift;
      version += gap;
      const side = (from: number, way: 1 | -1): Side =>
        Array.from(sizes.subarray(from, from + 4)).flatMap((size, at): Side =>
          size % 3 === 0 ? [] : [[(middle + way * (at + 1)) / 100, size / 10]],
        );
      return book(version, side(0, -1), side(4, 1));
    });
  });
const fates = fc.array(
  fc.constantFrom("told", "told", "told", "lost", "twice", "late", "foreign", "read"),
  { minLength: 40, maxLength: 40 },
);

test("with lost, duplicate, late and foreign increments every shown book is right for its version, and the last one is current", async () => {
  await fc.assert(
    fc.asyncProperty(history, fates, async (books, fate) => {
      const truth = new Map(
        books.map((each) => [each.version, JSON.stringify([each.bids, each.asks])]),
      );
      const stage = start(books[0]);
      const check = () => {
        stage.frame();
        const tick = stage.feed.view.book?.tick;
        if (tick) expect(JSON.stringify([tick.bids, tick.asks])).toBe(truth.get(tick.version));
      };
      const late: unknown[] = [];
      for (const [at, after] of books.entries()) {
        const before = books[at - 1];
        stage.state.answer = after;
        const word = before && step(before, after);
        if (fate[at] === "read") await stage.answer();
        if (fate[at] === "foreign")
          stage.hear({
            seqNum: after.version + 7,
            prevSeqNum: after.version + 5,
            bids: [[5, 1]],
            asks: [[4, 1]],
          });
        if (word && fate[at] === "late") late.push(word);
        else if (word && fate[at] !== "lost") stage.hear(word);
        if (word && fate[at] === "twice") stage.hear(word);
        if (fate[at] === "told") late.splice(0).forEach((each) => stage.hear(each));
        check();
        await stage.wind(250);
        check();
      }
      for (let second = 0; second < 20; second++) {
        await stage.answer();
        check();
        await stage.wind(1000);
      }
      expect(stage.feed.view.book?.version).toBe(books.at(-1)?.version);
      expect(stage.feed.view.hasGap).toBe(false);
      stage.stop();
      await stage.wind(2000);
    }),
    { numRuns: 150 },
  );
});

describe("figures", () => {
  test("are integers of the finest decimals seen so far", () => {
    const coarse = BookLevels.of(book(1, [[99.5, 1]], [[101, 2]]));
    expect([coarse?.scale, coarse?.bids, coarse?.asks]).toEqual([
      { price: 1, amount: 0 },
      [[995, 1]],
      [[1010, 2]],
    ]);
    const fine = coarse?.after(
      { seqNum: 2, prevSeqNum: 1, bids: [[99.51, 0.25]], asks: [[101, 0]] },
      5,
    );
    expect([fine?.scale, fine?.bids, fine?.asks]).toEqual([
      { price: 2, amount: 2 },
      [
        [9951, 25],
        [9950, 100],
      ],
      [],
    ]);
    expect(fine?.tick.bids).toEqual([
      [99.51, 0.25],
      [99.5, 1],
    ]);
    expect(coarse?.after({ seqNum: 3, prevSeqNum: 2, bids: [], asks: [] }, 5)).toBeUndefined();
  });

  test("are exact for small prices with many decimals, and as the venue wrote them", () => {
    const tiny = BookLevels.of(book(1, [[1.234e-7, 123_456.789]], [[1.235e-7, 1]]));
    expect([tiny?.scale.price, tiny?.bids[0], tiny?.tick.bids]).toEqual([
      10,
      [1234, 123_456_789],
      [[1.234e-7, 123_456.789]],
    ]);
    expect(BookLevels.of(book(1, [[0.1 + 0.2, 1]], []))).toBeUndefined();
  });
});
