/**
 * How many orders a second a venue answers durably over HTTP: market orders of many users at once, each of whom sends
 * the next as soon as the last is answered, from a process of its own on the same machine. Beside it, the same client
 * against a server that answers at once, which is the most that the two can do here.
 * Run: `npm run bench -- orders [seconds]`.
 */
import { Agent, createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { api } from "#protocol/api/api.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { marketBuy } from "../harness/venue/market-buy.ts";
import { readAnswer } from "../harness/venue/memory-venue.ts";

interface Session {
  id: string;
  token: string;
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

async function enter(address: string, name: string): Promise<Session> {
  const post = async (path: string, body: object) =>
    readAnswer(
      await fetch(address + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    );
  const account = { account: `${name}@example.org`, logintype: "email" };
  const secret = "correct horse battery";
  await post(api.session.reg.path, { ...account, password: secret });
  const { data } = (await post(api.session.login.path, {
    ...account,
    loginway: "password",
    verifykey: secret,
  })) as { data: { player: { id: string }; token: string } };
  return { id: data.player.id, token: data.token };
}

/** Sends one order and answers whether it was taken. */
function placeOrder(agent: Agent, address: string, session: Session): Promise<boolean> {
  const body = JSON.stringify(marketBuy("6"));
  return new Promise((done, fail) => {
    const call = send(
      address + api.spot.coinPlaceOrder.path,
      {
        method: "POST",
        agent,
        headers: {
          ...signRequest(session, makeNonce(random), Math.floor(Date.now() / 1000)),
          "content-type": "application/json",
          "content-length": Buffer.byteLength(body),
        },
      },
      (answer) => {
        let text = "";
        answer.setEncoding("utf8");
        answer.on("data", (part: string) => (text += part));
        answer.on("end", () => done(text.includes('"status":0')));
      },
    );
    call.on("error", fail);
    call.end(body);
  });
}

async function measure(address: string, sessions: readonly Session[], seconds: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: sessions.length });
  const waits: number[] = [];
  let refused = 0;
  const begin = performance.now();
  const until = begin + seconds * 1000;
  await Promise.all(
    sessions.map(async (session) => {
      while (performance.now() < until) {
        const at = performance.now();
        if (!(await placeOrder(agent, address, session))) refused += 1;
        waits.push(performance.now() - at);
      }
    }),
  );
  const tookMs = performance.now() - begin;
  agent.destroy();
  const sorted = waits.toSorted((a, b) => a - b);
  const ms = (share: number) =>
    Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10;
  return {
    users: sessions.length,
    "orders a second": Math.round((waits.length / tookMs) * 1000),
    refused,
    "p50, ms": ms(0.5),
    "p99, ms": ms(0.99),
  };
}

export async function run(stage: BenchStage): Promise<void> {
  const venue = await stage.venue();
  const seconds = stage.count(0, 10, 0.1);
  const users: Session[] = [];
  for (let at = 0; at < stage.size(128, 2); at += 1)
    users.push(await enter(venue.address, `order${at}`));
  const rows: Record<string, unknown> = {};
  for (const count of stage.size([64, 128], [2]))
    rows[`venue, ${count}`] = await measure(venue.address, users.slice(0, count), seconds);
  const bare = createServer((asked, answer) => {
    asked.resume();
    asked.on("end", () => answer.end('{"status":0}'));
  });
  await new Promise<void>((done) => bare.listen(0, done));
  const address = `http://localhost:${(bare.address() as AddressInfo).port}`;
  const most = stage.size(64, 2);
  rows[`answered at once, ${most}`] = await measure(address, users.slice(0, most), seconds);
  bare.close();
  bare.closeAllConnections();
  console.table(rows);
}
