/**
 * Many people on one process, as on an evening when the market moves: each has a stream with the tickers and the candles
 * of a market, looks at what is theirs and at the market from time to time, and places an order once a minute. An open
 * loop: a call is due when it is due, and is timed from then. Then everybody asks ten times as often for a while, and it
 * is seen how long the venue takes to answer as before. In the end each order that was acknowledged has to be there,
 * once. The people share the machine's cores with the venue. Run: `npm run bench -- crowd [people] [seconds]`.
 */
import { Agent, request as send } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { WebSocket } from "ws";
import { api } from "#protocol/api/api.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { marketBuy } from "../harness/venue/market-buy.ts";
import { enter, type Session } from "../harness/venue/order-load.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
/** Between two looks of one person, and between two orders, seconds. */
const [readEverySec, orderEverySec] = [10, 60];
const overload = { times: 10, sec: 10 };
/** Of a frame that may be a ping, which has to be answered: compressed bytes. */
const longestPing = 80;
/** A second whose reads stay under this is as before. */
const usualMs = 150;

interface Person extends Session {
  /** Orders that the venue has acknowledged. */
  orders: string[];
}

interface Waits {
  reads: number[];
  orders: number[];
}

class Crowd {
  readonly people: Person[] = [];
  readonly waits: Waits = { reads: [], orders: [] };
  /** Answers other than success, by HTTP status and code. */
  readonly refused = new Map<string, number>();
  /** Calls without an answer, by what ended them. */
  readonly cut = new Map<string, number>();
  /** Streams that the venue has closed. */
  ended = 0;
  heard = 0;
  private readonly sockets: WebSocket[] = [];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 256 });
  private readonly address: string;

  constructor(address: string) {
    this.address = address;
  }

  async fill(count: number): Promise<void> {
    for (let at = 0; at < count; at += 20) {
      const names = Array.from({ length: Math.min(20, count - at) }, (_, n) => `crowd${at + n}`);
      const entered = await Promise.all(names.map((name) => enter(this.address, name)));
      this.people.push(...entered.map((session) => ({ ...session, orders: [] })));
    }
    for (const person of this.people) await this.openStream(person);
  }

  /** Signed in, with tickers and a market's candles, as the app has it. */
  private async openStream(person: Person): Promise<void> {
    const socket = new WebSocket(`${this.address.replace("http", "ws")}/api/ws?gzip=1`);
    this.sockets.push(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => (this.ended += 1));
    socket.on("message", (data: Buffer) => {
      this.heard += data.length;
      if (data.length > longestPing) return;
      const text = gunzipSync(data).toString();
      if (text.startsWith('{"ping"')) socket.send(text.replace("ping", "pong"));
    });
    await new Promise((done, fail) => socket.once("open", done).once("error", fail));
    socket.send(JSON.stringify({ op: "auth", id: "a", ...this.sign(person) }));
    socket.send(JSON.stringify({ sub: "market.rank", id: "r", form: "changes" }));
    socket.send(JSON.stringify({ sub: "market.btcusdt.kline.15min", id: "k" }));
  }

  private sign(person: Session) {
    return signRequest(person, makeNonce(random), Math.floor(Date.now() / 1000));
  }

  /** What a person looks at next: their own four times of five, else the market. */
  read(person: Person, turn: number, due: number): Promise<void> {
    const [endpoint, query, isOwn] = (
      [
        [api.wallet.walletBalance, "", true],
        [api.spot.coinOrders, "?status=1", true],
        [api.contracts.contractPositions, "", true],
        [api.market.depth, "?symbol=btcusdt&type=step0", false],
        [api.wallet.tradeRecord, "", true],
      ] as const
    )[turn % 5] ?? [api.market.timestamp, "", false];
    return this.call("GET", endpoint.path + query, isOwn ? person : undefined).then((answer) => {
      if (answer) this.waits.reads.push(performance.now() - due);
    });
  }

  async order(person: Person, due: number): Promise<void> {
    const body = JSON.stringify(marketBuy("6"));
    const answer = await this.call("POST", api.spot.coinPlaceOrder.path, person, body);
    if (!answer) return;
    this.waits.orders.push(performance.now() - due);
    person.orders.push((answer.data as { id: string }).id);
  }

  /** The answer, where it is a success; what is not is counted. */
  call(
    method: "GET" | "POST",
    path: string,
    person?: Person,
    body?: string,
  ): Promise<{ data: unknown } | undefined> {
    return new Promise((done) => {
      const outgoing = send(
        this.address + path,
        {
          method,
          agent: this.agent,
          headers: {
            ...(person && { ...this.sign(person) }),
            ...(body !== undefined && {
              "content-type": "application/json",
              "content-length": Buffer.byteLength(body),
            }),
          },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8").on("data", (part: string) => (text += part));
          response.on("end", () => {
            const answer = JSON.parse(text) as { status: number; data: unknown };
            if (answer.status === 0) return done(answer);
            const why = `${response.statusCode} ${answer.status}${response.headers["retry-after"] === undefined ? "" : " with Retry-After"}`;
            this.refused.set(why, (this.refused.get(why) ?? 0) + 1);
            done(undefined);
          });
        },
      );
      outgoing.on("error", ({ code, message }: NodeJS.ErrnoException) => {
        const why = `${code ?? message} on a ${outgoing.reusedSocket ? "kept" : "new"} connection`;
        this.cut.set(why, (this.cut.get(why) ?? 0) + 1);
        done(undefined);
      });
      outgoing.end(body);
    });
  }

  /** Everybody does what they do, `times` as often as usual. */
  async live(seconds: number, times: number): Promise<void> {
    const asked: Promise<void>[] = [];
    const began = performance.now();
    const readsPerMs = (this.people.length * times) / (readEverySec * 1000);
    const ordersPerMs = this.people.length / (orderEverySec * 1000);
    let [reads, orders] = [0, 0];
    for (let now = 0; now < seconds * 1000; now = performance.now() - began) {
      for (; reads < now * readsPerMs; reads += 1) {
        const person = this.people[(reads * 7919) % this.people.length];
        if (person) asked.push(this.read(person, reads, began + reads / readsPerMs));
      }
      for (; orders < now * ordersPerMs; orders += 1) {
        const person = this.people[(orders * 104_729) % this.people.length];
        if (person) asked.push(this.order(person, began + orders / ordersPerMs));
      }
      await delay(5);
    }
    await Promise.all(asked);
  }

  take(): Waits {
    return { reads: this.waits.reads.splice(0), orders: this.waits.orders.splice(0) };
  }

  leave(): void {
    for (const socket of this.sockets) socket.terminate();
    this.agent.destroy();
  }
}

