import { describe, expect, inject, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { openTestSqlite } from "../../harness/database/databases.ts";
import { openThroughLine } from "../../harness/database/cut-connection.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const { coinPlaceOrder, coinOrder } = api.spot;
const { setCollect } = api.market;
const serverUrl = inject("postgresUrl") ?? null;
const order = {
  symbol: "btcusdt",
  side: "buy",
  type: "market",
  value: "100",
  client_order_id: "9f8b6f0e-0d3c-4b8e-9a51-6a1c5d0b7f11",
} as const;

describe("a request the store runs a second time, the answer to its COMMIT lost", () => {
  /** A venue whose store commits each command twice, as after a lost answer. */
  async function startTwice() {
    const store = await openTestSqlite();
    const venue = await startVenue({
      store: {
        ...store,
        async command(run) {
          await store.command(run);
          return store.command(run);
        },
      },
    });
    return { venue, once: await startVenue({ store, seed: "once" }) };
  }

  test("an order gets its stored answer though its nonce is spent", async () => {
    const { venue, once } = await startTwice();
    const ada = await once.user();
    const headers = { ...ada.sign() };
    const answer = await venue.visitor.send(coinPlaceOrder, order, { headers });
    expect(answer).toMatchObject({
      status: 0,
      data: { client_order_id: order.client_order_id, state: "submitted" },
    });
    expect((await ada.ask(api.spot.coinOrders, {})).total).toBe(1);
    // The same signature opens no other write, be it an order or a setting.
    expect(
      (
        await once.visitor.send(
          coinPlaceOrder,
          { ...order, client_order_id: crypto.randomUUID() },
          { headers },
        )
      ).status,
    ).toBe(100009);
    expect(
      (await once.visitor.send(setCollect, { symbol: "btcusdt", collect: 1 }, { headers })).status,
    ).toBe(100009);
  });

  test("the signature of a repeated order is spent too", async () => {
    const venue = await startVenue();
    const ada = await venue.user();
    const first = await ada.ask(coinPlaceOrder, order);
    const headers = { ...ada.sign() };
    expect(await venue.visitor.send(coinPlaceOrder, order, { headers })).toMatchObject({
      status: 0,
      data: { id: first.id },
    });
    expect(
      (await venue.visitor.send(setCollect, { symbol: "btcusdt", collect: 1 }, { headers })).status,
    ).toBe(100009);
  });
});

describe.runIf(serverUrl !== null)(
  "an order while the line to the database breaks (PostgreSQL; not run where there is none)",
  () => {
    async function startThroughLine() {
      const { store, direct, line } = await openThroughLine(serverUrl ?? "");
      const venue = await startVenue({ store });
      return {
        venue,
        line,
        ada: await venue.user(),
        aside: await startVenue({ store: direct, seed: "aside" }),
      };
    }

    test("at its COMMIT: answered by a second try, one order", async () => {
      const { line, ada } = await startThroughLine();
      line.cut = "after COMMIT";
      expect(await ada.tell(coinPlaceOrder, order)).toMatchObject({
        status: 0,
        data: { state: "submitted" },
      });
      expect((await ada.ask(api.spot.coinOrders, {})).total).toBe(1);
    });

    test("at its COMMIT and for good: 100007, since the order may stand, and it does", async () => {
      const { venue, line, ada } = await startThroughLine();
      line.cut = "after COMMIT, for good";
      expect(await ada.tell(coinPlaceOrder, order)).toMatchObject({
        status: 100007,
        msg: "Network timeout",
      });
      expect(
        venue.lines
          .filter(({ level }) => level === "error")
          .map(({ event, facts }) => [event, facts.code]),
      ).toEqual([["call failed", 100007]]);
      line.isDown = false;
      expect(await ada.ask(coinOrder, { client_order_id: order.client_order_id })).toMatchObject({
        state: "submitted",
      });
    });

    test("before it: 100006, and nothing was written", async () => {
      const { venue, line, ada } = await startThroughLine();
      line.cut = "after COMMIT, for good";
      await ada.tell(coinPlaceOrder, order);
      expect(
        await ada.tell(coinPlaceOrder, { ...order, client_order_id: crypto.randomUUID() }),
      ).toMatchObject({ status: 100006 });
      line.isDown = false;
      expect((await ada.ask(api.spot.coinOrders, {})).total).toBe(1);
      expect(venue.lines.filter(({ facts }) => facts.code === 100006)).toEqual([]);
    });
  },
);
