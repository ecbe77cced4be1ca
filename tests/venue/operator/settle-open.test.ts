import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { MarketSeed } from "../../../venue/keys/market-seed.ts";
import { guardMarket } from "../../../venue/market-guard.ts";
import { checkBooks } from "../../../venue/operator/acts/check-ledger.ts";
import { operate as runOperate } from "../../harness/venue/operate.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { FixedSource, fixedStart } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const own: MarketSeed = { master: new Uint8Array(32).fill(1), kind: "own" };
const other: MarketSeed = { master: new Uint8Array(32).fill(2), kind: "own" };
const done = ["settle-open", "--yes", "--reason", "Another market comes."];

/** A venue with one of everything open, and its market moved by hand. */
async function openVenue(store: Store) {
  const source = new FixedSource();
  source.setIndex("btcusdt", fixedStart / 1000 - 10, Array(20).fill(600_000_000));
  const venue = await startVenue({ store, source });
  await guardMarket(store, own, venue.now());
  const [ada, ben] = [await venue.user(), await venue.user()];
  const id = () => randomUUID();
  const contract = { contract_code: "BTC-USDT", lever_rate: 10, volume: 10 } as const;
  const far = { type: "limit", symbol: "btcusdt" } as const;
  /** A second at a price in whole dollars. */
  const show = async (price: number) => {
    source.setPrice("btcusdt", price * 100);
    await venue.wind(1000);
  };
  const place = (who: typeof ada, direction: "buy" | "sell", price: string | null) =>
    who.ask(api.contracts.contractPlaceOrder, {
      ...contract,
      direction,
      order_type: price === null ? "market" : "limit",
      ...(price !== null && { price }),
      client_order_id: id(),
    });
  const stake = (who: typeof ada) =>
    who.tell(api.seconds.secondPlaceOrder, {
      symbol: "btcusdt",
      direction: "up",
      time: 300,
      amount: "10",
      risk_ack: 1,
      client_order_id: id(),
    });
  const buy = (who: typeof ada, price = "50000") =>
    who.tell(api.spot.coinPlaceOrder, {
      ...far,
      side: "buy",
      price,
      amount: "0.01",
      client_order_id: id(),
    });
  await show(60_000);
  await place(ada, "buy", null);
  await place(ben, "sell", null);
  for (let i = 0; i < 3; i++) await show(60_000);
  const [position] = (await ada.ask(api.contracts.contractPositions, {})).list;
  await ada.ask(api.contracts.contractClosePosition, {
    position_id: position?.id ?? "",
    volume: 4,
    order_type: "limit",
    price: "62000",
    client_order_id: id(),
  });
  await place(ben, "buy", "59000");
  await buy(ada);
  await buy(ada, "51000");
  await ben.ask(api.seconds.secondAckRisk, { version: 1 });
  expect((await stake(ben)).status).toBe(0);
  await show(60_600);
  const operate = (args: readonly string[]) => runOperate({ store, now: venue.now }, args);
  const money = async (who: typeof ada) => {
    const { balances } = await who.ask(api.wallet.walletBalance, {});
    return balances.find(({ flag }) => flag === "USDT");
  };
  return { venue, source, show, ada, ben, operate, money, buy, stake, place };
}

const broken = async (store: Store) =>
  (await checkBooks(store)).filter(({ faults }) => faults.length > 0);

