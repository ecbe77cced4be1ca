/** A process that is asked for more than it can answer: whose reads wait, what never waits, and how soon it is over. */
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test } from "vitest";
import { marketEndpoints } from "#protocol/api/market.ts";
import { spotEndpoints } from "#protocol/api/spot.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { createHttpServer, type HttpServer } from "../../../venue/http/http-server.ts";
import { LoadShedder } from "../../../venue/http/load-shedder.ts";
import { defaultLimits } from "../../../venue/settings/limits.ts";
import { defaultSettings } from "../../../venue/settings/settings.ts";

const lines: string[] = [];
const newShedder = () =>
  new LoadShedder(
    defaultLimits,
    (level, event) => void lines.push(`${level}: ${event}`),
    () => performance.now(),
  );

/** How many of so many reads are turned away, visitors' and signed ones. */
function turnedAway(shedder: LoadShedder, count: number) {
  const of = (isSigned: boolean) =>
    Array.from({ length: count }, () => shedder.turnsAway(isSigned)).filter(Boolean).length;
  return { visitors: of(false), users: of(true) };
}

/** Samples in each of which many reads came. */
function samples(shedder: LoadShedder, count: number, lateMs: number): void {
  for (let nth = 0; nth < count; nth++) {
    turnedAway(shedder, 50);
    shedder.sample(lateMs);
  }
}

describe("reads are turned away", () => {
  afterEach(() => lines.splice(0));

  test("by nobody while the loop is in time, or late for another reason than reads", () => {
    const shedder = newShedder();
    samples(shedder, 50, 199);
    for (let nth = 0; nth < 50; nth++) {
      turnedAway(shedder, 24);
      shedder.sample(5000);
    }
    expect([turnedAway(shedder, 1000), shedder.turnedAway, lines]).toEqual([
      { visitors: 0, users: 0 },
      0,
      [],
    ]);
  });

  test("visitors' first, then a part of those who are logged in, and never all of these", () => {
    const shedder = newShedder();
    samples(shedder, 3, 201);
    expect(turnedAway(shedder, 1000)).toEqual({ visitors: 603, users: 0 });
    samples(shedder, 4, 201);
    const later = turnedAway(shedder, 1000);
    expect(later.visitors).toBe(1000);
    expect(later.users).toBeGreaterThan(400);
    expect(later.users).toBeLessThan(410);
    samples(shedder, 100, 60_000);
    expect(turnedAway(shedder, 1000).users).toBeLessThan(820);
  });

  test("at once, where the loop was late by seconds", () => {
    const shedder = newShedder();
    samples(shedder, 1, 3000);
    expect(turnedAway(shedder, 1000).visitors).toBe(1000);
  });

  test("no longer than two seconds after the load is over; beginning and end stand in the log", () => {
    const shedder = newShedder();
    samples(shedder, 100, 1000);
    samples(shedder, 18, 20);
    expect([turnedAway(shedder, 1000), lines]).toEqual([
      { visitors: 0, users: 0 },
      [
        "warn: reads are turned away: more is asked than this process can answer",
        "info: all reads are answered again",
      ],
    ]);
  });
});

/** Readers in a thread of their own, each asking again as soon as it is answered; what they were answered, by status. */
const flood = `
  const { Agent, request } = require("node:http");
  const { parentPort, workerData: port } = require("node:worker_threads");
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  let isOver = false;
  const ask = () => {
    const sent = request({ agent, port, host: "127.0.0.1", path: "/api/htx/getKline" }, (answer) => {
      let text = "";
      answer.on("data", (part) => (text += part));
      answer.on("end", () => {
        parentPort.postMessage([answer.statusCode, answer.headers["retry-after"], text]);
        if (!isOver) ask();
      });
    });
    sent.on("error", () => parentPort.postMessage([0]));
    sent.end();
  };
  for (let nth = 0; nth < 150; nth++) ask();
  parentPort.on("message", () => (isOver = true));
`;

describe("a server that is asked for more than it can answer", () => {
  const shedder = newShedder();
  let server: HttpServer;
  let readers: Worker;

  afterEach(async () => {
    shedder.stop();
    await readers.terminate();
    await server.close(0);
  });

  test("turns reads away politely, takes every write, and is as before within five seconds", async () => {
    const limits = { ...defaultLimits, socketsPerAddress: 1000 };
    server = createHttpServer({
      settings: { ...defaultSettings, port: 0, host: "127.0.0.1", limits },
      shedder,
      fetch: () => {
        const until = performance.now() + 4;
        while (performance.now() < until);
        return Promise.resolve(Response.json({ status: 0, msg: "", data: null }));
      },
      upgrade: () => false,
    });
    const port = await server.listen();
    shedder.start();
    const answers: [status: number, retryAfter: string | undefined, text: string][] = [];
    readers = new Worker(flood, { eval: true, workerData: port });
    readers.on("message", (answer: (typeof answers)[number]) => answers.push(answer));
    const refused = () => answers.filter(([status]) => status === 503);
    await expect.poll(() => refused().length, { timeout: 30_000 }).toBeGreaterThan(100);

    const ask = async (method: string, path: string) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method })).status;
    expect([
      await ask("POST", spotEndpoints.coinPlaceOrder.path),
      await ask("GET", marketEndpoints.timestamp.path),
      await ask("GET", `${marketEndpoints.status.path}?brief=1`),
      await ask("GET", "/"),
    ]).toEqual([200, 200, 200, 200]);
    // The whole status is large, and a read like others.
    await expect.poll(() => ask("GET", marketEndpoints.status.path)).toBe(503);
    readers.postMessage("over");
    await delay(5000);
    expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200, 503]));
    for (const [, retryAfter, text] of refused()) {
      expect(retryAfter).toBe("2");
      expect(JSON.parse(text)).toMatchObject({ status: codes.busy, data: { wait: 2 } });
    }
    const after = await Promise.all(
      Array.from({ length: 40 }, () => ask("GET", marketEndpoints.kline.path)),
    );
    expect(new Set(after)).toEqual(new Set([200]));
  });
});
