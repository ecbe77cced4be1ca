/**
 * Measures a market buy from the call over HTTP to the stream's message that it is filled, with a real venue
 * process, 1 and 50 users, SQLite and PostgreSQL. An order is matched at the next snapshot, which comes once a
 * second; that wait is included, and also shown on its own.
 * Run: `npm run bench -- spot-round-trip [seconds]`.
 */
import { setTimeout as delay } from "node:timers/promises";
import { api } from "#protocol/api/api.ts";
import type { DataOf, Endpoint, RequestOf } from "#protocol/api/endpoint.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { StreamClient } from "../harness/venue/stream-client.ts";
import { marketBuy } from "../harness/venue/market-buy.ts";
import { readAnswer } from "../harness/venue/memory-venue.ts";

const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
/** An order that is not reported as filled by then has failed, which only happens on an overloaded machine. */
const lateMs = 12_000;

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
  return answer.data;
}

async function enter(
  address: string,
  name: string,
): Promise<{ session: Session; stream: StreamClient }> {
  const account = `${name}@example.org`;
  await post(address, api.session.reg, {
    account,
    logintype: "email",
    password: "correct horse battery",
  });
  const { player, token } = await post(address, api.session.login, {
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
  /** Time since the last full second, at which the snapshot that filled it was made. */
  settled: number;
}

/** One user, who buys, waits for the fill, and thinks up to a second; answers how many orders were not filled. */
async function trade(
  address: string,
  { session, stream }: Awaited<ReturnType<typeof enter>>,
  until: number,
  trips: Trip[],
): Promise<number> {
  let unfilled = 0;
  while (performance.now() < until) {
    const order = marketBuy("6");
    const begin = performance.now();
    const filled = stream
      .next(({ topic, data }) => topic === "user.coin" && isFilled(data, order.client_order_id))
      .then(() => ({ at: performance.now(), clock: Date.now() }));
    await post(address, api.spot.coinPlaceOrder, order, session);
    const answered = performance.now() - begin;
    const end = await Promise.race([filled, delay(lateMs, undefined)]);
    if (end) trips.push({ answered, filled: end.at - begin, settled: end.clock % 1000 });
    else unfilled += 1;
    await delay(Math.random() * 1000);
  }
  return unfilled;
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

interface Load {
  seconds: number;
  /** Numbers of users at once, one after another. */
  crowds: readonly number[];
}

async function measure(name: string, address: string, { seconds, crowds }: Load): Promise<void> {
  const users: Awaited<ReturnType<typeof enter>>[] = [];
  for (let at = 0; at < Math.max(...crowds); at += 1)
    users.push(await enter(address, `trader${at}`));
  for (const count of crowds) {
    const trips: Trip[] = [];
    const until = performance.now() + seconds * 1000;
    const unfilled = await Promise.all(
      users.slice(0, count).map((user) => trade(address, user, until, trips)),
    );
    const [answered, filled, settled] = [
      trips.map((trip) => trip.answered),
      trips.map((trip) => trip.filled),
      trips.map((trip) => trip.settled),
    ];
    console.log(
      `| ${name.padEnd(10)} | ${String(count).padStart(5)} | ${String(trips.length).padStart(6)} | ${figures(answered)} | ${figures(filled)} | ${figures(settled)} |`,
    );
    const late = unfilled.reduce((sum, one) => sum + one, 0);
    if (late > 0) console.log(`${late} orders were not filled within ${lateMs} ms`);
  }
  for (const { stream } of users) stream.socket.close();
}

export async function run(stage: BenchStage): Promise<void> {
  const load: Load = { seconds: stage.count(0, 20, 0.1), crowds: stage.size([1, 50], [1]) };
  console.log(
    "| database   | users | orders | answered      | filled        | of it after the second (p50 / p99, ms) |\n|---|---|---|---|---|---|",
  );
  await measure("SQLite", (await stage.venue()).address, load);
  // The same once more: to see that it starts, one venue is enough.
  if (stage.size(false, true)) return;
  const databaseUrl = await stage.postgres({ fsync: true });
  if (databaseUrl === undefined) return;
  const venue = await stage.bareVenue({ DATABASE_URL: databaseUrl });
  await measure("PostgreSQL", venue.address, load);
}
