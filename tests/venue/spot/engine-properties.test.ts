import fc from "fast-check";
import { expect, test } from "vitest";
import { createSpotEngine } from "../../../venue/spot/engine.ts";
import type { SpotFillRow } from "../../../venue/spot/records/rows.ts";
import type { Refusal } from "../../../venue/store/refusal.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { type Draft, openStage, type Stage } from "./spot-stage.ts";

/** The unit in which amounts are drawn. All books stand round 6,000,000 ticks. */
const units = { btcusdt: 0.00001, dogeusdt: 1, pepeusdt: 2000 };
const symbols = ["btcusdt", "dogeusdt", "pepeusdt"] as const;
const middle = 6_000_000;
const step = 1500;

const offset = fc.integer({ min: -30, max: 30 });
const side = fc.constantFrom("buy", "sell");
const order = fc.record({
  who: fc.integer({ min: 0, max: 2 }),
  symbol: fc.constantFrom(...symbols),
  side,
  size: fc.integer({ min: 1, max: 2000 }),
  type: fc.constantFrom("market", "limit", "limit", "limit", "stop-limit", "stop-market"),
  tif: fc.constantFrom("gtc", "gtc", "ioc", "fok", "post_only"),
  by: fc.constantFrom("value", "amount"),
  price: offset,
  stop: offset,
  operator: fc.constantFrom("gte", "lte"),
});
const levels = fc.array(
  fc.tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 400_000 })),
  { maxLength: 6 },
);
const round = fc.record({
  orders: fc.array(order, { maxLength: 6 }),
  cancels: fc.array(fc.nat(), { maxLength: 2 }),
  during: fc.array(fc.nat(), { maxLength: 2 }),
  shift: offset,
  asks: levels,
  bids: levels,
  prints: fc.array(fc.tuple(offset, fc.integer({ min: 1, max: 300_000 })), { maxLength: 4 }),
  ms: fc.constantFrom(1000, 1000, 2000, 5000),
  engines: fc.integer({ min: 1, max: 2 }),
});

/** What was offered, by symbol and snapshot and price, and by trade; fills are taken off it. */
type Offered = Map<string, bigint>;

describeDatabases("any orders on any books", (open, engine) => {
  test("the books stay coherent, nobody gets more than is shown, pays more than they set aside or trades beyond their price", async () => {
    const stage = await openStage(await open());
    let user = 100;
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 5 }), async (rounds) => {
        const users = [user, user + 1, user + 2];
        user += 3;
        for (const one of users)
          for (const [flag, amount] of Object.entries({
            USDT: "1000",
            BTC: "0.02",
            DOGE: "3000",
            PEPE: "5000000",
          }))
            await stage.fund(one, flag, amount);
        const offered: Offered = new Map();
        const placed: { one: number; id: string; frozen: string }[] = [];
        const cancel = async (at: number) => {
          const some = placed[at % Math.max(1, placed.length)];
          if (some) await stage.cancel(some.one, some.id).catch(refusedOf);
        };
        for (const { orders, cancels, during, engines, ...market } of rounds) {
          for (const { who, ...draft } of orders) {
            const one = users[who] ?? user;
            const accepted = await stage.place(one, draftOf(stage, draft)).catch(refusedOf);
            if (accepted) placed.push({ one, id: accepted.id, frozen: accepted.frozen });
          }
          for (const at of cancels) await cancel(at);
          move(stage, market, offered);
          await Promise.all([
            ...Array.from({ length: engines }, () => createSpotEngine(stage).tick()),
            ...during.map(cancel),
          ]);
          await stage.engine.tick();
        }
        for (const { one, id, frozen } of placed) {
          const found = await stage.order(one, { id });
          expect(
            Number(found.side === "buy" ? found.filled_value : found.filled_amount),
          ).toBeLessThanOrEqual(Number(frozen));
          if (found.amount !== null)
            expect(Number(found.filled_amount)).toBeLessThanOrEqual(Number(found.amount));
          if (found.status === 2) expect(Number(found.frozen)).toBe(0);
          if (found.state === "filled")
            expect(found.amount === null || found.amount === found.filled_amount).toBe(true);
          if (found.tif === "fok" && found.state !== "filled") expect(found.fills).toEqual([]);
          for (const { price, role } of found.fills) {
            if (role === "maker" || found.tif === "post_only")
              expect([role, price]).toEqual(["maker", found.price]);
            else if (found.price !== null)
              expect(Math.sign(Number(price) - Number(found.price))).not.toBe(
                found.side === "buy" ? 1 : -1,
              );
          }
        }
        for (const fill of await fillsOf(stage, users)) takeOff(offered, fill);
        for (const one of users) await checkBills(stage, one);
        expect(await stage.violations()).toEqual([]);
        for (const { one, id } of placed) await stage.cancel(one, id).catch(refusedOf);
        // The next trial must not find what this one took.
        stage.source.advance(120_000);
      }),
      { numRuns: engine === "sqlite" ? 40 : 8 },
    );
    expect(stage.logged).toEqual([]);
  });
});