const quantile = (waits: readonly number[], share: number) =>
  Math.round(waits.toSorted((a, b) => a - b)[Math.floor((waits.length - 1) * share)] ?? 0);

const row = ({ reads, orders }: Waits, seconds: number) => ({
  "reads a second": Math.round(reads.length / seconds),
  "p50, ms": quantile(reads, 0.5),
  "p99, ms": quantile(reads, 0.99),
  "orders a second": Math.round(orders.length / seconds),
  "order p50, ms": quantile(orders, 0.5),
  "order p99, ms": quantile(orders, 0.99),
});

export async function run(stage: BenchStage): Promise<void> {
  const people = stage.count(0, 2000, 4);
  const seconds = stage.count(1, 600, 1);
  const venue = await stage.bareVenue({ WARM_UP: stage.size("1", "0"), WELCOME: "USDT:1000000" });
  const crowd = new Crowd(venue.address);
  await crowd.fill(people);
  await crowd.live(stage.size(10, 0.2), 1);
  crowd.take();

  const [heard, began] = [crowd.heard, performance.now()];
  await crowd.live(seconds, 1);
  const usual = crowd.take();
  const streamed = (crowd.heard - heard) / ((performance.now() - began) / 1000) / 1024;
  console.log(
    `crowd: ${people} people with a stream each, ${streamed.toFixed(0)} kB of it a second`,
  );
  const overSec = stage.size(overload.sec, 0.2);
  await crowd.live(overSec, overload.times);
  const over = crowd.take();
  const ended = performance.now();
  let isUsual = false;
  while (!isUsual && performance.now() - ended < 60_000) {
    await crowd.live(stage.size(1, 0.2), 1);
    isUsual = quantile(crowd.take().reads, 0.99) <= usualMs;
  }
  const recoverySec = (performance.now() - ended) / 1000;
  console.table({ "as usual": row(usual, seconds), "ten times": row(over, overSec) });

  const lost: string[] = [];
  let acknowledged = 0;
  for (const person of crowd.people) {
    const answer = await crowd.call("GET", `${api.spot.coinOrders.path}?size=100`, person);
    const list = (answer?.data as { list: { id: string }[] } | undefined)?.list ?? [];
    const ids = list.map(({ id }) => id);
    lost.push(...person.orders.filter((id) => ids.filter((one) => one === id).length !== 1));
    acknowledged += person.orders.length;
  }
  console.log(
    `refused ${JSON.stringify(Object.fromEntries(crowd.refused))}, cut ${JSON.stringify(Object.fromEntries(crowd.cut))}, streams ended ${crowd.ended}; as usual again after ${recoverySec.toFixed(1)} s; ${acknowledged} acknowledged orders, ${lost.length} lost or doubled`,
  );
  crowd.leave();
}
