/** Many users who place orders over HTTP, each the next one as soon as the last is answered. */
import { Agent, request as send } from "node:http";
import { api } from "#protocol/api/api.ts";
import { deviceSignatureHeader } from "#protocol/wire/device-signature.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { marketBuy } from "./market-buy.ts";
import { readAnswer } from "./memory-venue.ts";
import type { TestDevice } from "./test-device.ts";

export interface Session {
  id: string;
  token: string;
  /** Its calls are signed with signature v2. */
  device?: TestDevice | undefined;
}

/** `LIMITS` of a venue that stops nobody, and hashes passwords quickly. */
export const noLimits = JSON.stringify({
  privatePerSecond: 1e6,
  privateBurst: 1e6,
  ordersPerSecond: 1e6,
  ordersBurst: 1e6,
  registrationsPerHour: 1e6,
  publicPerSecond: 1e6,
  publicBurst: 1e6,
  argonMemoryKiB: 64,
});

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

/** Registers and logs in, with the key of a device where one is given. */
export async function enter(address: string, name: string, device?: TestDevice): Promise<Session> {
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
    device_key: device?.publicKey,
  })) as { data: { player: { id: string }; token: string } };
  return { id: data.player.id, token: data.token, device };
}

/** Sends an order and answers whether it was taken; rejects where there was no answer. */
export async function placeOrder(
  agent: Agent,
  address: string,
  session: Session,
  order: object = marketBuy("6"),
  path: string = api.spot.coinPlaceOrder.path,
): Promise<boolean> {
  const body = JSON.stringify(order);
  const signed = signRequest(session, makeNonce(random), Math.floor(Date.now() / 1000));
  const call = { method: "POST", path, query: new URLSearchParams(), body } as const;
  const added = session.device && {
    [deviceSignatureHeader]: await session.device.sign(call, signed),
  };
  return new Promise((done, fail) => {
    const asked = send(
      address + path,
      {
        method: "POST",
        agent,
        headers: {
          ...signed,
          ...added,
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
    asked.on("error", fail);
    asked.end(body);
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
