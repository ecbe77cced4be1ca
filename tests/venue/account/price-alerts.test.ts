import { expect, test, vi } from "vitest";
import { api } from "#protocol/api/api.ts";
import { maxPriceAlerts } from "#protocol/api/price-alerts.ts";
import * as codes from "#protocol/wire/error-codes.ts";
import { createAlertEngine } from "../../../venue/account/alerts/alert-engine.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { btcusdt, FixedSource } from "../../harness/venue/fixed-source.ts";
import { startVenue, type TestClient } from "../../harness/venue/memory-venue.ts";

const { addPriceAlert, priceAlerts, setPriceAlert, notices } = api.account;
const minuteMs = 60_000;

const alertsOf = async (client: TestClient) => (await client.ask(priceAlerts, {})).list;
const said = async (client: TestClient) =>
  (await client.ask(notices, {})).list
    .filter(({ kind }) => kind === "price_alert")
    .map(({ title, content }) => [title, content]);

describeDatabases("price alerts", (open) => {
  async function begin() {
    const source = new FixedSource();
    const venue = await startVenue({ store: await open(), source });
    /** The market's last price, in whole quote units. */
    const price = async (units: number) => {
      source.setPrice(btcusdt.symbol, units * 10 ** btcusdt.pricePrecision);
      await venue.wind(1000);
    };
    return { venue, source, price, ada: await venue.user(), eve: await venue.user() };
  }
  const spot = { market: "spot", symbol: btcusdt.symbol, again: 0 } as const;

  test("above, below and crossing are reported once, to their owner, with the price, and then are over", async () => {
    const { price, ada, eve } = await begin();
    await price(60_000);
    await ada.ask(addPriceAlert, { ...spot, kind: "above", price: "61000" });
    await ada.ask(addPriceAlert, { ...spot, kind: "below", price: "59000" });
    await ada.ask(addPriceAlert, { ...spot, kind: "cross", price: "60500" });
    await price(60_499);
    expect(await said(ada)).toEqual([]);
    await price(60_500);
    await price(61_200);
    await price(61_300);
    await price(58_000);
    expect(await said(ada)).toEqual([
      ["BTC/USDT: below 59000", "The price is 58000."],
      ["BTC/USDT: above 61000", "The price is 61200."],
      ["BTC/USDT: crossed 60500", "The price is 60500."],
    ]);
    expect(await said(eve)).toEqual([]);
    expect(await alertsOf(ada)).toMatchObject([
      { kind: "cross", state: "done", count: 1, reached_price: "60500" },
      { kind: "below", state: "done", count: 1, reached_price: "58000" },
      { kind: "above", state: "done", count: 1, reached_price: "61200" },
    ]);
  });

  test("one that comes again pauses for an hour, and a crossing then waits for the way back", async () => {
    const { venue, price, ada } = await begin();
    await price(60_000);
    await ada.ask(addPriceAlert, { ...spot, kind: "cross", price: "60500", again: 1 });
    await price(60_600);
    await price(60_400);
    await price(60_600);
    expect((await alertsOf(ada))[0]).toMatchObject({ state: "active", count: 1 });
    await venue.wind(60 * minuteMs);
    expect((await alertsOf(ada))[0]).toMatchObject({ count: 1 });
    await price(60_400);
    expect((await alertsOf(ada))[0]).toMatchObject({ count: 2, reached_price: "60400" });
    // Each time is in the list: its history.
    expect(await said(ada)).toEqual([
      ["BTC/USDT: crossed 60500", "The price is 60400."],
      ["BTC/USDT: crossed 60500", "The price is 60600."],
    ]);
  });

  test("one that another process added, switched or removed is heard of, and one that rests costs no write", async () => {
    const { venue, price, ada } = await begin();
    await price(60_000);
    const rest = await ada.ask(addPriceAlert, { ...spot, kind: "above", price: "59000", again: 1 });
    await price(60_001);
    expect((await alertsOf(ada))[0]).toMatchObject({ id: rest.id, count: 1 });
    const other = createAlertEngine(venue);
    await other.tick(venue.now());
    const spy = vi.spyOn(venue.store, "command");
    await other.tick(venue.now() + 1000);
    expect(spy).not.toHaveBeenCalled();
    // Added through this process; the other one looks every five seconds.
    const { id } = await ada.ask(addPriceAlert, { ...spot, kind: "below", price: "60005" });
    const before = spy.mock.calls.length;
    await other.tick(venue.now() + 6000);
    expect(spy.mock.calls.length).toBe(before + 1);
    expect((await alertsOf(ada)).find((alert) => alert.id === id)).toMatchObject({ count: 1 });
    // After its hour the one that rested is judged again.
    await other.tick(venue.now() + 61 * minuteMs);
    expect((await alertsOf(ada)).find((alert) => alert.id === rest.id)).toMatchObject({ count: 2 });
  });

  test("a rise or fall is measured from the minute that lies so long ago", async () => {
    const { venue, source, price, ada } = await begin();
    await price(60_000);
    const was = 60_000 * 10 ** btcusdt.pricePrecision;
    const figures = { open: was, high: was, low: was, close: was, amount: 0, vol: 0, count: 0 };
    const first = Math.floor(venue.now() / minuteMs) - 61;
    source.setCandles(
      btcusdt.symbol,
      "1min",
      Array.from({ length: 70 }, (_, at) => ({ id: (first + at) * 60, ...figures })),
    );
    await ada.ask(addPriceAlert, { ...spot, kind: "rise", percent: "2.5", window: 60 });
    await ada.ask(addPriceAlert, { ...spot, kind: "fall", percent: "1", window: 15 });
    await price(61_499);
    await price(59_401);
    expect(await said(ada)).toEqual([]);
    await price(61_500);
    await price(59_400);
    await venue.wind(1000);
    expect(await said(ada)).toEqual([
      ["BTC/USDT: down 1 % in 15 minutes", "The price is 59400."],
      ["BTC/USDT: up 2.5 % in 60 minutes", "The price is 61500."],
    ]);
  });

  test("one is switched off, on and removed by its owner alone, and the same one twice is one", async () => {
    const { price, ada, eve } = await begin();
    await price(60_000);
    const { id } = await ada.ask(addPriceAlert, { ...spot, kind: "above", price: "61000" });
    expect(await ada.ask(addPriceAlert, { ...spot, kind: "above", price: "61000.00" })).toEqual({
      id,
    });
    await eve.ask(setPriceAlert, { id, state: "removed" });
    await ada.ask(setPriceAlert, { id, state: "off" });
    await price(62_000);
    expect(await said(ada)).toEqual([]);
    await ada.ask(setPriceAlert, { id, state: "active" });
    await price(62_000);
    expect(await said(ada)).toHaveLength(1);
    await ada.ask(setPriceAlert, { id, state: "removed" });
    expect(await alertsOf(ada)).toEqual([]);
  });

  test("what cannot be judged is refused, and so is one too many, unless one of them is over", async () => {
    const { price, ada } = await begin();
    await price(60_000);
    const refused = async (request: object, code: number) =>
      expect((await ada.tell(addPriceAlert, { ...spot, ...request } as never)).status).toBe(code);
    await refused({ kind: "above", symbol: "nosuch" }, codes.notTradable);
    await refused({ kind: "above", price: "" }, codes.invalidParameters);
    await refused({ kind: "above", price: "0" }, codes.invalidParameters);
    await refused({ kind: "above", price: "1.123456789" }, codes.invalidParameters);
    await refused({ kind: "rise", percent: "", window: 15 }, codes.invalidParameters);
    await refused({ kind: "rise", percent: "5", window: 0 }, codes.invalidParameters);
    await refused({ kind: "above", price: "5", window: 15 }, codes.invalidParameters);
    await refused({ kind: "rise", percent: "-5", window: 15 }, codes.invalidParameters);
    for (let at = 0; at < maxPriceAlerts; at++)
      await ada.ask(addPriceAlert, { ...spot, kind: "above", price: String(70_000 + at) });
    await refused({ kind: "above", price: "5" }, codes.invalidParameters);
    await price(70_000);
    await ada.ask(addPriceAlert, { ...spot, kind: "below", price: "5" });
    expect(await alertsOf(ada)).toHaveLength(maxPriceAlerts);
  });
});
