import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { dayOf } from "#protocol/proof/simulated-day/calendar.ts";
import { pinDay } from "../../venue/feed/simulator/model/day-series.ts";
import type { MarketSeed } from "../../venue/keys/market-seed.ts";
import { guardMarket } from "../../venue/market-guard.ts";
import { describeDatabases } from "../harness/database/databases.ts";
import { FixedSource, fixedStart } from "../harness/venue/fixed-source.ts";
import { startVenue } from "../harness/venue/memory-venue.ts";

const own: MarketSeed = { master: new Uint8Array(32).fill(1), kind: "own" };
const other: MarketSeed = { master: new Uint8Array(32).fill(2), kind: "own" };
const given: MarketSeed = { master: "a secret", kind: "given" };
const live = undefined;

describeDatabases("the market of an exchange", (open) => {
  async function stage() {
    const store = await open();
    const source = new FixedSource();
    source.setIndex("btcusdt", fixedStart / 1000 - 10, Array(20).fill(600_000_000));
    const venue = await startVenue({ store, source });
    const ada = await venue.user("ada@example.org");
    return {
      venue,
      guard: (seed: MarketSeed | undefined) => guardMarket(store, seed, fixedStart),
      ask: ada.ask.bind(ada),
    };
  }
  const order = {
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    price: "100",
    amount: "1",
    client_order_id: randomUUID(),
  } as const;

  test("may be another while nothing is open: seed, given seed or live feed", async () => {
    const { guard } = await stage();
    for (const seed of [own, own, other, given, live, own]) await guard(seed);
  });

  test("is exact from the day before its first start, and from the pin on where nobody wrote that down", async () => {
    const fresh = await open();
    const opening = dayOf(fixedStart / 1000) - 1;
    const later = fixedStart + 9 * 86_400_000;
    expect(await guardMarket(fresh, own, fixedStart)).toBe(opening);
    expect(await guardMarket(fresh, own, later)).toBe(opening);
    expect(await guardMarket(fresh, other, later)).toBe(opening + 9);
    const { guard } = await stage();
    expect(await guard(own)).toBe(pinDay + 1);
    expect(await guard(own)).toBe(pinDay + 1);
  });

  test("stays while an order waits, in one sentence, and may change once it is closed", async () => {
    const { guard, ask } = await stage();
    await guard(own);
    const { id } = await ask(api.spot.coinPlaceOrder, order);
    await guard(own);
    for (const seed of [other, given, live])
      await expect(guard(seed)).rejects.toThrow(
        /^MARKET or SEED is another than that of 1 open coin order, which would be settled by strange prices: start with the market they were taken in on, or settle them first: "npm run operator -- settle-open" says what it would do\.$/,
      );
    await guard(own);
    await ask(api.spot.coinCancelOrder, { id });
    await guard(other);
  });

  test("stays while a contract order waits, a position is open or a seconds contract runs", async () => {
    const { venue, guard, ask } = await stage();
    await guard(own);
    await ask(api.seconds.secondAckRisk, { version: 1 });
    await ask(api.seconds.secondPlaceOrder, {
      symbol: "btcusdt",
      direction: "up",
      time: 30,
      amount: "10",
      risk_ack: 1,
      client_order_id: randomUUID(),
    });
    await expect(guard(other)).rejects.toThrow("of 1 open seconds contract,");
    await ask(api.contracts.contractPlaceOrder, {
      contract_code: "BTC-USDT",
      direction: "buy",
      lever_rate: 10,
      volume: 1,
      order_type: "market",
      client_order_id: randomUUID(),
    });
    await expect(guard(other)).rejects.toThrow(
      "of 1 open contract order and 1 open seconds contract,",
    );
    for (let i = 0; i < 3; i++) await venue.wind(1000);
    await expect(guard(other)).rejects.toThrow("of 1 open position and 1 open seconds contract,");
  });

  test("is not known of an exchange of an earlier version: a seed made just now is not its own", async () => {
    const { guard, ask } = await stage();
    await ask(api.spot.coinPlaceOrder, order);
    await expect(guard(own)).rejects.toThrow("(SEED=public where SEED was never set)");
    await expect(guard(own)).rejects.toThrow("1 open coin order");
    await guard(given);
    await expect(guard(own)).rejects.toThrow("1 open coin order");
  });
});
