import { EventEmitter } from "node:events";
import type { Server } from "node:http";
import { connect, type Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { SignedHeaders } from "#protocol/wire/signature.ts";
import { addressGroup } from "../../../venue/lib/address-group.ts";
import { ForwardedWatch } from "../../../venue/http/forwarded-watch.ts";
import { clientAddress, createHttpServer } from "../../../venue/http/http-server.ts";
import { SocketCaps } from "../../../venue/http/socket-caps.ts";
import { TokenBuckets } from "../../../venue/http/token-buckets.ts";
import { defaultSettings } from "../../../venue/settings/settings.ts";
import type { Store } from "../../../venue/store/store.ts";
import { openTestSqlite } from "../../harness/database/databases.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const { timestamp } = api.market;
const { userInfo } = api.account;

describe("token buckets", () => {
  test("let a burst through, then the average, each key on its own", () => {
    const buckets = new TokenBuckets(10, 20);
    const burst = Array.from({ length: 21 }, () => buckets.take("a", 0));
    expect(burst).toEqual([...Array.from({ length: 20 }, () => 0), 1]);
    expect(buckets.take("b", 0)).toBe(0);
    expect([buckets.take("a", 99), buckets.take("a", 100), buckets.take("a", 100)]).toEqual([
      1, 0, 1,
    ]);
  });

  test("a clock set back gives nothing, and full buckets are forgotten", () => {
    const buckets = new TokenBuckets(1, 1);
    expect([
      buckets.take("a", 10_000),
      buckets.take("a", 0),
      buckets.take("a", 500),
      buckets.take("a", 1000),
    ]).toEqual([0, 1, 1, 0]);
    buckets.sweep(5000);
    expect(buckets.take("a", 0)).toBe(0);
  });
});

describe("calls", () => {
  test("of visitors are limited by address, an IPv6 one by its /64", async () => {
    const venue = await startVenue({ limits: { publicPerSecond: 50, publicBurst: 200 } });
    const call = (ip: string) => venue.visitor.tell(timestamp, {}, { ip });
    for (let at = 0; at < 200; at++)
      expect((await call(`2001:db8::${at.toString(16)}`)).status).toBe(0);
    const over = await call("2001:db8::ffff");
    expect(over).toMatchObject({ http: 429, status: 100006, data: { wait: 1 } });
    expect(over.headers.get("retry-after")).toBe("1");
    expect((await call("2001:db8:0:1::1")).status).toBe(0);
    await venue.wind(1000);
    expect((await call("2001:db8::1")).status).toBe(0);
  });

  test("of a user are limited by user, whatever the address: orders apart from the rest", async () => {
    const venue = await startVenue({
      limits: { privatePerSecond: 20, privateBurst: 60, ordersPerSecond: 10, ordersBurst: 20 },
    });
    const [ada, bob] = [await venue.user(), await venue.user()];
    for (let at = 0; at < 60; at++)
      expect((await ada.tell(userInfo, {}, { ip: `192.0.2.${at}` })).status).toBe(0);
    expect(await ada.tell(userInfo, {}, { ip: "192.0.2.200" })).toMatchObject({
      http: 429,
      status: 100006,
    });
    expect((await bob.tell(userInfo, {})).status).toBe(0);
    const order = (at: number) =>
      ({
        symbol: "btcusdt",
        side: "buy",
        type: "market",
        value: "10",
        client_order_id: `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`,
      }) as const;
    for (let at = 0; at < 20; at++)
      expect((await ada.tell(api.spot.coinPlaceOrder, order(at))).status).toBe(0);
    expect(await ada.tell(api.spot.coinPlaceOrder, order(20))).toMatchObject({
      http: 429,
      status: 100006,
    });
  });

  test("with bad signatures use up their address, not the user they name", async () => {
    const venue = await startVenue({ limits: { publicPerSecond: 1, publicBurst: 10 } });
    const ada = await venue.user();
    const forged = { headers: { ...ada.sign(), sign: "0".repeat(32) }, ip: "192.0.2.66" };
    for (let at = 0; at < 10; at++)
      expect((await venue.visitor.send(userInfo, {}, forged)).status).toBe(401);
    expect((await venue.visitor.send(userInfo, {}, forged)).http).toBe(429);
    expect((await ada.tell(userInfo, {}, { ip: "192.0.2.1" })).status).toBe(0);
  });
});

describe("what comes with a session", () => {
  test("costs no look into the database once its address asks too much, good signature or bad", async () => {
    const store = await openTestSqlite();
    let reads = 0;
    const read: Store["read"] = (run) => {
      reads++;
      return store.read(run);
    };
    const venue = await startVenue({
      store: Object.create(store, { read: { value: read } }) as Store,
      limits: { signedPerSecond: 1, signedBurst: 5 },
    });
    const ada = await venue.user();
    const call = (ip: string) => ada.tell(userInfo, {}, { ip });
    for (let at = 0; at < 5; at++) expect((await call(`2001:db8::${at}`)).status).toBe(0);
    reads = 0;
    expect(await call("2001:db8::99")).toMatchObject({ http: 429, status: 100006 });
    expect(
      await venue.visitor.send(
        userInfo,
        {},
        { headers: { ...ada.sign(), sign: "0".repeat(32) }, ip: "2001:db8::99" },
      ),
    ).toMatchObject({ http: 429 });
    expect(await venue.venue.authenticate(ada.sign() as SignedHeaders, "2001:db8::99")).toBeNull();
    expect(reads).toBe(0);
    expect((await call("2001:db8:0:1::1")).status).toBe(0);
  });

  test("is not spent where its user asks too much, so that the same headers are good later", async () => {
    const venue = await startVenue({ limits: { privatePerSecond: 1, privateBurst: 1 } });
    const ada = await venue.user();
    await ada.ask(userInfo, {});
    const headers = { ...ada.sign() };
    expect((await venue.visitor.send(userInfo, {}, { headers })).http).toBe(429);
    await venue.wind(1000);
    expect((await venue.visitor.send(userInfo, {}, { headers })).status).toBe(0);
  });

  test("opens streams no oftener than a user may ask, and forged headers use up their address there too", async () => {
    const venue = await startVenue({
      limits: { privatePerSecond: 1, privateBurst: 2, publicPerSecond: 1, publicBurst: 3 },
    });
    const ada = await venue.user();
    const authenticate = (ip: string, forged = {}) =>
      venue.venue.authenticate({ ...ada.sign(), ...forged } as SignedHeaders, ip);
    expect(
      [
        await authenticate("192.0.2.1"),
        await authenticate("192.0.2.2"),
        await authenticate("192.0.2.3"),
      ].map((user) => user?.id ?? null),
    ).toEqual([ada.session?.id, ada.session?.id, null]);
    for (let at = 0; at < 3; at++)
      expect(await authenticate("192.0.2.66", { sign: "0".repeat(32) })).toBeNull();
    expect((await venue.visitor.tell(timestamp, {}, { ip: "192.0.2.66" })).http).toBe(429);
  });
});

describe("addresses", () => {
  test.each([
    ["192.0.2.1", "192.0.2.1"],
    ["::ffff:192.0.2.1", "192.0.2.1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8:0:0::/64"],
    ["2001:0db8:0000:0002::1", "2001:db8:0:2::/64"],
    ["::1", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["", ""],
  ])("%s counts as %s", (address, group) => expect(addressGroup(address)).toBe(group));

  test("a forwarded address is believed from a trusted proxy only, and only what that proxy added", () => {
    expect(clientAddress("192.0.2.1", "198.51.100.1", [])).toBe("192.0.2.1");
    expect(clientAddress("10.0.0.1", "6.6.6.6, 198.51.100.1", ["10.0.0.1"])).toBe("198.51.100.1");
    expect(
      clientAddress("::ffff:10.0.0.1", "198.51.100.1, 10.0.0.2", ["10.0.0.1", "10.0.0.2"]),
    ).toBe("198.51.100.1");
    expect(clientAddress("10.0.0.1", "not an address", ["10.0.0.1"])).toBe("10.0.0.1");
    expect(clientAddress("10.0.0.1", null, ["10.0.0.1"])).toBe("10.0.0.1");
  });
});

describe("sockets", () => {
  async function serve(
    limits: Partial<typeof defaultSettings.limits>,
    trustedProxies: string[] = [],
  ) {
    const seen: string[] = [];
    const settings = {
      ...defaultSettings,
      port: 0,
      trustedProxies,
      limits: { ...defaultSettings.limits, ...limits },
    };
    const server = createHttpServer({
      settings,
      upgrade: () => false,
      fetch: async (_request, { ip }) => {
        seen.push(ip);
        return new Response("ok");
      },
    });
    const port = await server.listen();
    onTestFinished(() => server.close(0));
    return { port, seen, server };
  }
  function open(port: number, count: number): Socket[] {
    const sockets = Array.from({ length: count }, () =>
      connect(port, "127.0.0.1").on("error", () => undefined),
    );
    onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
    return sockets;
  }
  const answerOf = (socket: Socket | undefined, request: string) =>
    new Promise<string>((done) => {
      socket?.once("data", (chunk: Buffer) => done(chunk.toString()));
      socket?.write(request);
    });

  test("one address gets its share, the next have to wait, a trusted proxy brings all", async () => {
    const { port, seen } = await serve({ socketsPerAddress: 3 });
    const sockets = open(port, 8);
    await Promise.all(
      sockets.slice(0, 6).map((socket) => new Promise((done) => socket.once("connect", done))),
    );
    const answers = await Promise.all(
      sockets
        .slice(0, 6)
        .map((socket) => answerOf(socket, "GET /api/x HTTP/1.1\r\nHost: x\r\n\r\n")),
    );
    expect(answers.filter((answer) => answer.startsWith("HTTP/1.1 200"))).toHaveLength(3);
    const refused = answers.filter((answer) => answer.startsWith("HTTP/1.1 503"));
    expect(refused).toHaveLength(3);
    for (const answer of refused) {
      expect(answer).toMatch(/retry-after: 5\r\n/i);
      expect(answer).toMatch(/connection: close\r\n/i);
      expect(answer).toContain('{"status":100006,');
      expect(answer).toContain('"data":{"wait":5}');
    }
    // One whose connection is one too many for even that gets its answer without a request.
    const raw = await answerOf(open(port, 12).at(-1), "");
    expect(raw).toMatch(/^HTTP\/1\.1 (503 Service Unavailable\r\nRetry-After: 5|408)/);
    expect(seen).toHaveLength(3);

    const proxied = await serve({ socketsPerAddress: 1 }, ["127.0.0.1"]);
    const brought = await Promise.all(
      open(proxied.port, 4).map((socket, at) =>
        answerOf(
          socket,
          `GET / HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 6.6.6.6, 192.0.2.${at}\r\n\r\n`,
        ),
      ),
    );
    expect(brought.every((answer) => answer.startsWith("HTTP/1.1 200"))).toBe(true);
    expect(proxied.seen.sort()).toEqual(["192.0.2.0", "192.0.2.1", "192.0.2.2", "192.0.2.3"]);
  });

  test("an IPv6 address counts as its /64, which one household owns whole", () => {
    const server = new EventEmitter();
    const caps = new SocketCaps({ sockets: 100, socketsPerAddress: 2 }, ["2001:db8::9"]);
    caps.watch(server as unknown as Server);
    const arrive = (remoteAddress: string) => {
      const socket = Object.assign(new EventEmitter(), { remoteAddress }) as unknown as Socket;
      server.emit("connection", socket);
      return socket;
    };
    const [first] = [arrive("2001:db8::1"), arrive("2001:db8::2")];
    const isSurplus = (address: string) => caps.isSurplus(arrive(address));
    expect(["2001:db8::3", "2001:db8:0:1::1", "2001:db8::9"].map(isSurplus)).toEqual([
      true,
      false,
      false,
    ]);
    // A stream is counted elsewhere: its place is free, once.
    if (first) caps.release(first);
    first?.emit("close");
    for (const socket of [arrive("2001:db8:2::1"), arrive("2001:db8:2::2")])
      expect(caps.isSurplus(socket)).toBe(false);
    expect(isSurplus("2001:db8:2::3")).toBe(true);
  });

  test("a proxy that the settings do not name is warned of, once an hour", () => {
    const said: unknown[] = [];
    let now = 0;
    const watch = new ForwardedWatch((_level, _event, facts) => void said.push(facts), {
      now: () => now,
    });
    for (let at = 0; at < 4; at++) watch.take("10.0.0.1", `192.0.2.${at}`);
    for (let again = 0; again < 9; again++) watch.take("10.0.0.2", "192.0.2.1");
    expect(said).toEqual([]);
    for (let again = 0; again < 3; again++) watch.take("10.0.0.1", `192.0.2.${9 + again}`);
    expect(said).toEqual([{ peer: "10.0.0.1" }]);
    now += 3_600_000;
    watch.take("10.0.0.1", "192.0.2.1");
    expect(said).toHaveLength(2);
  });

  test("two Host headers are one too many", async () => {
    const { port, seen } = await serve({});
    const [plain, upgrade] = open(port, 2);
    expect(await answerOf(plain, "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(
      await answerOf(
        upgrade,
        "GET /api/ws HTTP/1.1\r\nHost: x\r\nhost: y\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      ),
    ).toMatch(/^HTTP\/1\.1 404 /);
    expect(seen).toEqual([]);
  });

  test("a refused upgrade is not left half open by a peer that does not close", async () => {
    const { port } = await serve({});
    const peer = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => void peer.destroy());
    peer.write(
      "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
    );
    peer.resume();
    await new Promise((ended) => peer.once("end", ended));
    // Who still held the other half open would take more and more; who closed it answers with a reset.
    let isReset = false;
    peer.once("error", () => (isReset = true));
    while (!isReset) {
      peer.write("more");
      await new Promise(setImmediate);
    }
  }, 5000);

  test("headers that never end are cut off, others meanwhile served", async () => {
    const { port } = await serve({ headersTimeoutMs: 300, requestTimeoutMs: 600 });
    const [slow, quick] = open(port, 2);
    if (!slow) throw new Error("no socket");
    const cut = answerOf(slow, "GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    expect(await answerOf(quick, "GET / HTTP/1.1\r\nHost: x\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 200 OK/,
    );
    expect(await cut).toMatch(/^HTTP\/1\.1 408 /);
  });

  test("an upgrade nobody takes is a 404, a broken request a 400", async () => {
    const { port } = await serve({});
    const [upgrade, broken] = open(port, 2);
    expect(
      await answerOf(
        upgrade,
        "GET /nowhere HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      ),
    ).toMatch(/^HTTP\/1\.1 404 /);
    expect(
      await answerOf(
        broken,
        "GET / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc",
      ),
    ).toMatch(/^HTTP\/1\.1 400 /);
  });
});
