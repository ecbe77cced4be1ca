import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { parseSigned } from "#protocol/wire/amount.ts";
import { api } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { makeNonce, signRequest } from "#protocol/wire/signature.ts";
import type { CoinOrder } from "#protocol/api/spot.ts";
import type { Balance, Bill } from "#protocol/api/wallet.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { runVenue } from "../../harness/venue/running-venue.ts";
import { readAnswer } from "../../harness/venue/memory-venue.ts";
import { reportTrials } from "../../harness/trials.ts";

const { coinPlaceOrder, coinOrder, coinOrders } = api.spot;
const { walletBalance, tradeRecord } = api.wallet;
/** `KILL_CYCLES=50` for a longer look. */
const cycles = Number(process.env["KILL_CYCLES"] ?? 2);
const writers = 12;
const password = "correct horse battery";
const random = (length: number) => new Uint8Array(randomBytes(length));
const plenty = JSON.stringify({
  privatePerSecond: 1e6,
  privateBurst: 1e6,
  ordersPerSecond: 1e6,
  ordersBurst: 1e6,
  registrationsPerHour: 1e6,
  publicPerSecond: 1e6,
  publicBurst: 1e6,
  argonMemoryKiB: 64,
});

interface Session {
  id: string;
  token: string;
}
interface Sent {
  session: Session;
  headers: Record<string, string>;
  body: Record<string, unknown> & { client_order_id: string };
}
interface Acknowledged extends Sent {
  answer: CoinOrder;
}

test(
  "the real venue killed under load: what it acknowledged is there once, nothing is there twice",
  async () => {
    const venue = await runVenue(temporaryDirectory(), {
      LIMITS: plenty,
      WELCOME: "USDT:10000000",
    });
    onTestFinished(() => venue.dispose());
    const sign = (session: Session): Record<string, string> => ({
      ...signRequest(session, makeNonce(random), Math.floor(Date.now() / 1000)),
    });
    const ask = async (
      { method, path }: Pick<Endpoint, "method" | "path">,
      request: Record<string, unknown>,
      headers: Record<string, string> = {},
    ) => {
      const query =
        method === "GET" ? `?${new URLSearchParams(request as Record<string, string>)}` : "";
      const body = method === "GET" ? {} : { body: JSON.stringify(request) };
      return readAnswer(
        await fetch(`${venue.address}${path}${query}`, {
          method,
          headers: { "content-type": "application/json", ...headers },
          ...body,
        }),
      );
    };
    const read = async <T>(
      endpoint: Pick<Endpoint, "method" | "path">,
      session: Session,
      query: Record<string, unknown> = {},
    ) => (await ask(endpoint, query, sign(session))).data as T;

    const sessions: Session[] = [];
    for (const name of ["ada", "bob"]) {
      const account = `${name}@example.org`;
      await ask(api.session.reg, { account, logintype: "email", password });
      const { data } = await ask(api.session.login, {
        account,
        logintype: "email",
        loginway: "password",
        verifykey: password,
      });
      const { token, player } = data as { token: string; player: { id: string | number } };
      sessions.push({ id: String(player.id), token });
    }

    const all: Sent[] = [];
    const acknowledged: Acknowledged[] = [];
    let isRunning = true;
    async function write(at: number): Promise<void> {
      for (let n = at; isRunning; n++) {
        const session = sessions[n % sessions.length] as Session;
        const side = {
          symbol: n % 3 === 0 ? "ethusdt" : "btcusdt",
          side: "buy",
          type: "market",
          value: "6",
        };
        const sent = {
          session,
          headers: sign(session),
          body: { ...side, client_order_id: crypto.randomUUID() },
        };
        all.push(sent);
        const answer = await ask(coinPlaceOrder, sent.body, sent.headers).catch(() => undefined);
        if (answer === undefined) return;
        if (answer.status === 0) acknowledged.push({ ...sent, answer: answer.data as CoinOrder });
      }
    }

    for (let cycle = 0; cycle < cycles; cycle++) {
      const [firstSent, firstAcknowledged] = [all.length, acknowledged.length];
      isRunning = true;
      const writing = Promise.all(Array.from({ length: writers }, (_, at) => write(at)));
      // A venue that has just begun again may take a while for its first.
      while (acknowledged.length === firstAcknowledged) await delay(20);
      await delay(Math.random() * 1300);
      await venue.kill();
      isRunning = false;
      await writing;
      await venue.restart();

      const fresh = acknowledged.slice(firstAcknowledged);
      expect(fresh.length).toBeGreaterThan(0);
      for (const { session, body, answer } of fresh.slice(-150)) {
        expect(
          await read(coinOrder, session, { client_order_id: body.client_order_id }),
        ).toMatchObject({
          id: answer.id,
          client_order_id: body.client_order_id,
          create_time: answer.create_time,
        });
      }
      const last = fresh.at(-1) as Acknowledged;
      expect(
        (
          await ask(
            coinPlaceOrder,
            { ...last.body, client_order_id: crypto.randomUUID() },
            last.headers,
          )
        ).status,
      ).toBe(100009);
      expect((await ask(coinPlaceOrder, last.body, sign(last.session))).data).toEqual(last.answer);
      // A request without an answer is repeated, as the app does; it must lead to one order, too.
      const answered = new Set(fresh.map(({ body }) => body.client_order_id));
      const unanswered = all
        .slice(firstSent)
        .filter(({ body }) => !answered.has(body.client_order_id));
      expect(unanswered.length).toBeGreaterThan(0);
      for (const sent of unanswered) {
        const answer = await ask(coinPlaceOrder, sent.body, sign(sent.session));
        if (answer.status === 0) acknowledged.push({ ...sent, answer: answer.data as CoinOrder });
      }
    }

    reportTrials(`kills, ${acknowledged.length} acknowledged orders`, cycles);
    // The engine settles everything within two seconds; then balances are still.
    const isSettled = async () =>
      (
        await Promise.all(
          sessions.map((session) => read<{ total: number }>(coinOrders, session, { status: 1 })),
        )
      ).every(({ total }) => total === 0);
    while (!(await isSettled())) await delay(250);
    for (const session of sessions) {
      const own = acknowledged.filter((one) => one.session === session);
      const orders = await pages<CoinOrder>((page) =>
        read(coinOrders, session, { page, size: 100 }),
      );
      expect(new Set(orders.map((order) => order.client_order_id)).size).toBe(orders.length);
      const byClientId = new Map(orders.map((order) => [order.client_order_id, order.id]));
      expect(
        own.filter(({ body, answer }) => byClientId.get(body.client_order_id) !== answer.id),
      ).toEqual([]);
      expect(
        orders.filter(
          (order) => !own.some(({ body }) => body.client_order_id === order.client_order_id),
        ),
      ).toEqual([]);
      const bills = await pages<Bill>((page) => read(tradeRecord, session, { page, size: 100 }));
      const { balances } = await read<{ balances: Balance[] }>(walletBalance, session);
      for (const { flag, balance_str: text, frozen } of balances) {
        const moved = bills
          .filter((bill) => bill.flag === flag)
          .reduce((sum, bill) => sum + (parseSigned(bill.amount, 18) ?? 0n), 0n);
        expect([flag, moved, frozen]).toEqual([flag, parseSigned(text ?? "", 18), "0"]);
      }
    }
    await venue.kill();
    const store = openStore({
      dataDir: venue.dataDir,
      log: () => undefined,
      random: () => 0,
      minFreeBytes: 0,
    });
    onTestFinished(() => store.close());
    expect(await store.read((db) => coherent(db))).toEqual([]);
  },
  60_000 + cycles * 15_000,
);

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