type Drawn = Omit<typeof order extends fc.Arbitrary<infer T> ? T : never, "who">;

function draftOf(
  { source }: Stage,
  { symbol, side: way, size, type, tif, by, price, stop, operator }: Drawn,
): Draft {
  const precision = source.spec(symbol)?.pricePrecision ?? 0;
  const at = (steps: number) => ((middle + steps * step) / 10 ** precision).toFixed(precision);
  const unit = units[symbol];
  const isByValue = by === "value" && way === "buy" && !type.endsWith("limit");
  return {
    symbol,
    side: way,
    type,
    ...(isByValue ? { value: String(size) } : { amount: (size * unit).toFixed(unit < 1 ? 6 : 0) }),
    ...(type.endsWith("limit") && {
      price: at(price),
      tif: type === "limit" || tif !== "post_only" ? tif : "gtc",
    }),
    ...(type.startsWith("stop") && { stop_price: at(stop), operator }),
  };
}

/** Lets a second or more pass in all markets: trades first, then the book that stands at its end. */
function move(
  { source }: Stage,
  {
    shift,
    asks,
    bids,
    prints,
    ms,
  }: Omit<
    typeof round extends fc.Arbitrary<infer T> ? T : never,
    "orders" | "cancels" | "during" | "engines"
  >,
  offered: Offered,
): void {
  source.advance(ms);
  const sorted = (raw: [number, number][], sign: number) =>
    [...new Map(raw)]
      .sort((a, b) => a[0] - b[0])
      .map(([at, lots]) => [middle + (shift + sign * at) * step, lots] as const);
  for (const symbol of symbols) {
    for (const [at, amount] of prints) {
      const { id, ts } = source.addTrade(symbol, {
        price: middle + at * step,
        amount,
        ts: source.now - 100,
      });
      expect(ts).toBeLessThan(source.now);
      offered.set(`${symbol} trade ${id}`, BigInt(amount));
    }
    const book = source.setBook(symbol, { asks: sorted(asks, 1), bids: sorted(bids, -1) });
    for (const [price, lots] of [...book.asks, ...book.bids])
      offered.set(`${symbol} ${book.ts} ${price}`, BigInt(lots));
    source.setTicker(symbol, {
      bid: book.bids[0]?.[0] ?? 0,
      ask: book.asks[0]?.[0] ?? 0,
      close: prints.at(-1) ? (source.ticker(symbol)?.close ?? middle) : middle,
    });
  }
}

function fillsOf({ store }: Stage, users: readonly number[]): Promise<SpotFillRow[]> {
  return store.read((db) =>
    db.selectFrom("spot_fill").selectAll().where("user_id", "in", users).execute(),
  );
}

function takeOff(
  offered: Offered,
  { symbol, snapshot_at, level_price, market_trade, lots, role }: SpotFillRow,
): void {
  const key =
    market_trade === null
      ? `${symbol} ${snapshot_at} ${level_price}`
      : `${symbol} trade ${market_trade}`;
  const left = (offered.get(key) ?? 0n) - lots;
  expect([key, left >= 0n, market_trade === null || role === "maker"]).toEqual([key, true, true]);
  offered.set(key, left);
}

/** History is a view of money: the sum of what it tells is what is there. */
async function checkBills(stage: Stage, user: number): Promise<void> {
  const sums = new Map<string, bigint>();
  for (let page = 1, reported = 0, total = 1; reported < total; page += 1) {
    const bills = await stage.bills(user, { page: String(page), size: "100" });
    for (const { flag, amount } of bills.list)
      sums.set(flag, (sums.get(flag) ?? 0n) + BigInt(amount.replace(".", "")));
    reported += bills.list.length;
    total = bills.list.length === 0 ? reported : bills.total;
  }
  for (const { flag, balance_str } of await stage.wallet(user)) {
    expect([flag, sums.get(flag) ?? 0n]).toEqual([
      flag,
      BigInt((balance_str ?? "0").replace(".", "")),
    ]);
  }
}

/** A refusal for want of money or size, for a price too far or an order over already is part of the game. */
function refusedOf(error: unknown): undefined {
  expect([300008, 300009, 300020, 300021, 100005]).toContain((error as Refusal).code);
}
