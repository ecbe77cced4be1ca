import { gzipSync } from "node:zlib";
import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { HtxStage, book, day, print, quote, until } from "../../../harness/venue/htx-stage.ts";

/** What may happen to the line between HTX and the venue. Nothing here may end in an unhandled rejection: vitest fails then. */
let stage: HtxStage;
const { wind, pushed } = {
  wind: (ms: number) => stage.wind(ms),
  pushed: (topic: string, tick: unknown, ts?: number) => stage.pushed("btcusdt", topic, tick, ts),
};

beforeEach(async () => {
  stage = await HtxStage.open();
});
afterEach(() => stage.close());

/** Has a stage that notes by its own clock when it tried to connect and heard the end: a machine may be slow to connect. */
async function noteTries(): Promise<{ tries: number[]; ends: number[] }> {
  const noted = { tries: [] as number[], ends: [] as number[] };
  await stage.close();
  stage = await HtxStage.open({
    openSocket(url) {
      const socket = new WebSocket(url);
      noted.tries.push(stage.clock.at);
      socket.on("error", () => undefined);
      socket.on("close", () => noted.ends.push(stage.clock.at));
      return socket;
    },
  });
  return noted;
}

describe("the stream", () => {
  test("HTX pings every 5 s and keeps the connections that answer", async () => {
    await stage.connected();
    for (let ping = 1; ping <= 6; ping++) {
      stage.htx.ping(ping);
      await until(() => stage.htx.pongs.includes(ping));
      wind(5000);
    }
    expect([stage.htx.sockets.size, stage.htx.upgrades]).toEqual([1, 1]);
  });

  test("two pings of HTX's missed are a dead line, one is not", async () => {
    await stage.connected();
    wind(9000);
    await stage.settled();
    expect(stage.htx.upgrades).toBe(1);
    wind(10_000);
    expect(stage.htx.sockets.size).toBe(1);
    wind(1001);
    await until(() => stage.htx.sockets.size === 0);
    await stage.reconnected();
    expect(stage.htx.upgrades).toBe(2);
  });

  test("garbage is no sign of life", async () => {
    await stage.connected();
    for (let second = 0; second < 11; second++) {
      stage.htx.sendRaw(randomBytes(100));
      await new Promise((resolve) => setTimeout(resolve, 2));
      wind(1001);
    }
    await until(() => stage.htx.sockets.size === 0);
  });

  test("a handshake nobody answers is given up and tried again", async () => {
    stage.htx.hangsHandshakes = true;
    await stage.source.start(stage.clock.at);
    await until(() => stage.htx.hangingCount === 1);
    wind(11_001);
    await until(() => stage.htx.hangingCount === 0);
    stage.htx.hangsHandshakes = false;
    await stage.reconnected();
    await pushed("bbo", quote(9147, 9148));
    expect(stage.source.ticker("btcusdt")?.bid).toBe(914_700);
  });

  test("half a frame and a cut line: nothing is taken from it, and the next connection goes on", async () => {
    await stage.connected();
    await pushed("bbo", quote(9147, 9148));
    stage.htx.sendHalf({
      ch: "market.btcusdt.bbo",
      ts: stage.clock.at + 1,
      tick: quote(9200, 9201),
    });
    await until(() => stage.htx.sockets.size === 0);
    expect(stage.source.ticker("btcusdt")?.bid).toBe(914_700);
    await stage.reconnected();
    await pushed("bbo", quote(9149, 9150));
    expect(stage.source.ticker("btcusdt")?.bid).toBe(914_900);
  });

  test.each([
    ["as it is costs the line", 1, () => randomBytes(5_000_000)],
    [
      "when unpacked is passed over",
      0,
      () =>
        gzipSync(
          JSON.stringify({
            ch: "market.btcusdt.bbo",
            ts: stage.clock.at,
            tick: { ...quote(9200, 9201), more: "x".repeat(5_000_000) },
          }),
        ),
    ],
  ])("a frame of 5 MB %s", async (_what, lost, bytes) => {
    await stage.connected();
    const before = stage.source.ticker("btcusdt");
    stage.htx.sendRaw(bytes());
    if (lost === 1) {
      await until(() => stage.htx.sockets.size === 0);
      await stage.reconnected();
    } else await stage.settled();
    expect(stage.source.ticker("btcusdt")).toEqual(before);
    expect(stage.htx.upgrades).toBe(1 + lost);
    await pushed("bbo", quote(9147, 9148));
    expect(stage.source.ticker("btcusdt")?.bid).toBe(914_700);
  });

  test("a host that takes us, says something and hangs up makes no storm", async () => {
    const { tries, ends } = await noteTries();
    stage.htx.onAccept = (socket) => {
      socket.send(
        gzipSync(
          JSON.stringify({ ch: "market.btcusdt.bbo", ts: stage.clock.at, tick: quote(9147, 9148) }),
        ),
      );
      socket.close();
    };
    await stage.source.start(stage.clock.at);
    while (ends.length < 9) {
      await until(() => ends.length === tries.length);
      wind(125);
    }
    const waits = tries.slice(1).map((at, nth) => at - (ends[nth] ?? 0));
    expect(waits.every((ms, at) => ms > (waits[at - 1] ?? 0) - 250)).toBe(true);
    expect(waits.slice(-2).every((ms) => ms >= 20_000 && ms <= 30_125)).toBe(true);
  });

  test("a line that was good for a minute is tried again soon", async () => {
    const { tries, ends } = await noteTries();
    stage.htx.isDown = true;
    await stage.source.start(stage.clock.at);
    stage.htx.isDown = false;
    await stage.reconnected();
    for (let second = 0; second <= 60; second += 5) {
      await pushed("bbo", quote(9147, 9148));
      wind(5000);
    }
    stage.htx.dropAll();
    const triedBefore = tries.length;
    await until(() => ends.length === triedBefore);
    while (tries.length === triedBefore) wind(125);
    expect((tries.at(-1) ?? 0) - (ends.at(-1) ?? 0)).toBeLessThanOrEqual(500);
  });

  test("many venues do not come back in the same moment", async () => {
    const others = await Promise.all(
      [0, 0.3, 0.6, 0.99].map(async (share) => HtxStage.open({ random: () => share }, stage.htx)),
    );
    await Promise.all(others.map((other) => other.source.start(other.clock.at)));
    await until(() => stage.htx.sockets.size === others.length);
    stage.htx.isDown = true;
    stage.htx.dropAll();
    await until(() => stage.htx.sockets.size === 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const waits: number[] = [];
    for (const other of others) {
      const { upgrades } = stage.htx;
      let waited = 0;
      while (stage.htx.upgrades === upgrades) {
        other.wind(10);
        waited += 10;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
      waits.push(waited);
    }
    expect(new Set(waits.map((ms) => Math.round(ms / 50))).size).toBeGreaterThan(2);
    expect(Math.min(...waits)).toBeGreaterThanOrEqual(250);
    await Promise.all(others.map((other) => other.source.close()));
  });

  test("what HTX did not confirm is asked for again, what it did is not", async () => {
    stage.htx.ignoresSubs = true;
    await stage.source.start(stage.clock.at);
    await until(() => stage.htx.subscribed.length === 10);
    await pushed("bbo", quote(9147, 9148));
    stage.htx.subscribed.length = 0;
    stage.htx.ignoresSubs = false;
    for (let second = 0; second < 31; second += 5) {
      wind(5000);
      await stage.settled();
    }
    await until(() => stage.htx.subscribed.length === 9);
    expect(stage.htx.subscribed).not.toContain("market.btcusdt.bbo");
    stage.htx.subscribed.length = 0;
    for (let second = 0; second < 65; second += 5) {
      wind(5000);
      await stage.settled();
    }
    expect(stage.htx.subscribed).toEqual([]);
  });
});

describe("after a gap", () => {
  const minute = () => Math.floor(stage.clock.at / 60_000) * 60;
  const candle = (id: number, close: number, count: number) => ({
    id,
    open: 9100,
    close,
    low: Math.min(9100, close),
    high: Math.max(9100, close),
    amount: count,
    vol: count * 9100,
    count,
  });

  async function gap(ms: number): Promise<void> {
    stage.htx.dropAll();
    await until(() => stage.htx.sockets.size === 0);
    stage.clock.at += ms;
    await stage.reconnected();
  }

  test("candles of the missed minutes are asked for, also those of longer periods", async () => {
    await stage.connected();
    const first = minute();
    const hour = Math.floor(first / 3600) * 3600;
    let candles = [candle(first, 9150, 3)];
    stage.htx.answers.set("/market/history/kline", (query) => ({
      status: "ok",
      data: query.get("period") === "60min" ? [candle(hour, 9150, candles.length * 10)] : candles,
    }));
    const read = (period: "1min" | "60min", size: number) =>
      stage.source.klines("btcusdt", period, { size });
    await read("1min", 1);
    expect((await read("60min", 1)).at(-1)?.count).toBe(10);
    await pushed("kline.1min", candle(first, 9150, 3));
    await gap(30_000);
    candles = [candle(first + 60, 9170, 9), candle(first, 9160, 8)];
    await gap(20_000);
    expect((await read("1min", 2)).map(({ close, count }) => [close, count])).toEqual([
      [916_000, 8],
      [917_000, 9],
    ]);
    expect((await read("60min", 1)).at(-1)?.count).toBe(20);
    await pushed("kline.1min", candle(first + 60, 9170, 10));
    expect((await read("60min", 1)).at(-1)?.count).toBe(20);
    await pushed("kline.1min", candle(first + 60, 9170, 11));
    expect((await read("60min", 1)).at(-1)?.count).toBe(21);
  });

  test("ten minutes with REST away too are made good when it is back", async () => {
    await stage.connected();
    const first = minute();
    stage.htx.answers.set("/market/history/kline", () => ({
      status: "ok",
      data: [candle(first, 9150, 3)],
    }));
    const read = () => stage.source.klines("btcusdt", "1min", { size: 11 });
    await read();
    stage.htx.refusal = { status: 502 };
    for (let n = 0; n < 10; n++) {
      stage.clock.at += 60_000;
      expect((await read()).at(-1)).toMatchObject({ close: 915_000, count: 0 });
    }
    stage.htx.refusal = null;
    const asked: (string | null)[] = [];
    stage.htx.answers.set("/market/history/kline", (query) => {
      asked.push(query.get("size"));
      return {
        status: "ok",
        data: Array.from({ length: 11 }, (_, at) => candle(first + 60 * (10 - at), 9150, 5)),
      };
    });
    stage.clock.at += 5000;
    expect((await read()).map(({ count }) => count)).toEqual(Array(11).fill(5));
    expect(asked.map(Number).every((size) => size >= 11)).toBe(true);
  });

  test("missed trades are shown, and never matched", async () => {
    await stage.connected();
    await pushed("trade.detail", { data: [print(1, 9147)] });
    wind(1000);
    await gap(5000);
    const missedAt = stage.clock.at - 3000;
    stage.htx.answers.set("/market/history/trade", () => ({
      status: "ok",
      data: [3, 2, 1].map((id) => ({
        id,
        ts: missedAt,
        data: [{ ...print(id, 9147), ts: missedAt + id }],
      })),
    }));
    await pushed("trade.detail", { data: [print(3, 9147), print(4, 9147)] });
    wind(1000);
    expect((await stage.source.trades("btcusdt", 10)).map(({ id }) => id)).toEqual([
      "4",
      "3",
      "2",
      "1",
    ]);
    expect(
      (await stage.source.tradesBetween("btcusdt", 0, stage.clock.at + 1)).map(({ id }) => id),
    ).toEqual(["1", "3", "4"]);
    expect((await stage.source.trades("btcusdt", 2)).map(({ id }) => id)).toEqual(["4", "3"]);
  });

  test("HTX's clock may have been set back meanwhile", async () => {
    await stage.connected();
    await pushed("bbo", quote(9147, 9148), stage.clock.at + 60_000);
    await pushed("bbo", quote(9149, 9150), stage.clock.at);
    expect(stage.source.ticker("btcusdt")?.bid).toBe(914_700);
    await gap(1000);
    await pushed("bbo", quote(9151, 9152), stage.clock.at);
    expect(stage.source.ticker("btcusdt")?.bid).toBe(915_100);
  });
});

describe("REST", () => {
  test("429 stops all asking for as long as it says", async () => {
    await stage.connected();
    stage.htx.refusal = { status: 429, headers: { "retry-after": "1" } };
    await expect(stage.source.klines("btcusdt", "1min", { size: 1 })).rejects.toMatchObject({
      code: 100010,
    });
    const asked = stage.htx.requests.length;
    for (const period of ["5min", "15min", "1day"] as const)
      await expect(stage.source.klines("btcusdt", period, { size: 1 })).rejects.toMatchObject({
        code: 100010,
      });
    expect(stage.htx.requests.length).toBe(asked);
    stage.htx.refusal = null;
    const read = () => stage.source.klines("btcusdt", "1min", { size: 1 });
    const isBack = () =>
      read().then(
        () => true,
        () => false,
      );
    while (!(await isBack())) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await read()).toEqual([]);
  });

  test.each([500, 502, 503, 403])(
    "%i at the start: halted, then there by itself",
    async (status) => {
      stage.htx.refusal = { status };
      await stage.source.start(stage.clock.at);
      expect([stage.source.health().state, stage.source.symbols()]).toEqual(["halted", []]);
      stage.htx.refusal = null;
      await until(() => {
        wind(1000);
        return stage.source.tickers().length === 2;
      });
      wind(1);
      expect(stage.source.health().state).toBe("live");
    },
  );

  test.each([
    ["no JSON", "<html>"],
    ["half of it", '{"status":"ok","data":[{"base-cur'],
    ["another shape", { status: "ok", data: { a: 1 } }],
    ["null", "null"],
    ["no symbols", { status: "ok", data: [] }],
    [
      "an error",
      {
        status: "error",
        "err-code": "gateway-internal-error",
        "err-msg": "Failed to load data. Try again later.",
      },
    ],
  ])("symbols that are %s: halted", async (_what, body) => {
    stage.htx.answers.set("/v1/common/symbols", () => body);
    await stage.source.start(stage.clock.at);
    expect([stage.source.health().state, stage.source.symbols()]).toEqual(["halted", []]);
  });
});

test("trade ids longer than a double holds are distinguished by the short ones of HTX", async () => {
  await stage.connected();
  stage.htx
    .send(`{"ch":"market.btcusdt.trade.detail","ts":${stage.clock.at},"tick":{"id":1,"ts":1,"data":[
    {"id":131846118718408803639924,"ts":1,"tradeId":102523573486,"amount":0.1,"price":9147,"direction":"buy"},
    {"id":131846118718408803639925,"ts":1,"tradeId":102523573487,"amount":0.1,"price":9147,"direction":"buy"}]}}`);
  await stage.settled();
  wind(1);
  expect(
    (await stage.source.tradesBetween("btcusdt", 0, stage.clock.at + 1)).map(({ id }) => id),
  ).toEqual(["102523573486", "102523573487"]);
});

test("states are reported for each symbol", async () => {
  await stage.connected();
  const states = () => ["btcusdt", "ethusdt"].map((symbol) => stage.source.spec(symbol)?.state);
  for (let second = 0; second < 31; second++) {
    await stage.pushed("ethusdt", "bbo", quote(9147, 9148));
    wind(1000);
  }
  expect(states()).toEqual(["suspend", "online"]);
  expect(stage.source.health().state).toBe("live");
  expect(stage.clock.at - (stage.source.ticker("btcusdt")?.ts ?? 0)).toBeGreaterThan(30_000);
  await pushed("depth.step0", book(9147, 9148));
  await pushed("detail", day(9147));
  wind(1);
  expect(states()).toEqual(["online", "online"]);
});