describeDatabases("settling what is open", (open) => {
  test("is said first, and changes nothing until it is confirmed with a reason", async () => {
    const store = await open();
    const stage = await openVenue(store);
    const before = await store.read((db) => db.selectFrom("journal").selectAll().execute());
    expect(await stage.operate(["settle-open"])).toEqual({
      code: 0,
      faults: [],
      lines: [
        "2 coin orders: cancelled; free again 1010 USDT",
        "1 seconds contract: refunded; stakes 10 USDT",
        "2 contract orders: cancelled; free again 59.295 USDT",
        "2 positions: closed at the last mark price, without a fee; margin 119.99998000 USDT".replace(
          "119.99998000",
          "120",
        ) + ", profit and loss -0.0002 USDT, owners get 119.9998 USDT",
        'Nothing was changed. With --yes --reason "…" it is done: a running venue opens nothing new from then on, until it is started again.',
      ],
    });
    expect((await stage.operate(["settle-open", "--yes"])).code).toBe(2);
    expect(await store.read((db) => db.selectFrom("journal").selectAll().execute())).toEqual(
      before,
    );
    expect((await stage.buy(stage.ada)).status).toBe(0);
  });

  test("beside a running venue: everybody has what is theirs, the books hold, another seed is taken", async () => {
    const store = await open();
    const stage = await openVenue(store);
    const { ada, ben, venue } = stage;
    await expect(guardMarket(store, other, venue.now())).rejects.toThrow(
      'settle them first: "npm run operator -- settle-open" says what it would do.',
    );
    const said = await stage.operate(done);
    expect(said).toMatchObject({ code: 0, faults: [] });
    expect(said.lines.slice(-2)).toEqual([
      "Settled for 2 accounts.",
      "Nothing is open any more; the venue may be started with another SEED or MARKET.",
    ]);
    for (const who of [ada, ben]) {
      const usdt = await stage.money(who);
      expect([usdt?.frozen, usdt?.margin, usdt?.stake].map(Number)).toEqual([0, 0, 0]);
    }
    expect((await ada.ask(api.contracts.contractHistory, {})).list).toMatchObject([
      { close_kind: "settled", close_avg_price: "60600.0000", realised: "5.99990000" },
    ]);
    expect((await ben.ask(api.contracts.contractHistory, {})).list).toMatchObject([
      { close_kind: "settled", close_avg_price: "60600.0000", realised: "-6.00010000" },
    ]);
    expect((await ada.ask(api.spot.coinOrders, {})).list).toMatchObject([
      { state: "canceled", reason: "settled" },
      { state: "canceled", reason: "settled" },
    ]);
    expect((await ben.ask(api.seconds.secondOrders, {})).list).toMatchObject([
      { result: "void", profit: "0.00000000" },
    ]);
    const [notice] = (await ben.ask(api.account.notices, {})).list;
    expect(notice).toMatchObject({
      kind: "settled",
      facts: {
        orders: 1,
        positions: 1,
        seconds: 1,
        realised: "-6.0001",
        reason: "Another market comes.",
      },
    });
    expect(await broken(store)).toEqual([]);

    // Nothing new comes in beside it, until the venue is started again.
    expect(await stage.buy(ada)).toMatchObject({ status: 300010, data: { reason: "halted" } });
    expect(await stage.stake(ben)).toMatchObject({ status: 300010 });
    await expect(stage.place(ada, "buy", null)).rejects.toThrow("300010");
    await stage.show(60_700);
    await guardMarket(store, other, venue.now());
    expect((await stage.buy(ada)).status).toBe(0);
    expect(await broken(store)).toEqual([]);
  });

  test("orders that arrive while it runs are refused or settled with the rest", async () => {
    const store = await open();
    const stage = await openVenue(store);
    const [said, ...answers] = await Promise.all([
      stage.operate(done),
      ...Array.from({ length: 8 }, (_, at) => stage.buy(at % 2 ? stage.ada : stage.ben)),
      stage.show(60_650).then(() => ({ status: 0 })),
      stage.stake(stage.ben),
    ]);
    expect(said.lines.at(-1)).toContain("Nothing is open any more");
    for (const { status } of answers) expect([0, 300010]).toContain(status);
    expect((await stage.operate(["settle-open"])).lines).toEqual(["Nothing is open."]);
    expect(await broken(store)).toEqual([]);
  });

  test("twice it does it once", async () => {
    const store = await open();
    const stage = await openVenue(store);
    await stage.operate(done);
    const journals = await store.read((db) => db.selectFrom("journal").selectAll().execute());
    expect(await stage.operate(done)).toEqual({ code: 0, lines: ["Nothing is open."], faults: [] });
    expect(await store.read((db) => db.selectFrom("journal").selectAll().execute())).toEqual(
      journals,
    );
  });

  test("a position that lost more than its margin costs its owner the margin, and one whose price is not known its cost", async () => {
    const store = await open();
    const stage = await openVenue(store);
    const { ada, ben } = stage;
    // As after a venue that ended in the moment of a fall.
    await store.command(({ db }) =>
      db.updateTable("market_presence").set({ mark: 400_000_000n }).execute(),
    );
    const said = await stage.operate(done);
    expect(said.lines.find((line) => line.includes("positions"))).toContain(
      "the insurance pays 140.",
    );
    expect((await ada.ask(api.contracts.contractHistory, {})).list).toMatchObject([
      { realised: "-200.00010000", net: "-60.30001005" },
    ]);
    expect(
      Number((await ben.ask(api.contracts.contractHistory, {})).list[0]?.realised),
    ).toBeGreaterThan(199);
    expect(await broken(store)).toEqual([]);

    const second = await openVenue(await open());
    await second.venue.store.command(({ db }) => db.deleteFrom("market_presence").execute());
    const unknown = await second.operate(done);
    expect(unknown.lines.join("\n")).toContain("2 of them without a mark price, at what they cost");
    expect((await second.ada.ask(api.contracts.contractHistory, {})).list).toMatchObject([
      { realised: "0.00000000" },
    ]);
    expect(await broken(second.venue.store)).toEqual([]);
  });
});
