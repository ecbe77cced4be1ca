/**
 * The real venue under a load of orders, and a process that dies at a random moment: its own, on SQLite, and that of a
 * PostgreSQL below it. What was acknowledged is there, once; what got no answer leads to one order when it is repeated.
 */
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import type { CoinOrder } from "#protocol/api/spot.ts";
import type { Balance, Bill } from "#protocol/api/wallet.ts";
import { parseSigned } from "#protocol/wire/amount.ts";
import { badMessage } from "#protocol/wire/error-codes.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { startPostgres } from "../../harness/database/postgres.ts";
import { reportTrials } from "../../harness/trials.ts";
import { drawsOf } from "../../harness/venue/draws.ts";
import { callVenue, signedNow } from "../../harness/venue/call-venue.ts";
import { marketBuy } from "../../harness/venue/market-buy.ts";
import { enter, noLimits, type Session } from "../../harness/venue/order-load.ts";
import { dieStarting, type RunningVenue, runVenue } from "../../harness/venue/running-venue.ts";

const { coinPlaceOrder, coinOrder, coinOrders } = api.spot;
const { walletBalance, tradeRecord } = api.wallet;
/** `KILL_CYCLES=50`, `CRASH_CYCLES=50` and `FIRST_STARTS=50` for a longer look. */
const kills = Number(process.env["KILL_CYCLES"] ?? 1);
const crashes = Number(process.env["CRASH_CYCLES"] ?? 1);
const firstStarts = Number(process.env["FIRST_STARTS"] ?? 1);
const writers = 12;
/** So many of the last acknowledged orders are read again after each fault; all of them at the end. */
const readAgain = 150;
const draws = drawsOf("kill");
const settings = { LIMITS: noLimits, WELCOME: "USDT:10000000" };

/** As many cycles in spells of one venue each: it looks through all of its database after every kill. */
function spellsOf(cycles: number): number[] {
  const longest = 100;
  const spells: number[] = [];
  for (let left = cycles; left > 0; left -= longest) spells.push(Math.min(left, longest));
  return spells;
}

interface Sent {
  session: Session;
  headers: Record<string, string>;
  body: ReturnType<typeof marketBuy>;
}
interface Acknowledged extends Sent {
  answer: CoinOrder;
}

test(
  "the venue killed under load, also while it starts: what it acknowledged is there once, nothing twice",
  async () => {
    for (const cycles of spellsOf(kills)) {
      const venue = await runVenue(temporaryDirectory(), settings);
      onTestFinished(() => venue.dispose());
      const orders = await sendThroughFaults(venue, cycles, async () => {
        await venue.kill();
        return async () => {
          // One in five dies again while it starts.
          if (draws.share() < 0.2) await venue.dieStarting(draws.share() * 1500);
          await venue.restart();
        };
      });
      await venue.kill();
      await expectCoherent({ dataDir: venue.dataDir });
      reportTrials(`kills, ${orders} acknowledged orders`, cycles);
    }
  },
  60_000 + kills * 15_000,
);

test(
  "a PostgreSQL stopped at once under load, in each second time with the venue: the same holds",
  async ({ skip }) => {
    for (const cycles of spellsOf(crashes)) {
      const database = await startPostgres({ fsync: true });
      if (database === undefined) return skip("there is no PostgreSQL here");
      onTestFinished(() => database.stop());
      const venue = await runVenue(temporaryDirectory(), {
        ...settings,
        DATABASE_URL: database.url,
      });
      onTestFinished(() => venue.dispose());
      let isWithVenue = true;
      const orders = await sendThroughFaults(venue, cycles, async () => {
        isWithVenue = !isWithVenue;
        await Promise.all([database.crash(), isWithVenue && venue.kill()]);
        return async () => {
          await database.recover();
          if (isWithVenue) await venue.restart();
        };
      });
      await venue.stop();
      await expectCoherent({ dataDir: "", databaseUrl: database.url });
      reportTrials(`PostgreSQL stopped, ${orders} acknowledged orders`, cycles);
    }
  },
  60_000 + crashes * 20_000,
);

test(
  "the venue killed in its first start, once or several times: the next one opens, and takes orders",
  async () => {
    for (let trial = 0; trial < firstStarts; trial += 1) {
      const dataDir = temporaryDirectory();
      const appDir = temporaryDirectory();
      // Its keys, its market and its tables are made meanwhile.
      for (let isDying = true; isDying; isDying = draws.share() < 0.3)
        await dieStarting({ dataDir, appDir }, draws.share() * 3000);
      const venue = await runVenue(appDir, { ...settings, MARKET: "sim", DATA_DIR: dataDir });
      try {
        const ada = await enter(venue.address, "ada");
        const place = () =>
          callVenue(venue.address, coinPlaceOrder, marketBuy("6"), signedNow(ada));
        await expect.poll(place).toMatchObject({ status: 0 });
        await venue.stop();
        await expectCoherent({ dataDir });
      } finally {
        await venue.dispose();
      }
    }
    reportTrials("first starts that died", firstStarts);
  },
  60_000 + firstStarts * 30_000,
);

/**
 * Writers place orders; `strike` has something die at a random moment and answers how it comes back. After each fault
 * the last orders are looked at, in the end all of them and the balances they led to.
 * @returns how many orders were acknowledged
 */
