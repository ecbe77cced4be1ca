import fc from "fast-check";
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { HtxStage, book, quote, until } from "../../../harness/venue/htx-stage.ts";
import { times } from "../../../harness/trials.ts";
import { startVenue } from "../../../harness/venue/memory-venue.ts";

/** A venue on the HTX source; both clocks are advanced together. */
async function open() {
  const stage = await HtxStage.open();
  await stage.connected();
  const venue = await startVenue({ source: stage.source, start: stage.clock.at });
  const wind = async (ms: number) => {
    stage.clock.at += ms;
    await venue.wind(ms);
  };
  let orders = 0;
  const place = (client: Awaited<ReturnType<typeof venue.user>>, symbol: string) =>
    client.tell(api.spot.coinPlaceOrder, {
      symbol,
      side: "buy",
      type: "market",
      amount: null,
      value: "10",
      client_order_id: `00000000-0000-4000-8000-${String(++orders).padStart(12, "0")}`,
    });
  return { stage, venue, wind, place };
}

test("stale and halted markets take no orders, each symbol for itself", async () => {
  const { stage, venue, wind, place } = await open();
  const user = await venue.user();
  const speak = async (symbol: string) => {
    await stage.pushed(symbol, "bbo", quote(9147, 9148));
    await stage.pushed(symbol, "depth.step0", book(9147, 9148));
  };
  for (const symbol of ["btcusdt", "ethusdt"]) await speak(symbol);
  await wind(1000);
  expect(await place(user, "btcusdt")).toMatchObject({ status: 0 });
  await wind(3001);
  expect(await place(user, "btcusdt")).toMatchObject({ status: 300010, data: { reason: "stale" } });
  for (let second = 0; second < 30; second++) {
    await speak("ethusdt");
    await wind(1000);
  }
  expect(await place(user, "btcusdt")).toMatchObject({
    status: 300010,
    data: { reason: "suspend" },
  });
  expect(await place(user, "ethusdt")).toMatchObject({ status: 0 });
  await stage.close();
});

type Step =
  | { do: "speak"; symbol: string; move: number }
  | { do: "order"; symbol: string }
  | { do: "garbage"; symbol: string; factor: number }
  | { do: "late"; symbol: string }
  | { do: "cut" }
  | { do: "wait"; ms: number };

const symbol = fc.constantFrom("btcusdt", "ethusdt");
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("speak" as const),
      symbol,
      move: fc.integer({ min: -40, max: 40 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("order" as const), symbol }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("garbage" as const),
      symbol,
      factor: fc.constantFrom(0, -1, 0.01, 1.5, 100),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("late" as const), symbol }) },
  { weight: 1, arbitrary: fc.constant({ do: "cut" as const }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(300, 1000, 2900, 3100, 12_000, 31_000),
    }),
  },
);

test("no fill without a book that is true and at most 3 s old, whatever the line does", async () => {
  let fills = 0;
  let canceled = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 30 }), async (steps) => {
      const { stage, venue, wind, place } = await open();
      const user = await venue.user();
      const price = new Map([
        ["btcusdt", 9147],
        ["ethusdt", 9147],
      ]);
      /** Best asks that were true, by symbol and time heard. */
      const shown: { symbol: string; at: number; ask: number }[] = [];
      const speak = async (name: string, move: number) => {
        const bid = (price.get(name) ?? 0) + move;
        price.set(name, bid);
        for (let told3 = 0; told3 < 3; told3++) {
          stage.clock.at += 1;
          await venue.wind(1);
          await stage.pushed(name, "depth.step0", book(bid, bid + 1));
          shown.push({ symbol: name, at: stage.clock.at, ask: bid + 1 });
        }
      };
      const comeBack = async () => {
        await until(() => stage.htx.sockets.size === 0);
        await stage.reconnected();
        await venue.wind(stage.clock.at - venue.now());
      };
      /** HTX goes on pinging, unless it is silent for so long that the line is given up. */
      const wait = async (ms: number) => {
        await wind(ms);
        if (ms > 11_000) await comeBack();
        else await stage.settled();
      };
      for (const name of price.keys()) await speak(name, 0);
      for (const one of steps) {
        if (one.do === "speak") await speak(one.symbol, one.move);
        else if (one.do === "order") await place(user, one.symbol);
        else if (one.do === "wait") await wait(one.ms);
        else if (one.do === "late") {
          // The venue sleeps while the book ages and the other symbol speaks.
          await place(user, one.symbol);
          const other = one.symbol === "btcusdt" ? "ethusdt" : "btcusdt";
          for (const [name, ms] of [
            [one.symbol, 1],
            [other, 3100],
          ] as const) {
            stage.clock.at += ms;
            const bid = price.get(name) ?? 0;
            await stage.pushed(name, "depth.step0", book(bid, bid + 1));
            shown.push({ symbol: name, at: stage.clock.at, ask: bid + 1 });
          }
          await venue.wind(3101);
        } else if (one.do === "garbage") {
          const bid = (price.get(one.symbol) ?? 0) * one.factor;
          await stage.pushed(one.symbol, "depth.step0", book(bid, bid + 1), stage.clock.at + 1);
        } else {
          stage.htx.dropAll();
          await comeBack();
        }
        await wait(200);
      }
      await wait(12_000);
      const { list } = await user.ask(api.spot.coinOrders, { page: 1, size: 50 });
      for (const order of list) {
        const { fills: rows } = await user.ask(api.spot.coinOrder, { id: order.id });
        expect(["filled", "canceled"]).toContain(order.state);
        if (rows.length === 0) {
          expect(order.reason).toBe("halted");
          canceled++;
        }
        for (const fill of rows) {
          fills++;
          expect((fill.create_time ?? 0) - fill.evidence.ts).toBeLessThanOrEqual(3000);
          const truth = shown
            .filter((heard) => heard.symbol === order.symbol && heard.at <= fill.evidence.ts)
            .at(-1);
          expect(Number(fill.price)).toBe(truth?.ask);
        }
      }
      await stage.close();
    }),
    { numRuns: times(6, 60), seed: 11 },
  );
  // A run in which nothing was traded, or nothing stood still, would prove nothing.
  expect(fills).toBeGreaterThan(0);
  expect(canceled).toBeGreaterThan(0);
});
