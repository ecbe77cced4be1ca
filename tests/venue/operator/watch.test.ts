/** What a monitor and an operator see of a venue: health, readiness, metrics, and the overview of the desk. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { operatorEndpoints as calls } from "#protocol/api/operator.ts";
import { checkBooksBeside } from "../../../venue/operator/acts/check-beside.ts";
import { checkBooks } from "../../../venue/operator/acts/check-ledger.ts";
import { figures } from "../../../venue/operator/watch/figures.ts";
import { Watch } from "../../../venue/operator/watch/watch.ts";
import { migrations } from "../../../venue/migrations.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { describeDatabases, temporaryDirectory } from "../../harness/database/databases.ts";
import { desk, DeskStage, openDeskStage } from "../../harness/stages/desk-stage.ts";
import { root } from "../../harness/root.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const own = { ip: "127.0.0.1" };
const elsewhere = { ip: "192.0.2.7" };
const token = "a-token-of-the-monitor";

async function metricsOf(stage: DeskStage): Promise<Map<string, number>> {
  const answer = await stage.venue.venue.deskFetch(new Request(`${desk}/metrics`), own);
  expect(answer.headers.get("content-type")).toMatch(/^text\/plain; version=/);
  return new Map(
    (await answer.text()).split("\n").flatMap((line) => {
      const [, name = "", value] = /^(\S+) (\S+)$/.exec(line) ?? [];
      return value === undefined ? [] : [[name, Number(value)] as const];
    }),
  );
}

describeDatabases("the figures of a venue", (open) => {
  test("are the same for a monitor and on the desk", async () => {
    const venue = await startVenue({
      store: await open(),
      settings: {
        review: "manual",
        sellReviewOver: { btcusdt: "0.5" },
        welcome: { BTC: "9", USDT: "10000" },
      },
    });
    const stage = new DeskStage(venue);
    const ada = await venue.user();
    const order = (price: string, amount: string) => ({
      symbol: "btcusdt",
      side: "sell" as const,
      type: "limit" as const,
      price,
      amount,
      client_order_id: crypto.randomUUID(),
    });
    await ada.ask(api.spot.coinPlaceOrder, order("90000", "0.1"));
    await ada.ask(api.spot.coinPlaceOrder, order("70000", "0.6"));
    await venue.wind(3_600_000);
    const seen = await metricsOf(stage);
    expect(seen.get("godwit_accounts")).toBe(1);
    expect(seen.get("godwit_open_coin_orders")).toBe(1);
    expect(seen.get("godwit_feed_live")).toBe(1);
    expect(seen.get("godwit_database_bytes")).toBeGreaterThan(10_000);
    expect(
      seen.get(`godwit_call_seconds_count{path="${api.spot.coinPlaceOrder.path}",status="200"}`),
    ).toBe(2);
    expect(seen.get('godwit_job_seconds_count{job="spot"}')).toBeGreaterThan(0);
    for (const { name } of figures) expect([name, seen.has(name)]).toEqual([name, true]);

    const operator = await stage.operator("otto");
    const { list } = await operator.ask(calls.overview, {});
    expect(list.map(({ label }) => label)).toEqual(figures.map(({ label }) => label));
    const shown = (label: string) => list.find((row) => row.label === label)?.value;
    expect(shown("Accounts")).toBe("1");
    expect(shown("Coin orders")).toBe("1");
    expect(shown("Last check")).toBe("not yet");
    await operator.ask(calls.verify, {});
    const after = await operator.ask(calls.overview, {});
    expect(after.list.find((row) => row.label === "Last check")?.value).toBe("all holds");
    expect((await metricsOf(stage)).get("godwit_books_hold")).toBe(1);
  });

  test("name what waits, how long, and what deserves a look", async () => {
    const venue = await startVenue({
      store: await open(),
      settings: { review: "manual", sellReviewOver: { btcusdt: "0.5" }, welcome: { BTC: "9" } },
    });
    const stage = new DeskStage(venue);
    const ada = await venue.user();
    await ada.ask(api.spot.coinPlaceOrder, {
      symbol: "btcusdt",
      side: "sell",
      type: "limit",
      price: "70000",
      amount: "0.6",
      client_order_id: crypto.randomUUID(),
    });
    const operator = await stage.operator("otto");
    const sells = async () =>
      (await operator.ask(calls.overview, {})).list.find(({ label }) => label === "Coin sells");
    expect(await sells()).toMatchObject({ group: "Waiting", value: "1, oldest 0 ms", look: null });
    expect((await metricsOf(stage)).get("godwit_waiting_coin")).toBe(1);
    const queue = await operator.ask(calls.queue, { kind: "all" });
    expect(queue).toMatchObject({ total: 1, list: [{ kind: "coin", user_id: ada.session?.id }] });
  });

  test("say that the books are broken, in the log too", async () => {
    const store = await open();
    const venue = await startVenue({ store });
    const stage = new DeskStage(venue);
    const ada = await venue.user();
    await store.command(
      async ({ db }) =>
        void (await sql`update account set balance = balance + 1 where owner = ${`user:${ada.session?.id}`} and kind = 'available'`.execute(
          db,
        )),
    );
    const operator = await stage.operator("otto");
    expect((await operator.ask(calls.verify, {})).holds).toBe(false);
    expect((await metricsOf(stage)).get("godwit_books_hold")).toBe(0);
    const { list } = await operator.ask(calls.overview, {});
    expect(list.find(({ label }) => label === "Last check")).toMatchObject({
      value: "BROKEN",
      look: expect.stringMatching(/^Stop withdrawals and find out why: /),
    });
    expect(venue.lines.map(({ event }) => event)).toContain("the books are broken");
  });
});

test("the oldest waits first among all kinds, over pages", async () => {
  const stage = await openDeskStage({
    settings: { review: "manual", sellReviewOver: { btcusdt: "0.1" }, welcome: { BTC: "9" } },
  });
  const ada = await stage.venue.user();
  for (let at = 0; at < 5; at++) {
    await ada.ask(api.spot.coinPlaceOrder, {
      symbol: "btcusdt",
      side: "sell",
      type: "limit",
      price: String(70_000 + at),
      amount: "0.2",
      client_order_id: crypto.randomUUID(),
    });
    await stage.venue.wind(1000);
  }
  const operator = await stage.operator("otto");
  const pages = await Promise.all(
    [1, 2, 3].map((page) => operator.ask(calls.queue, { kind: "all", page, size: 2 })),
  );
  const times = pages.flatMap(({ list }) => list.map(({ create_time }) => create_time));
  expect(times).toHaveLength(5);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
});

describe("a monitor", () => {
  const get = (stage: DeskStage, path: string, client: { ip: string }, headers = {}, host = desk) =>
    stage.venue.venue.deskFetch(new Request(`${host}${path}`, { headers }), client);

  test("reads metrics from this machine, or with the token of the settings", async () => {
    const closed = await openDeskStage();
    expect((await get(closed, "/metrics", own)).status).toBe(200);
    expect((await get(closed, "/metrics", elsewhere)).status).toBe(403);
    // A page of a stranger whose name points here is not this machine.
    expect((await get(closed, "/metrics", own, {}, "http://evil.example:4171")).status).toBe(403);

    const open = await openDeskStage({ settings: { metricsToken: token } });
    const bearer = { authorization: `Bearer ${token}` };
    expect((await get(open, "/metrics", elsewhere, bearer, "http://venue:4171")).status).toBe(200);
    for (const wrong of [
      {},
      { authorization: "Bearer x" },
      { authorization: `${bearer.authorization}x` },
    ])
      expect((await get(open, "/metrics", own, wrong)).status).toBe(403);
  });

  test("learns that the venue lives and is ready, on both ports, and why not from this machine alone", async () => {
    const source = new FixedSource();
    const venue = await startVenue({ source });
    const stage = new DeskStage(venue);
    const both = async (path: string, client: { ip: string }) => {
      const answers = await Promise.all([
        get(stage, path, client),
        venue.venue.fetch(new Request(`http://localhost${path}`), client),
      ]);
      return Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]));
    };
    for (const path of ["/healthz", "/readyz"])
      expect(await both(path, elsewhere)).toEqual([
        [200, "ok\n"],
        [200, "ok\n"],
      ]);
    source.health = () => ({ source: "sim", state: "halted", lastTickTs: 0, lagMs: 0 });
    expect(await both("/healthz", own)).toEqual([
      [200, "ok\n"],
      [200, "ok\n"],
    ]);
    expect(await both("/readyz", own)).toEqual([
      [503, "not ready: there are no prices\n"],
      [503, "not ready: there are no prices\n"],
    ]);
    expect((await both("/readyz", elsewhere))[1]).toEqual([503, "not ready\n"]);
  });

  test("sees a venue whose engines stand still, whose database is away, and one that stops", async () => {
    let now = 0;
    let isAway = false;
    const store = await memoryStore();
    const watch = new Watch({
      store: { ...store, ping: () => (isAway ? Promise.reject(new Error("away")) : store.ping()) },
      source: new FixedSource(),
      settings: { dataDir: "." } as never,
      clock: { now: () => now },
      monotonic: () => now,
      log: () => undefined,
      checkBooks: () => checkBooks(store),
    });
    watch.ticked(0);
    expect([watch.health(), await watch.readiness()]).toEqual([[], []]);
    now = 20_000;
    expect([watch.health(), await watch.readiness()]).toEqual([[], ["no tick for 20 s"]]);
    now = 31_000;
    expect(watch.health()).toEqual(["no tick for 31 s"]);
    watch.ticked(now);
    isAway = true;
    expect(await watch.readiness()).toEqual(["the database does not answer"]);
    isAway = false;
    watch.stop();
    expect(await watch.readiness()).toEqual(["it is stopping"]);
  });

  async function memoryStore() {
    const store = openStore({ dataDir: ":memory:", log: () => undefined, random: () => 0.5 });
    onTestFinished(() => store.close());
    await store.migrate(migrations);
    return store;
  }
});

test("an operator's reads count once, whatever a monitor asks beside them", async () => {
  const stage = await openDeskStage();
  const page = async () =>
    (await stage.venue.venue.deskFetch(new Request(`${desk}/desk.css`), own)).status;
  const answers = [];
  for (let at = 0; at < 300; at++) answers.push(await page());
  expect(answers.filter((status) => status !== 200)).toEqual([]);
  expect(await page()).toBe(429);
  const health = await stage.venue.venue.deskFetch(new Request(`${desk}/healthz`), own);
  expect(health.status).toBe(429);
});

test("a job that fails is counted, logged and delays no other", async () => {
  const venue = await startVenue();
  const stage = new DeskStage(venue);
  await venue.store.command(async ({ db }) => void (await sql`drop table price_alert`.execute(db)));
  await venue.wind(1000);
  const seen = await metricsOf(stage);
  expect(seen.get('godwit_job_faults_total{job="alerts"}')).toBe(1);
  expect(seen.get('godwit_job_seconds_count{job="blocks"}')).toBe(1);
  expect(venue.lines).toContainEqual(
    expect.objectContaining({
      event: "job failed",
      facts: expect.objectContaining({ job: "alerts" }),
    }),
  );
});

test("the books are checked beside a venue that writes meanwhile, and its answers do not wait", async () => {
  const dataDir = temporaryDirectory();
  const store = openStore({ dataDir, log: () => undefined, random: () => 0.5, minFreeBytes: 0 });
  onTestFinished(() => store.close());
  await store.migrate(migrations);
  const venue = await startVenue({ store });
  for (let at = 0; at < 20; at++) await venue.user();
  const checking = checkBooksBeside({ dataDir, databaseUrl: null });
  let isDone = false;
  void checking.finally(() => (isDone = true));
  let written = 0;
  while (!isDone) {
    await venue.user();
    written += 1;
  }
  const outcomes = await checking;
  expect(outcomes.flatMap(({ faults }) => faults)).toEqual([]);
  expect(outcomes.map(({ rule }) => rule)).toEqual(
    (await checkBooks(store)).map(({ rule }) => rule),
  );
  expect(written).toBeGreaterThan(2);
});

test("a leap of the machine's clock is seen on the desk, and followed by an operator who gives a reason", async () => {
  const steady = {
    leap: { offMs: 40 * 86_400_000, followsAt: null } as { offMs: number; followsAt: null } | null,
    follow: () => void (steady.leap = null),
  };
  const stage = await openDeskStage({ steady });
  const operator = await stage.operator("otto");
  const clock = async () =>
    (await operator.ask(calls.overview, {})).list.find(
      ({ label }) => label === "The machine's clock is off by",
    );
  expect(await clock()).toMatchObject({
    value: "960.0 h",
    look: expect.stringMatching(/^It leapt, and the venue goes on by the time as it was\./),
  });
  expect((await metricsOf(stage)).get("godwit_clock_off_seconds")).toBe(40 * 86_400);
  await operator.ask(calls.followClock, { reason: "NTP was off." });
  expect(await clock()).toMatchObject({ value: "nothing", look: null });
  expect((await operator.tell(calls.followClock, { reason: "Again." })).status).toBe(300009);
  const { list } = await operator.ask(calls.audit, { operators: 1 });
  expect(list[0]).toMatchObject({ event: "clock-followed" });
});

test("what the dashboard and the alerts ask for is there", async () => {
  const stage = await openDeskStage();
  await stage.venue.visitor.tell(api.market.timestamp, {});
  await stage.venue.wind(1000);
  const answer = await stage.venue.venue.deskFetch(new Request(`${desk}/metrics`), own);
  const known = new Set((await answer.text()).match(/^godwit_[a-z0-9_]+/gm));
  for (const file of ["grafana.json", "alerts.yml"]) {
    const asked = readFileSync(join(root, "deploy/monitoring", file), "utf8").match(
      /godwit_[a-z0-9_]+/g,
    );
    expect([file, (asked ?? []).filter((name) => !known.has(name))]).toEqual([file, []]);
    expect(asked?.length).toBeGreaterThan(10);
  }
});
