/**
 * A market buy from the call over HTTP to the stream's word that it is filled, against the venue as it is
 * run, at 1 and 50 users at once on SQLite and PostgreSQL. An order meets the first snapshot after it,
 * which comes once a second: the wait for that is part of the way, and shown apart.
 * Run: `node tests/bench/spot-round-trip.ts [seconds]`.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { contract } from "#protocol/contract.ts";
import type { DataOf, Endpoint, RequestOf } from "#protocol/endpoint.ts";
import { makeNonce, signRequest } from "#protocol/signature.ts";
import { startPostgres } from "../harness/postgres.ts";
import { runVenue } from "../harness/running-venue.ts";
import { StreamClient } from "../harness/stream-client.ts";
import { readAnswer } from "../harness/venue.ts";

const seconds = Number(process.argv[2] ?? 20);
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
const many = 1_000_000;
/** A fill that is not told of by then was not made: its order was given up, which only an overloaded machine brings about. */
const lateMs = 12_000;
let unfilled = 0;
const limits = {
  registrationsPerHour: many,
  argonMemoryKiB: 64,
  argonPasses: 1,
  publicPerSecond: many,
  publicBurst: many,
  signedPerSecond: many,
  signedBurst: many,
  privatePerSecond: many,
  privateBurst: many,
  ordersPerSecond: many,
  ordersBurst: many,
  socketsPerAddress: 1000,
};

interface Session {
  id: string;
  token: string;
}

function signed(session: Session) {
  return signRequest(session, makeNonce(random), Math.floor(Date.now() / 1000));
}

async function post<E extends Endpoint>(
  address: string,
  endpoint: E,
  request: RequestOf<E>,
  session?: Session,
): Promise<DataOf<E>> {
  const response = await fetch(`${address}${endpoint.path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...(session && signed(session)) },
    body: JSON.stringify(request),
  });
  const answer = await readAnswer(response);
  if (answer.status !== 0)
    throw new Error(`${endpoint.path} answered ${answer.status}: ${JSON.stringify(answer.data)}`);
  return answer.data as DataOf<E>;
}

async function enter(
  address: string,
  name: string,
): Promise<{ session: Session; stream: StreamClient }> {
  const account = `${name}@example.org`;
  await post(address, contract.session.reg, {
    account,
    logintype: "email",
    password: "correct horse battery",
  });
  const { player, token } = await post(address, contract.session.login, {
    account,
    logintype: "email",
    loginway: "password",
    verifykey: "correct horse battery",
  });
  const session = { id: player.id, token };
  const stream = await new StreamClient(`${address.replace("http", "ws")}/api/ws`).open();
  await stream.answer({ op: "auth", id: "a", ...signed(session) });
  await stream.answer({ sub: "user.coin", id: "b" });
  void keepAlive(stream);
  return { session, stream };
}

async function keepAlive(stream: StreamClient): Promise<void> {
  for (;;) stream.say({ pong: (await stream.next((message) => "ping" in message))["ping"] });
}

interface Trip {
  answered: number;
  filled: number;
  /** Since the last full second, at which the snapshot that filled it was made. */
  settled: number;
}

/** One user, who buys, waits for the fill, and thinks up to a second. */
async function trade(
  address: string,
  { session, stream }: Awaited<ReturnType<typeof enter>>,
  until: number,
  trips: Trip[],
): Promise<void> {
  while (performance.now() < until) {
    const id = crypto.randomUUID();
    const begin = performance.now();
    const filled = stream
      .next(({ topic, data }) => topic === "user.coin" && isFilled(data, id))
      .then(() => ({ at: performance.now(), clock: Date.now() }));
    await post(
      address,
      contract.spot.coinPlaceOrder,
      {
        symbol: "btcusdt",
        side: "buy",
        type: "market",
        tif: null,
        price: null,
        stop_price: null,
        operator: null,
        amount: null,
        value: "6",
        client_order_id: id,
      },
      session,
    );
    const answered = performance.now() - begin;
    const end = await Promise.race([filled, delay(lateMs, undefined)]);
    if (end) trips.push({ answered, filled: end.at - begin, settled: end.clock % 1000 });
    else unfilled += 1;
    await delay(Math.random() * 1000);
  }
}

function isFilled(data: unknown, id: string): boolean {
  return (
    typeof data === "object" &&
    data !== null &&
    "client_order_id" in data &&
    data.client_order_id === id &&
    "state" in data &&
    data.state === "filled"
  );
}

function figures(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) =>
    Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return `${at(0.5)} / ${at(0.99)}`.padStart(13);
}

async function measure(name: string, environment: Record<string, string>): Promise<void> {
  const appDir = mkdtempSync(join(tmpdir(), "godwit-app-"));
  writeFileSync(join(appDir, "index.html"), "<!doctype html><title>bench</title>");
  const venue = await runVenue(appDir, { LIMITS: JSON.stringify(limits), ...environment });
  try {
    const users = [];
    for (let at = 0; at < 50; at += 1) users.push(await enter(venue.address, `trader${at}`));
    for (const count of [1, 50]) {
      const trips: Trip[] = [];
      const until = performance.now() + seconds * 1000;
      await Promise.all(
        users.slice(0, count).map((user) => trade(venue.address, user, until, trips)),
      );
      const [answered, filled, settled] = [
        trips.map((trip) => trip.answered),
        trips.map((trip) => trip.filled),
        trips.map((trip) => trip.settled),
      ];
      console.log(
        `| ${name.padEnd(10)} | ${String(count).padStart(5)} | ${String(trips.length).padStart(6)} | ${figures(answered)} | ${figures(filled)} | ${figures(settled)} |`,
      );
    }
    for (const { stream } of users) stream.socket.close();
  } finally {
    await venue.dispose();
    rmSync(appDir, { recursive: true, force: true });
  }
}

console.log(
  "| database   | users | orders | answered      | filled        | of it after the second (p50 / p99, ms) |\n|---|---|---|---|---|---|",
);
await measure("SQLite", {});
const postgres = await startPostgres({ fsync: true });
if (postgres) {
  try {
    await measure("PostgreSQL", { DATABASE_URL: postgres.url });
  } finally {
    await postgres.stop();
  }
}
if (unfilled > 0) console.log(`${unfilled} orders were not filled within ${lateMs} ms`);
