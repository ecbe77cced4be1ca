import { expect, test } from "vitest";
import { lockCursor } from "../../../venue/spot/fills/due-rows.ts";
import { createSpotEngine } from "../../../venue/spot/engine.ts";
import { insertFills } from "../../../venue/spot/records/rows.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import type { Store, Transaction } from "../../../venue/store/store.ts";
import { describeDatabases, temporaryDirectory } from "../../harness/database/databases.ts";
import { openStage } from "./spot-stage.ts";

describeDatabases("whose turn it is", (open, engine) => {
  test("each batch of a long queue is filled from the book as it is then", async () => {
    const store = await open();
    const stage = await openStage(store);
    await stage.fund(7, "USDT", "1000");
    for (let at = 0; at < 40; at++) await stage.place(7, { side: "buy", value: "10" });
    stage.source.advance(1000);
    stage.source.setPrice("btcusdt", 6_000_000);
    const seen = stage.source.now;
    // The book is read for a batch, and time passes before the next one.
    let batches = 0;
    const slow: Store = Object.create(store, {
      command: {
        value: async (run: Parameters<Store["command"]>[0]) => {
          const answer = await store.command(run);
          batches++;
          stage.source.now += 12_000;
          stage.source.setPrice("btcusdt", 7_000_000);
          return answer;
        },
      },
    }) as Store;
    await createSpotEngine({ ...stage, store: slow }).tick();
    const fills = await store.read((db) =>
      db.selectFrom("spot_fill").select(["snapshot_at", "created_at"]).execute(),
    );
    expect(batches).toBe(2);
    expect(fills.map(({ snapshot_at, created_at }) => [snapshot_at, created_at])).toEqual(
      Array.from({ length: 32 }, () => [seen, seen]),
    );
    // The others had waited too long by then.
    expect(
      (await stage.orders(7, { status: "2", size: "100" })).list.filter(
        ({ reason }) => reason === "halted",
      ),
    ).toHaveLength(8);
  });

  test("a snapshot that went stale while the database was waited for fills nothing", async () => {
    const store = await open();
    const stage = await openStage(store);
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, { side: "buy", value: "10" });
    stage.source.advance(1000);
    stage.source.setPrice("btcusdt", 6_000_000);
    const waiting: Store = Object.create(store, {
      command: {
        value: (run: Parameters<Store["command"]>[0]) => {
          stage.source.now += 3001;
          return store.command(run);
        },
      },
    }) as Store;
    await createSpotEngine({ ...stage, store: waiting }).tick();
    expect((await stage.order(7, { id })).state).toBe("submitted");
    await stage.show(1000);
    expect((await stage.order(7, { id })).state).toBe("filled");
  });

  test("engines side by side fill each order once and never take a lot twice", async () => {
    const stage = await openStage(await open({ poolSize: 20 }));
    const users = Array.from({ length: 30 }, (_, at) => at + 1);
    for (const user of users) await stage.fund(user, "USDT", "200");
    const ids = new Map<string, number>();
    for (const user of users)
      for (const value of ["60", "120"])
        ids.set((await stage.place(user, { side: "buy", value })).id, user);
    stage.source.advance(1000);
    const asks = [
      [6_000_000, 30_000],
      [6_001_000, 20_000],
      [6_002_000, 5000],
    ] as const;
    stage.source.setBook("btcusdt", { asks });
    const engines = Array.from({ length: 4 }, () => createSpotEngine(stage));
    for (let round = 0; round < 3; round += 1) await Promise.all(engines.map((one) => one.tick()));
    const taken = new Map<string, number>();
    for (const [id, user] of ids) {
      const order = await stage.order(user, { id });
      expect(order.status).toBe(2);
      for (const fill of order.fills)
        taken.set(fill.price, Math.round((taken.get(fill.price) ?? 0) + Number(fill.amount) * 1e6));
    }
    expect([...taken]).toEqual([
      ["60000.00", 30_000],
      ["60010.00", 20_000],
      ["60020.00", 5000],
    ]);
    expect(stage.logged).toEqual([]);
    expect(await stage.violations()).toEqual([]);
  });

  test.runIf(engine === "postgres")(
    "while another process has a market, nobody jumps its queue",
    async () => {
      const stage = await openStage(await open());
      await stage.fund(7, "USDT", "1000");
      await stage.place(7, { side: "buy", value: "10" });
      await stage.show();
      await stage.place(7, { side: "buy", value: "10" });
      const second = await stage.place(7, { side: "buy", value: "10" });
      const [claimed, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const other = stage.store.command(async (tx) => {
        await lockCursor(tx.db, "btcusdt");
        claimed.resolve();
        await mayEnd.promise;
      });
      await claimed.promise;
      await stage.show();
      const { state } = await stage.order(7, { id: second.id });
      mayEnd.resolve();
      await other;
      expect(state).toBe("submitted");
      await stage.engine.tick();
      expect((await stage.orders(7)).list.map((order) => order.state)).toEqual([
        "filled",
        "filled",
        "filled",
      ]);
    },
  );

  test("orders are served in the order they were accepted, each of a long queue", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const ids: string[] = [];
    for (let at = 0; at < 70; at += 1)
      ids.push((await stage.place(7, { side: "buy", value: "6" })).id);
    await stage.show(1000, {
      btcusdt: {
        asks: [
          [6_000_000, 5000],
          [6_001_000, 10_000],
        ],
      },
    });
    const found = await Promise.all(ids.map((id) => stage.order(7, { id })));
    expect(found.map((order) => order.state)).toEqual(Array.from({ length: 70 }, () => "filled"));
    const prices = found.flatMap((order) => order.fills.map((fill) => Number(fill.price)));
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
    expect(await stage.violations()).toEqual([]);
  });

  test("one order that cannot be filled does not keep the others waiting, and is reported", async () => {
    const stage = await openStage(await open());
    for (const user of [1, 2, 3]) await stage.fund(user, "USDT", "10");
    const ids: string[] = [];
    for (const user of [1, 2, 3])
      ids.push((await stage.place(user, { side: "buy", value: "10" })).id);
    const inTheWay = Number(ids[1]);
    await stage.store.command((tx) =>
      insertFills(tx.db, [
        {
          order_id: inTheWay,
          seq: 1,
          user_id: 9,
          symbol: "",
          side: "buy",
          price: 1n,
          lots: 1n,
          amount: 1n,
          value: 1n,
          fee: 0n,
          role: "taker",
          source: "",
          source_version: 0n,
          snapshot_at: 0,
          created_at: 0,
          level_price: 1n,
          best_bid: null,
          best_ask: null,
          shown: null,
          market_trade: null,
        },
      ]),
    );
    const states = () =>
      Promise.all(ids.map(async (id, at) => (await stage.order(at + 1, { id })).state));
    await stage.show();
    expect(await states()).toEqual(["filled", "submitted", "filled"]);
    expect(stage.logged).toEqual([
      ["spot order batch failed, going on one by one", expect.anything()],
      ["spot order failed", expect.objectContaining({ id: inTheWay })],
    ]);
    await stage.store.command((tx) =>
      tx.db.deleteFrom("spot_fill").where("order_id", "=", inTheWay).execute(),
    );
    await stage.show();
    expect(await states()).toEqual(["filled", "filled", "filled"]);
    expect(await stage.violations()).toEqual([]);
  });

  test("killed in the middle of a fill, nothing of it is there, and the next pass does it", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, { side: "buy", value: "10" });
    const before = await stage.books();
    stage.source.advance(1000);
    stage.source.setBook("btcusdt", {});
    const dying: Store = {
      ...stage.store,
      command: <T>(run: (tx: Transaction) => Promise<T>) =>
        stage.store.command<T>(async (tx) => {
          await run(tx);
          throw new Error("killed");
        }),
    };
    await createSpotEngine({ ...stage, store: dying }).tick();
    expect(await stage.books()).toEqual(before);
    await createSpotEngine(stage).tick();
    expect((await stage.order(7, { id })).state).toBe("filled");
    expect(await stage.violations()).toEqual([]);
  });
});

test("after a restart the next tick goes on", async () => {
  const options = {
    dataDir: temporaryDirectory(),
    log: () => undefined,
    random: () => 0.5,
    minFreeBytes: 0,
  };
  const stage = await openStage(openStore(options));
  await stage.fund(7, "USDT", "1000");
  const { id } = await stage.place(7, { side: "buy", value: "10" });
  await stage.store.close();
  const again = await openStage(openStore(options), stage.source);
  await again.show();
  expect((await again.order(7, { id })).state).toBe("filled");
  expect(await again.violations()).toEqual([]);
  await again.store.close();
});
