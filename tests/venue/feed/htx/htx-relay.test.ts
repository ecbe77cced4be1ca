/** Several processes that share one line to HTX, as sources on a line between them that lives in memory. */
import { expect, onTestFinished, test } from "vitest";
import { HtxRelay, type OpenRelayChannel } from "../../../../venue/feed/htx/htx-relay.ts";
import { FakeHtx } from "../../../harness/venue/fake-htx.ts";
import { HtxStage, until } from "../../../harness/venue/htx-stage.ts";

const log = () => undefined;

/** The line between processes, as the database makes it: one at a time has the lead. */
class Line {
  readonly messages: string[] = [];
  /** Whether a message arrives. */
  passes: (text: string) => boolean = () => true;
  #leader: object | undefined;
  readonly #ends = new Map<object, Parameters<OpenRelayChannel>[0]>();

  open: OpenRelayChannel = (handlers) => {
    const self = {};
    this.#ends.set(self, handlers);
    const resign = () => {
      if (this.#leader === self) this.#leader = undefined;
      return Promise.resolve();
    };
    return Promise.resolve({
      send: (text: string) => {
        this.messages.push(text);
        if (this.passes(text)) for (const end of this.#ends.values()) end.onMessage(text);
      },
      takeLead: () => {
        this.#leader ??= self;
        return Promise.resolve(this.#leader === self);
      },
      resignLead: resign,
      unseatLeader: () => {
        const leader = this.#leader && this.#ends.get(this.#leader);
        this.#leader = undefined;
        leader?.onLost();
        return Promise.resolve(leader !== undefined);
      },
      close: () => {
        this.#ends.delete(self);
        return resign();
      },
    });
  };
}

async function stages(count = 2): Promise<{ htx: FakeHtx; line: Line; all: HtxStage[] }> {
  const htx = await FakeHtx.listen();
  const line = new Line();
  const all: HtxStage[] = [];
  for (let at = 0; at < count; at++) all.push(await join(htx, line));
  onTestFinished(() => htx.close());
  return { htx, line, all };
}

async function join(htx: FakeHtx, line: Line): Promise<HtxStage> {
  const stage = await HtxStage.open(
    { relay: await HtxRelay.open({ open: line.open, log, monotonic: () => performance.now() }) },
    htx,
  );
  onTestFinished(() => stage.source.close());
  await stage.source.start(stage.clock.at);
  stage.wind(1);
  return stage;
}

/** Pushes a quote, and waits until every source has it. */
async function quoted(htx: FakeHtx, all: readonly HtxStage[], bid: number): Promise<void> {
  htx.push("market.btcusdt.bbo", all[0]?.clock.at ?? 0, {
    seqId: 1,
    symbol: "btcusdt",
    quoteTime: 1,
    bid,
    bidSize: 0.5,
    ask: bid + 1,
    askSize: 0.25,
  });
  await until(() => all.every(({ source }) => source.ticker("btcusdt")?.bid === bid * 100));
}

test("one connection serves all: quotes, trades, books, samples and ticks are the same", async () => {
  const { htx, all } = await stages(3);
  expect(htx.upgrades).toBe(1);
  expect(all.map(({ source }) => source.symbols())).toEqual(
    Array.from({ length: 3 }, () => all[0]?.source.symbols()),
  );
  await quoted(htx, all, 9140);
  const ts = all[0]?.clock.at ?? 0;
  htx.push("market.btcusdt.trade.detail", ts, {
    data: [{ id: "11", tradeId: 1, ts, price: 9141, amount: 0.5, direction: "sell" }],
  });
  htx.push("market.btcusdt.depth.step0", ts, {
    version: 7,
    // More than one message holds.
    bids: Array.from({ length: 150 }, (_, at) => [9140 - at / 7, Math.sin(at + 1) ** 2]),
    asks: Array.from({ length: 150 }, (_, at) => [9141 + at / 7, Math.cos(at + 1) ** 2]),
  });
  await quoted(htx, all, 9139);
  // Who reads samples and publishes; the others' clocks may go as they like.
  all[0]?.wind(2000);
  const [reader, ...others] = all.map(({ source }) => source);
  const second = Math.floor((all[0]?.clock.at ?? 0) / 1000);
  await until(() => others.every((source) => source.index("btcusdt", second) !== undefined));
  await until(() => all.every(({ ticks }) => ticks.at(-1)?.ts === all[0]?.ticks.at(-1)?.ts));
  for (const other of others) {
    expect(other.index("btcusdt", second)).toBe(reader?.index("btcusdt", second));
    expect(other.mark("btcusdt")).toBe(reader?.mark("btcusdt"));
    expect(other.ticker("btcusdt")).toEqual(reader?.ticker("btcusdt"));
    expect(await other.depth("btcusdt")).toEqual(await reader?.depth("btcusdt"));
    expect(await other.tradesBetween("btcusdt", 0, 2e12)).toEqual(
      await reader?.tradesBetween("btcusdt", 0, 2e12),
    );
    const span = [ts - 60_000, ts + 60_000] as const;
    expect(other.quotes?.("btcusdt", ...span)?.quotes).toEqual(
      reader?.quotes?.("btcusdt", ...span)?.quotes,
    );
  }
  expect(await reader?.tradesBetween("btcusdt", 0, 2e12)).toHaveLength(1);
  expect((await reader?.depth("btcusdt"))?.bids).toHaveLength(150);
});

test("where the reader ends, the next goes on with the same symbols, whatever is busiest by then", async () => {
  const { htx, line, all } = await stages();
  const [first, second] = all as [HtxStage, HtxStage];
  await quoted(htx, all, 9140);
  htx.answers.set("/market/tickers", () => ({ status: "ok", data: [] }));
  await first.source.close();
  await until(() => {
    second.wind(1000);
    return htx.sockets.size === 1 && htx.upgrades === 2;
  });
  await quoted(htx, [second], 9150);
  second.wind(1000);
  expect(second.ticks.at(-1)?.symbols).toContain("btcusdt");
  // Who joins now offers what all do, though HTX would not say it any more.
  const third = await join(htx, line);
  expect(third.source.symbols().map(({ symbol }) => symbol)).toEqual(
    second.source.symbols().map(({ symbol }) => symbol),
  );
  await quoted(htx, [second, third], 9160);
  expect(htx.upgrades).toBe(2);
});

test("a reader that loses HTX makes way for another", async () => {
  const { htx, all } = await stages();
  const [, second] = all as [HtxStage, HtxStage];
  await quoted(htx, all, 9140);
  htx.dropAll();
  // The first waits before it tries again.
  await until(() => {
    second.wind(1000);
    return htx.upgrades === 2;
  });
  await quoted(htx, all, 9145);
  second.wind(1000);
  await until(() => all.every(({ ticks }) => ticks.at(-1)?.ts === second.clock.at));
});

test("a reader that hangs is unseated, and does not go on beside the next when it wakes", async () => {
  const { htx, line, all } = await stages();
  const [, second] = all as [HtxStage, HtxStage];
  await quoted(htx, all, 9140);
  const frozen = (JSON.parse(line.messages.at(-1) ?? "{}") as { from: string }).from;
  line.passes = (text) => !text.includes(frozen);
  await until(() => {
    second.wind(1);
    return htx.upgrades === 2;
  });
  // Its connection to the database was ended, and so it ended that to HTX.
  await until(() => htx.sockets.size === 1);
  await quoted(htx, all, 9150);
});

test("what is lost between processes is a gap: trades of it are asked for, and the rest goes on", async () => {
  const { htx, line, all } = await stages();
  const [first, second] = all as [HtxStage, HtxStage];
  await quoted(htx, all, 9140);
  htx.requests.length = 0;
  await second.source.trades("btcusdt", 1);
  const asked = () =>
    htx.requests.filter((path) => path.startsWith("/market/history/trade")).length;
  expect(asked()).toBe(1);
  await second.source.trades("btcusdt", 1);
  expect(asked()).toBe(1);
  line.passes = () => false;
  const sent = line.messages.length;
  await quoted(htx, [first], 9141);
  await until(() => line.messages.length > sent);
  line.passes = () => true;
  await quoted(htx, all, 9142);
  await second.source.trades("btcusdt", 1);
  expect(asked()).toBe(2);
});

test("what cannot be read is no end of it", async () => {
  const { htx, line, all } = await stages();
  for (const broken of [
    "",
    "{}",
    "null",
    '{"from":"x","place":1,"at":0,"isLast":true,"data":"AAAA"}',
  ])
    line.messages.push(broken);
  const relay = await line.open({ onMessage: log, onLost: log });
  for (const text of line.messages.slice(-4)) relay.send(text);
  await quoted(htx, all, 9140);
});

test("nobody chooses other symbols while the reader has not said what it offers", async () => {
  const htx = await FakeHtx.listen();
  onTestFinished(() => htx.close());
  const line = new Line();
  // It has the lead and says nothing.
  const mute = await line.open({ onMessage: log, onLost: log });
  await mute.takeLead();
  const stage = await join(htx, line);
  expect(stage.source.symbols()).toEqual([]);
  expect(htx.requests.some((path) => path.startsWith("/market/tickers"))).toBe(false);
  await mute.resignLead();
  await until(() => {
    stage.wind(1000);
    return stage.source.symbols().length === 2;
  });
});
