/** Several venues on one PostgreSQL and a live market: one of them reads HTX for all, and another takes its place. */
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { databaseName, onServer, withDatabase } from "../../harness/database/postgres.ts";
import { FakeHtx } from "../../harness/venue/fake-htx.ts";
import { seededRandom } from "../../harness/venue/memory-venue.ts";
import { type RunningVenue, runVenue } from "../../harness/venue/running-venue.ts";
import { StreamClient } from "../../harness/venue/stream-client.ts";
import { makeVenueSecret } from "../../../venue/keys/receipt-key.ts";

const server = inject("postgresUrl") ?? "";
const isThere = server !== "";
const symbols = ["btcusdt", "ethusdt"] as const;
const pushEveryMs = 50;
/** So long a market may be away before everything open on it waits (rules.md, 3). */
const standstillMs = 10_000;

/** HTX as it is seen from outside: prices that rise from push to push, of trades, quotes and books. */
function move(htx: FakeHtx): () => void {
  let count = 0;
  const timer = setInterval(() => {
    count += 1;
    const price = 9000 + count / 100;
    const ts = Date.now();
    for (const symbol of symbols) {
      const push = (topic: string, tick: unknown) =>
        htx.push(`market.${symbol}.${topic}`, ts, tick);
      const [bid, ask] = [price - 0.5, price + 0.5];
      push("bbo", { seqId: count, symbol, quoteTime: ts, bid, bidSize: 1, ask, askSize: 1 });
      push("depth.step0", {
        version: count,
        bids: Array.from({ length: 150 }, (_, at) => [bid - at / 7, 1 / (at + count + 3)]),
        asks: Array.from({ length: 150 }, (_, at) => [ask + at / 7, 1 / (at + count + 5)]),
      });
      push("trade.detail", {
        data: [{ id: count, tradeId: count, ts, price, amount: 0.01, direction: "buy" }],
      });
    }
  }, pushEveryMs);
  return () => clearInterval(timer);
}

interface Heard {
  ts: number;
  close: number;
}

describe.runIf(isThere)("venues that share one line to HTX", () => {
  const name = databaseName();
  let htx: FakeHtx;
  let stop: () => void;
  let venues: RunningVenue[] = [];

  beforeAll(async () => {
    htx = await FakeHtx.listen();
    stop = move(htx);
    await onServer(server, `create database ${name}`);
    const settings = {
      MARKET: "htx",
      HTX_REST_URL: htx.hosts.spot[0] ?? "",
      HTX_CONTRACT_REST_URL: htx.hosts.contracts[0] ?? "",
      HTX_WS_URL: htx.hosts.stream,
      DATABASE_URL: withDatabase(server, name),
      SERVER_KEY: "ab".repeat(32),
      RECEIPT_KEY: makeVenueSecret(seededRandom("receipts")),
      PUSH_KEY: makeVenueSecret(seededRandom("pushes")),
    };
    const start = () => runVenue(import.meta.dirname, settings);
    // The first one makes the tables, and reads HTX.
    venues = [await start(), await start()];
  });
  afterAll(async () => {
    stop();
    await Promise.all(venues.map((venue) => venue.dispose()));
    htx.close();
    await onServer(server, `drop database ${name} with (force)`);
  });

  /** The ticks of BTC that a venue streams from now on. */
  async function follow(venue: RunningVenue): Promise<Heard[]> {
    const client = await new StreamClient(`${venue.address.replace("http", "ws")}/api/ws`).open();
    onTestFinished(() => client.socket.close());
    const heard: Heard[] = [];
    client.socket.on("message", (data: Buffer) => {
      const { ch, ts, tick, ping } = JSON.parse(data.toString()) as {
        ch?: string;
        ping?: number;
        ts: number;
        tick: { close: number };
      };
      if (ping !== undefined) client.say({ pong: ping });
      if (ch === "market.btcusdt.detail") heard.push({ ts, close: tick.close });
    });
    await client.answer({ sub: "market.btcusdt.detail", id: "a" });
    return heard;
  }

  /** The longest time in which a venue had no tick, ms. */
  const longestGap = (heard: readonly Heard[]) =>
    Math.max(...heard.map(({ ts }, at) => ts - (heard[at - 1] ?? heard[0] ?? { ts }).ts));

  async function ticksAgain(heard: readonly Heard[], more = 3): Promise<void> {
    const count = heard.length;
    await expect.poll(() => heard.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count + more);
  }

  test("one reads and both stream the same ticks; the other goes on where it is killed or hangs", async () => {
    const [first, second] = venues as [RunningVenue, RunningVenue];
    const heard = [await follow(first), await follow(second)] as const;
    await expect.poll(() => Math.min(heard[0].length, heard[1].length)).toBeGreaterThan(3);
    // Who subscribed later heard less of the beginning.
    const from = Math.max(...heard.map(([tick]) => tick?.close ?? 0));
    const [ours, theirs] = heard.map((ticks) =>
      ticks.flatMap(({ close }) => (close > from ? close : [])).slice(0, 2),
    );
    expect(ours).toHaveLength(2);
    expect(theirs).toEqual(ours);
    expect(htx.upgrades).toBe(1);

    await first.kill();
    await ticksAgain(heard[1]);
    expect(htx.upgrades).toBe(2);
    await first.restart();
    const again = await follow(first);
    await ticksAgain(again);
    expect([htx.upgrades, htx.sockets.size]).toEqual([2, 1]);

    second.freeze();
    await ticksAgain(again);
    second.thaw();
    await ticksAgain(heard[1]);
    await expect.poll(() => [htx.upgrades, htx.sockets.size]).toEqual([3, 1]);
    expect(longestGap(again)).toBeLessThan(standstillMs);
  });
});
