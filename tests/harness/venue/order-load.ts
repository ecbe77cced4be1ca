/** Many users who place orders over HTTP, each the next one as soon as the last is answered. */
import { Agent, request as send } from "node:http";
import { api } from "#protocol/api/api.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { marketBuy } from "./market-buy.ts";
import { readAnswer } from "./memory-venue.ts";

export interface Session {
  id: string;
  token: string;
}

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** Registers and logs in. */
export async function enter(address: string, name: string): Promise<Session> {
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

/** Sends an order and answers whether it was taken; rejects where there was no answer. */
export function placeOrder(
  agent: Agent,
  address: string,
  session: Session,
  order: object = marketBuy("6"),
  path: string = api.spot.coinPlaceOrder.path,
): Promise<boolean> {
  const body = JSON.stringify(order);
  return new Promise((done, fail) => {
    const call = send(
      address + path,
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

export async function measureOrders(
  address: string,
  sessions: readonly Session[],
  seconds: number,
) {
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