async function sendThroughFaults(
  venue: RunningVenue,
  cycles: number,
  strike: () => Promise<() => Promise<void>>,
): Promise<number> {
  const ask = (
    endpoint: Pick<Endpoint, "method" | "path">,
    request: Record<string, unknown>,
    headers: Record<string, string>,
  ) => callVenue(venue.address, endpoint, request, headers);
  const read = async <T>(
    endpoint: Pick<Endpoint, "method" | "path">,
    session: Session,
    query: Record<string, unknown> = {},
  ) => (await ask(endpoint, query, signedNow(session))).data as T;

  const sessions = [await enter(venue.address, "ada"), await enter(venue.address, "bob")];
  const all: Sent[] = [];
  const acknowledged: Acknowledged[] = [];
  let isStruck = false;

  /** Sends one order after the other until one gets no answer, or what was to die is dead. */
  async function write(at: number): Promise<void> {
    for (let n = at; !isStruck; n++) {
      const session = sessions[n % sessions.length]!;
      const body = { ...marketBuy("6"), ...(n % 3 === 0 && { symbol: "ethusdt" }) };
      const sent = { session, headers: signedNow(session), body };
      all.push(sent);
      const answer = await ask(coinPlaceOrder, body, sent.headers).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 0) acknowledged.push({ ...sent, answer: answer.data as CoinOrder });
      // A venue that has just begun refuses at first, as one whose database is away does.
      else await delay(50);
    }
  }

  for (let cycle = 0; cycle < cycles; cycle++) {
    const [firstSent, firstAcknowledged] = [all.length, acknowledged.length];
    isStruck = false;
    const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(at)));
    // A venue that has just begun again may take a while for its first.
    while (acknowledged.length === firstAcknowledged) await delay(20);
    await delay(draws.share() * 1300);
    const comeBack = await strike();
    isStruck = true;
    await writing;
    await comeBack();
    const [one] = sessions;
    while ((await ask(walletBalance, {}, signedNow(one!))).status !== 0) await delay(50);

    const fresh = acknowledged.slice(firstAcknowledged);
    for (const { session, body, answer } of fresh.slice(-readAgain))
      expect(
        await read(coinOrder, session, { client_order_id: body.client_order_id }),
      ).toMatchObject({
        id: answer.id,
        client_order_id: body.client_order_id,
        create_time: answer.create_time,
      });
    const last = fresh.at(-1)!;
    const another = { ...last.body, client_order_id: crypto.randomUUID() };
    expect((await ask(coinPlaceOrder, another, last.headers)).status).toBe(badMessage);
    expect((await ask(coinPlaceOrder, last.body, signedNow(last.session))).data).toEqual(
      last.answer,
    );
    // A request without an answer is repeated, as the app does; it must lead to one order, too.
    const answered = new Set(fresh.map(({ body }) => body.client_order_id));
    const unanswered = all
      .slice(firstSent)
      .filter(({ body }) => !answered.has(body.client_order_id));
    expect(unanswered.length).toBeGreaterThan(0);
    for (const sent of unanswered) {
      const answer = await ask(coinPlaceOrder, sent.body, signedNow(sent.session));
      if (answer.status === 0) acknowledged.push({ ...sent, answer: answer.data as CoinOrder });
    }
  }

  // The engine settles everything within two seconds; then balances are still.
  const isSettled = async () => {
    const open = await Promise.all(
      sessions.map((session) => read<{ total: number }>(coinOrders, session, { status: 1 })),
    );
    return open.every(({ total }) => total === 0);
  };
  while (!(await isSettled())) await delay(250);
  for (const session of sessions) {
    const own = acknowledged.filter((one) => one.session === session);
    const orders = await pages<CoinOrder>((page) => read(coinOrders, session, { page, size: 100 }));
    const byClientId = new Map(orders.map((order) => [order.client_order_id, order.id]));
    expect(byClientId.size).toBe(orders.length);
    const isMissing = ({ body, answer }: Acknowledged) =>
      byClientId.get(body.client_order_id) !== answer.id;
    expect(own.filter(isMissing)).toEqual([]);
    const sent = new Set(own.map(({ body }) => body.client_order_id));
    expect(orders.filter((order) => !sent.has(order.client_order_id ?? ""))).toEqual([]);
    await expectBalancesOfBills(session);
  }
  return acknowledged.length;

  async function expectBalancesOfBills(session: Session): Promise<void> {
    const bills = await pages<Bill>((page) => read(tradeRecord, session, { page, size: 100 }));
    const { balances } = await read<{ balances: Balance[] }>(walletBalance, session);
    for (const { flag, balance_str: text, frozen } of balances) {
      const moved = bills
        .filter((bill) => bill.flag === flag)
        .reduce((sum, bill) => sum + (parseSigned(bill.amount, 18) ?? 0n), 0n);
      expect([flag, moved, frozen]).toEqual([flag, parseSigned(text ?? "", 18), "0"]);
    }
  }
}

async function expectCoherent(where: { dataDir: string; databaseUrl?: string }): Promise<void> {
  const store = openStore({ ...where, log: () => undefined, random: () => 0, minFreeBytes: 0 });
  try {
    expect(await store.read((db) => coherent(db))).toEqual([]);
  } finally {
    await store.close();
  }
}

async function pages<Row>(
  read: (page: number) => Promise<{ list: Row[]; total: number }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page++) {
    const { list, total } = await read(page);
    rows.push(...list);
    if (list.length === 0 || rows.length >= total) return rows;
  }
}
