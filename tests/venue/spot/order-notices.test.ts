import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { openStage, type Stage } from "./spot-stage.ts";

const far = {
  btcusdt: { asks: [[6_001_000, 1_000_000]], bids: [[5_990_000, 1_000_000]] },
} as const;

/** The notices, the oldest first. */
async function notices(stage: Stage) {
  const rows = await stage.store.read((db) =>
    db.selectFrom("notice").select(["kind", "ref_id", "facts"]).orderBy("id").execute(),
  );
  return rows.map(({ kind, ref_id, facts }) => ({
    kind,
    ref_id,
    ...(JSON.parse(facts) as Record<string, unknown>),
  }));
}

async function trade(stage: Stage, price: number, amount: number): Promise<void> {
  stage.source.addTrade("btcusdt", { price, amount, ts: stage.source.now + 900 });
  await stage.show(1000, far);
}

describeDatabases("notices of coin orders", (open) => {
  test("an order that rested and was filled in parts has one notice, new with each part", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    const { id } = await stage.place(7, {
      side: "buy",
      type: "limit",
      amount: "0.01",
      price: "60000",
    });
    await stage.show(1000, far);
    expect(await notices(stage)).toEqual([]);
    await trade(stage, 5_999_999, 4000);
    expect(await notices(stage)).toMatchObject([
      { kind: "order", ref_id: id, event: "partly", filled: "0.004", amount: "0.01" },
    ]);
    await trade(stage, 5_999_999, 1_000_000);
    expect(await notices(stage)).toMatchObject([
      {
        kind: "order",
        ref_id: id,
        event: "filled",
        symbol: "btcusdt",
        side: "buy",
        base: "BTC",
        quote: "USDT",
        filled: "0.01",
        price: "60000",
      },
    ]);
  });

  test("an order that is filled as it is sent has none: the screen that sent it says so", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "USDT", "1000");
    await stage.place(7, { side: "buy", type: "limit", amount: "0.01", price: "61000" });
    await stage.show(1000, far);
    expect((await stage.orders(7, { status: "2" })).list).toHaveLength(1);
    expect(await notices(stage)).toEqual([]);
  });

  test("a stop that is reached has a notice, and then what came of it", async () => {
    const stage = await openStage(await open());
    await stage.fund(7, "BTC", "1");
    const { id } = await stage.place(7, {
      side: "sell",
      type: "stop-limit",
      amount: "0.01",
      price: "61000",
      stop_price: "59800",
      operator: "lte",
    });
    await stage.show(1000, far);
    await trade(stage, 5_980_000, 10);
    await stage.show(1000, far);
    expect(await notices(stage)).toMatchObject([{ kind: "order", ref_id: id, event: "triggered" }]);
    await trade(stage, 6_100_001, 1_000_000);
    expect(await notices(stage)).toMatchObject([{ ref_id: id, event: "filled", side: "sell" }]);
  });
});
