import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { formatAmount } from "#protocol/wire/amount.ts";
import { spotEndpoints } from "#protocol/api/spot.ts";
import { billTypes } from "#protocol/api/wallet.ts";
import { post } from "../../../venue/ledger/post.ts";
import { isPostgres } from "../../../venue/store/migrate.ts";
import { readCuts, readFlows, readOwnedAt } from "../../../venue/wallet/assets/equity-rows.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { btcusdt, dogeusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import type { TestClient, TestVenue } from "../../harness/venue/memory-venue.ts";
import {
  cancelWithdrawal,
  decide,
  equity,
  openWithdrawals,
  payee,
  violations,
  requestOf,
  withdrawal,
} from "./withdrawal-stage.ts";

const [hourMs, dayMs] = [3_600_000, 86_400_000];
/** The source starts at 06:00 of the venue's day, GMT+8. */
const untilDayEnd = 18 * hourMs;
const longSessions = { sessionIdleSec: 1e8, sessionLifeSec: 1e8 };

let journals = 0;

/** Money of one of these types comes to a user, or (negative) leaves, at a moment. */
function move(
  venue: TestVenue,
  user: TestClient,
  type: number,
  { amount, at = venue.now() }: { amount: bigint; at?: number },
): Promise<void> {
  return moveAll(venue, user, [{ type, amount, at }]);
}

async function moveAll(
  venue: TestVenue,
  user: TestClient,
  moves: readonly { type: number; amount: bigint; at: number }[],
): Promise<void> {
  const first = journals;
  journals += moves.length;
  await venue.store.command(async (tx) => {
    for (const [n, { type, amount, at }] of moves.entries()) {
      const key = `test-move:${first + n}`;
      await post(tx, {
        idemKey: key,
        type,
        refType: "test",
        refId: key,
        now: at,
        legs: [
          { owner: "venue", kind: "external", currency: "USDT", amount: -amount },
          { owner: `user:${user.session?.id}`, kind: "available", currency: "USDT", amount },
        ],
      });
    }
  });
}

/** Day candles of bitcoin that close at these prices in ticks, the first one on the source's first day. */
function closes(source: FixedSource, list: readonly number[]): void {
  const first = (source.started + untilDayEnd - dayMs) / 1000;
  source.setCandles(
    "btcusdt",
    "1day",
    list.map((close, day) => ({
      id: first + day * 86_400,
      open: close,
      high: close,
      low: close,
      close,
      amount: 0,
      vol: 0,
      count: 0,
    })),
  );
}

