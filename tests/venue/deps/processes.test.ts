/** Several venues on one PostgreSQL: what one does reaches the streams of the others, and limits hold over all. */
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import { createSharedBus, type SharedBus } from "../../../venue/deps/shared-bus.ts";
import { TokenBuckets } from "../../../venue/http/token-buckets.ts";
import { makeVenueSecret } from "../../../venue/keys/receipt-key.ts";
import { type Channel, openChannel, OtherIdentity } from "../../../venue/store/postgres-channel.ts";
import { temporaryDatabase, temporaryDirectory } from "../../harness/database/databases.ts";
import { databaseName, onServer, withDatabase } from "../../harness/database/postgres.ts";
import { askAs, type Person } from "../../harness/browser/ask-as.ts";
import { enrol, logInAs } from "../../harness/browser/newcomer.ts";
import { seededRandom } from "../../harness/venue/memory-venue.ts";
import { type RunningVenue, runVenue } from "../../harness/venue/running-venue.ts";
import { StreamClient } from "../../harness/venue/stream-client.ts";

const server = inject("postgresUrl") ?? "";
const isThere = server !== "";
const log = () => undefined;

/** Ends every connection to a database. */
function cut(databaseUrl: string): Promise<unknown> {
  const database = new URL(databaseUrl).pathname.slice(1);
  return onServer(
    server,
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`,
  );
}

describe.runIf(isThere)("the line between processes", () => {
  async function pair(): Promise<{ databaseUrl: string; buses: SharedBus[] }> {
    const databaseUrl = await temporaryDatabase(server);
    const open = () =>
      createSharedBus(
        (options) => openChannel({ databaseUrl, identity: "sim", log, ...options }),
        log,
      );
    const buses = [await open(), await open()];
    onTestFinished(async () => void (await Promise.all(buses.map((bus) => bus.close()))));
    return { databaseUrl, buses };
  }

  test("carries notices and ends to all others, and to one's own streams once", async () => {
    const { buses } = await pair();
    const heard: string[][] = buses.map((bus, at) => {
      const own: string[] = [];
      bus.bus.onNotify(({ userId, topic }) => own.push(`${at} ${userId} ${topic}`));
      bus.bus.onEnd((ended) => own.push(`${at} ${JSON.stringify(ended)}`));
      return own;
    });
    const [a, b] = buses as [SharedBus, SharedBus];
    a.bus.notify("7", "user.wallet", "balance", { flags: ["USDT"] });
    b.bus.endSession("s");
    b.bus.endUser("9");
    // Each process finds it in the database by itself.
    a.own.notify("7", "user.notice", "new", {});
    await expect.poll(() => heard[1]).toContain("1 7 user.wallet");
    await expect.poll(() => heard[0]).toContain('0 {"userId":"9"}');
    expect(heard).toEqual([
      ["0 7 user.wallet", "0 7 user.notice", '0 {"sessionId":"s"}', '0 {"userId":"9"}'],
      expect.arrayContaining(["1 7 user.wallet", '1 {"sessionId":"s"}', '1 {"userId":"9"}']),
    ]);
    expect(heard[1]).toHaveLength(3);
  });

  test("comes back by itself after its connection was cut", async () => {
    const { databaseUrl, buses } = await pair();
    const [a, b] = buses as [SharedBus, SharedBus];
    let heard = 0;
    b.bus.onNotify(() => (heard += 1));
    await cut(databaseUrl);
    await expect
      .poll(
        () => {
          a.bus.notify("7", "user.wallet", "balance", {});
          return heard;
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBeGreaterThan(0);
  });

  test("carries what somebody takes of a limit who takes much, and nothing of the others", async () => {
    const { buses } = await pair();
    const said: string[] = [];
    let heard = 0;
    const [a, b] = buses.map((bus) => {
      const buckets = new TokenBuckets(1, 20, (key, count) => {
        said.push(`${key} ${count}`);
        bus.limits.spend({ limit: "orders", key, count });
      });
      bus.limits.onSpent(({ key, count }) => {
        heard += 1;
        buckets.spentElsewhere(key, count, 0);
      });
      return buckets;
    }) as [TokenBuckets, TokenBuckets];
    for (let at = 0; at < 4; at++) a.take("quiet", 0);
    expect(said).toEqual([]);
    let taken = 0;
    for (let at = 0; at < 60; at++) {
      taken += a.take("greedy", 0) === 0 ? 1 : 0;
      taken += b.take("greedy", 0) === 0 ? 1 : 0;
      await expect.poll(() => heard, { interval: 5 }).toBe(said.length);
    }
    // One burst, and at most what each lets through before it says so.
    expect(taken).toBeLessThanOrEqual(36);
    await expect.poll(() => a.waitFor("greedy", 0)).toBeGreaterThan(0);
    await expect.poll(() => b.waitFor("greedy", 0)).toBeGreaterThan(0);
    expect(a.waitFor("quiet", 0)).toBe(0);
  });

  test("a market is one: a process with another is found while one with this lives, also after its line was cut", async () => {
    const databaseUrl = await temporaryDatabase(server);
    const open = (identity: string) =>
      openChannel({ databaseUrl, identity, log, onMessage: () => undefined });
    const first = await open("sim one");
    const same = await open("sim one");
    await expect(open("sim two")).rejects.toThrow(OtherIdentity);
    await first.close();
    await cut(databaseUrl);
    // It takes its place again by itself.
    const strange = () =>
      open("sim two").then(
        (other) => other.close(),
        (error: unknown) => error,
      );
    await expect.poll(strange, { timeout: 10_000 }).toBeInstanceOf(OtherIdentity);
    await same.close();
    const other = await open("sim two");
    await other.close();
  });

  test("comes back too where a process with another market had taken its place and went", async () => {
    const databaseUrl = await temporaryDatabase(server);
    const said: string[] = [];
    const heard: string[] = [];
    const open = (identity: string, onMessage: (text: string) => void = () => undefined) =>
      openChannel({
        databaseUrl,
        identity,
        log: (_level, line) => void said.push(line),
        onMessage,
      });
    const first = await open("sim one", (text) => heard.push(text));
    onTestFinished(() => first.close());
    let strange: Channel | undefined;
    // It is quicker than the one that comes back, sooner or later.
    await expect
      .poll(async () => {
        await cut(databaseUrl);
        strange = await open("sim two").catch(() => undefined);
        return strange;
      })
      .toBeDefined();
    const refused = "another venue works on this database with another market";
    await expect.poll(() => said, { timeout: 10_000 }).toContain(refused);
    // It asks again meanwhile, and does not say so again.
    await pause(700);
    expect(said.filter((line) => line === refused)).toHaveLength(1);
    await strange?.close();
    const second = await open("sim one");
    onTestFinished(() => second.close());
    await expect
      .poll(
        () => {
          second.send("there");
          return heard;
        },
        { timeout: 10_000 },
      )
      .toContain("there");
  });

  test("asks for its database one try at a time while that is out of reach", async () => {
    const direct = new URL(await temporaryDatabase(server));
    const sockets = new Set<Socket>();
    let [isDown, tries] = [false, 0];
    const line = createServer((near) => {
      if (isDown) {
        tries += 1;
        return near.destroy();
      }
      const far = connect(Number(direct.port), direct.hostname);
      for (const socket of [near, far]) {
        sockets.add(socket);
        socket.on("error", () => undefined);
      }
      near.pipe(far).pipe(near);
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void line.close());
    await once(line, "listening");
    const { port } = line.address() as AddressInfo;
    const channel = await openChannel({
      databaseUrl: Object.assign(new URL(direct.href), { port: `${port}` }).href,
      identity: "sim",
      log,
      onMessage: () => undefined,
    });
    onTestFinished(() => channel.close());
    isDown = true;
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => tries, { timeout: 10_000 }).toBeGreaterThanOrEqual(3);
    // The fourth comes two seconds after the third.
    await pause(1000);
    expect(tries).toBeLessThanOrEqual(4);
  });
});

describe.runIf(isThere)("two venues as processes of their own", () => {
  const name = databaseName();
  const keys = {
    DATABASE_URL: isThere ? withDatabase(server, name) : "",
    SERVER_KEY: "ab".repeat(32),
    RECEIPT_KEY: makeVenueSecret(seededRandom("receipts")),
    PUSH_KEY: makeVenueSecret(seededRandom("pushes")),
    SEED: "two processes",
  };
  /** No app is asked for here. */
  const appDir = import.meta.dirname;
  let venues: RunningVenue[] = [];
  let ada: Person;

  beforeAll(async () => {
    await onServer(server, `create database ${name}`);
    const start = () => runVenue(appDir, keys);
    // The first one makes the tables.
    venues = [await start(), await start()];
    ada = await enrol(venues[0]?.address ?? "", "ada@example.org");
  });
  afterAll(async () => {
    await Promise.all(venues.map((venue) => venue.dispose()));
    await onServer(server, `drop database ${name} with (force)`);
  });

  const signed = (person: Person) =>
    signRequest(
      person,
      makeNonce((length) => crypto.getRandomValues(new Uint8Array(length))),
      Math.floor(Date.now() / 1000),
    );

  async function streamOf(venue: RunningVenue, person: Person): Promise<StreamClient> {
    const client = await new StreamClient(`${venue.address.replace("http", "ws")}/api/ws`).open();
    onTestFinished(() => client.socket.close());
    expect(await client.answer({ op: "auth", id: "a", ...signed(person) })).not.toMatchObject({
      status: "error",
    });
    await client.answer({ sub: "user.wallet", id: "b" });
    return client;
  }

  test("show one market and one account, and an order at one is heard at the other", async () => {
    const [one, two] = venues as [RunningVenue, RunningVenue];
    const stream = await streamOf(two, ada);
    await askAs(ada, one.address, "POST", "/api/coin/placeOrder", {
      symbol: "btcusdt",
      side: "buy",
      type: "market",
      value: "20",
      client_order_id: crypto.randomUUID(),
    });
    const heard = await stream.next((message) => message["topic"] === "user.wallet");
    expect(heard).toMatchObject({ op: "notify", event: "balance" });
    // The day of now may have gone on by a second between the two.
    const candles = await Promise.all(
      [one, two].map(async ({ address }) => {
        const path = "/api/htx/getKline?symbol=btcusdt&period=1day&size=3";
        const { data } = (await (await fetch(address + path)).json()) as { data: unknown[] };
        return data.slice(1);
      }),
    );
    expect(candles[0]).toHaveLength(2);
    expect(candles[0]).toEqual(candles[1]);
  });

  test("end a session everywhere at once", async () => {
    const [one, two] = venues as [RunningVenue, RunningVenue];
    const again = await logInAs(one.address, "ada@example.org");
    const stream = await streamOf(two, again);
    const began = performance.now();
    await askAs(again, one.address, "POST", "/api/auth/logout", {});
    expect(await stream.closed).toBe(4401);
    expect(performance.now() - began).toBeLessThan(1500);
  });

  test("take in another one, whose data directory is not there yet", async () => {
    const DATA_DIR = join(temporaryDirectory(), "new");
    const third = await runVenue(appDir, { ...keys, DATA_DIR });
    await third.dispose();
    expect(readdirSync(DATA_DIR)).toContain("heads.json");
  });

  test("refuse a third one with other keys or another market", async () => {
    for (const [wrong, says] of [
      [{ SERVER_KEY: "cd".repeat(32) }, /written with another server key/],
      [{ SEED: "another" }, /Another venue works on this database with another market/],
    ] as const)
      await expect(runVenue(appDir, { ...keys, ...wrong })).rejects.toThrow(says);
  });
});