describeDatabases("what an account was worth", (open) => {
  test("is exact in the quote currency at the end of each day and now, with what came and went", async () => {
    const venue = await openWithdrawals({ store: await open(), limits: longSessions });
    const ada = await payee(venue);
    expect(await ada.ask(equity, {})).toEqual([
      { time: venue.now(), total: "10000", flow: "10000" },
    ]);
    const end = venue.now() + untilDayEnd;
    await move(venue, ada, billTypes.recharge, { amount: 12_345_678_901n, at: end - 1 });
    await move(venue, ada, billTypes.systemRecharge, { amount: 100_000_000n, at: end });
    await venue.wind(untilDayEnd + hourMs);
    const [first, second] = [
      await ada.ask(withdrawal, requestOf({ amount: "1000" })),
      await ada.ask(withdrawal, requestOf({ amount: "500" })),
    ];
    // Trades win and lose; they are no flow.
    await move(venue, ada, billTypes.perpetualClose, { amount: -1n });
    const today = () => ({ time: venue.now(), total: "10124.45678900", flow: "1" });
    expect(await ada.ask(equity, {})).toEqual([
      { time: end, total: "10123.45678901", flow: "10123.45678901" },
      { ...today(), total: "10124.456789" },
    ]);
    await decide(venue, first.id, "approve");
    await ada.ask(cancelWithdrawal, { id: second.id });
    expect(await ada.ask(equity, {})).toEqual([
      { time: end, total: "10123.45678901", flow: "10123.45678901" },
      { time: venue.now(), total: "9124.456789", flow: "-999" },
    ]);
    await venue.wind(3 * dayMs);
    const later = await ada.ask(equity, { days: 3 });
    expect(later).toEqual([
      { time: end + dayMs, total: "9124.456789", flow: "-999" },
      { time: end + 2 * dayMs, total: "9124.456789", flow: "0" },
      { time: end + 3 * dayMs, total: "9124.456789", flow: "0" },
      { time: venue.now(), total: "9124.456789", flow: "0" },
    ]);
    expect((await ada.ask(equity, { days: 90 })).slice(1)).toEqual(later);
    expect(await violations(venue)).toEqual([]);
  });

  test("values coins at the closes of their days, and now at the live price; kept days stay as they were", async () => {
    const source = new FixedSource([btcusdt, dogeusdt]);
    const venue = await openWithdrawals({
      store: await open(),
      source,
      settings: { welcome: { USDT: "100", BTC: "0.5" } },
      limits: longSessions,
    });
    const ada = await payee(venue);
    closes(source, [5_000_000, 6_100_000]);
    await venue.wind(untilDayEnd + dayMs + hourMs);
    source.setTicker("btcusdt", { close: 7_000_050 });
    await ada.ask(spotEndpoints.coinPlaceOrder, {
      symbol: "btcusdt",
      side: "sell",
      type: "limit",
      price: "75000",
      amount: "0.25",
      client_order_id: crypto.randomUUID(),
    });
    const [one, two, now] = await ada.ask(equity, {});
    expect([one?.total, two?.total, now?.total]).toEqual(["25100", "30600", "35100.25"]);
    expect([one?.flow, two?.flow, now?.flow]).toEqual(["25100", "0", "0"]);
    source.setTicker("btcusdt", { close: 100 });
    closes(source, [1, 1]);
    expect((await ada.ask(equity, {})).map(({ total }) => total)).toEqual([
      "25100",
      "30600",
      "100.5",
    ]);
    source.setUnavailable(true);
    expect((await ada.tell(equity, {})).status).toBe(100010);
  });

  test("agrees with every movement added up, whatever they were", async () => {
    const venue = await openWithdrawals({
      store: await open(),
      settings: { welcome: {} },
      limits: longSessions,
    });
    const ada = await payee(venue);
    const types = [1, 2, 5, 8, 10, 11, 12];
    const moves: { at: number; type: number; amount: bigint }[] = [
      { at: venue.now(), type: 2, amount: 10n ** 13n },
    ];
    for (let n = 1; n < 120; n++)
      moves.push({
        at: venue.now() + n * 5 * hourMs,
        type: types[(n * 7) % types.length] ?? 1,
        amount: BigInt(((n * 7919) % 2003) - 1001) || 1n,
      });
    await moveAll(venue, ada, moves);
    await venue.wind(26 * dayMs);
    const points = await ada.ask(equity, { days: 60 });
    expect(points).toHaveLength(27);
    const text = (amount: bigint) => Number(formatAmount(amount, 8));
    let before = 0;
    for (const { time, total, flow } of points) {
      const until = moves.filter(({ at }) => at < time);
      expect(Number(total)).toBe(text(until.reduce((sum, { amount }) => sum + amount, 0n)));
      expect(Number(flow)).toBe(
        text(
          until
            .filter(({ at, type }) => at >= before && [1, 2, 11, 12].includes(type))
            .reduce((sum, { amount }) => sum + amount, 0n),
        ),
      );
      before = time;
    }
  });
});

describe("reading it", () => {
  describeDatabases("goes by indexes alone", (open, engine) => {
    test("of journals, accounts and entries", async () => {
      const venue = await openWithdrawals({ store: await open() });
      const ada = await payee(venue);
      const plans: string[] = [];
      await venue.store.read(async (db) => {
        if (isPostgres(db)) await sql`set local enable_seqscan = off`.execute(db);
        const explain = async (run: (on: typeof db) => Promise<unknown>) => {
          const recorder = db.withPlugin({
            transformQuery: ({ node }) => node,
            transformResult: async ({ result }) => result,
          });
          const queries: { sql: string; parameters: readonly unknown[] }[] = [];
          const executor = recorder.getExecutor();
          const compile = executor.compileQuery.bind(executor);
          executor.compileQuery = (
            node: Parameters<typeof compile>[0],
            id: Parameters<typeof compile>[1],
          ) => {
            const compiled = compile(node, id);
            queries.push(compiled);
            return compiled;
          };
          await run(recorder);
          for (const query of queries) {
            const rows = await db.executeQuery<Record<string, unknown>>({
              ...query,
              sql: `${engine === "sqlite" ? "explain query plan" : "explain"} ${query.sql}`,
            } as Parameters<typeof db.executeQuery>[0]);
            plans.push(...rows.rows.map((row) => String(row["detail"] ?? row["QUERY PLAN"])));
          }
        };
        await explain((on) => readCuts(on, [1, 2, 3]));
        await explain((on) => readOwnedAt(on, ada.session?.id ?? "", [1, 2, 3]));
        await explain((on) => readFlows(on, ada.session?.id ?? "", [1, 2, 3], [1, 2]));
      });
      expect(plans.length).toBeGreaterThan(5);
      expect(
        plans.filter((line) => /(SCAN|Seq Scan on) (account|entry|journal)\b/.test(line)),
      ).toEqual([]);
      for (const index of ["journal_by_time", "entry_by_account"])
        expect(plans.some((line) => line.includes(index))).toBe(true);
    });
  });
});
