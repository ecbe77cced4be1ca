import { expect, test } from "vitest";
import { describeDatabases } from "../../harness/database/databases.ts";
import { type EngineStage, openEngineStage } from "./engine-stage.ts";

const ample = 1_000_000_000;

/** The notices of user 7, the oldest first. */
async function notices(stage: EngineStage) {
  const rows = await stage.store.read((db) =>
    db.selectFrom("notice").select(["kind", "ref_id", "facts"]).orderBy("id").execute(),
  );
  return rows.map(({ kind, ref_id, facts }) => ({
    kind,
    ref_id,
    ...(JSON.parse(facts) as Record<string, unknown>),
  }));
}

describeDatabases("notices of contracts", (open) => {
  test("a limit order that is filled in parts has one notice, which says the last of it", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const order = await stage.place(7, {
      direction: "buy",
      order_type: "limit",
      price: "49000",
      volume: 10,
    });
    await stage.show();
    expect(await notices(stage)).toEqual([]);
    const contract = 10n ** BigInt(6 - 3);
    await stage.show({ asks: [[4_899_000, Number(contract) * 4]], bids: [[4_898_000, ample]] });
    expect(await notices(stage)).toMatchObject([
      { kind: "order", event: "partly", ref_id: order.id, filled: 4, amount: 10 },
    ]);
    await stage.show({ asks: [[4_899_000, ample]], bids: [[4_898_000, ample]] });
    expect(await notices(stage)).toMatchObject([
      {
        kind: "order",
        event: "filled",
        ref_id: order.id,
        contract_code: "BTC-USDT",
        side: "buy",
        offset: "open",
        filled: 10,
        price: "49000",
      },
    ]);
    expect(await stage.violations()).toEqual([]);
  });

  test("a stop loss says what it brought after fees", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    await stage.tpsl(7, {
      position_id: position,
      tp_trigger_price: null,
      sl_trigger_price: "49000",
      trigger_by: "mark",
    });
    await stage.show({ mark: 4_900_000, bids: [[4_899_000, ample]] });
    const [closed] = (await stage.history(7)).list;
    expect(Number(closed?.net)).toBeLessThan(0);
    expect(await notices(stage)).toMatchObject([
      {
        kind: "position_closed",
        close_kind: "sl",
        ref_id: position,
        direction: "buy",
        left: 0,
        price: "48990",
        net: String(Number(closed?.net)),
      },
    ]);
  });

  test("who comes near liquidation is warned twice, each once, and again after adding margin", async () => {
    const stage = await openEngineStage(await open());
    await stage.fund(7, "20000");
    const position = await stage.hold(7);
    const liquidation = Number((await stage.positions(7))[0]?.liquidation_price);
    const at = (left: number) => Math.round((liquidation + (50_000 - liquidation) * left) * 100);
    const show = (left: number) =>
      stage.show({ mark: at(left), bids: [[at(left) - 1000, ample]], asks: [[at(left), ample]] });
    const left = async () =>
      (await notices(stage)).map((notice) => (notice as Record<string, unknown>)["left_percent"]);
    await show(0.3);
    expect(await left()).toEqual([]);
    await show(0.24);
    expect(await left()).toEqual([25]);
    await show(0.4);
    await show(0.24);
    expect(await notices(stage)).toMatchObject([
      { kind: "liquidation_near", ref_id: position, left_percent: 25, direction: "buy" },
    ]);
    await show(0.09);
    expect(await left()).toEqual([10]);
    await stage.margin(7, position, "add", "2000");
    await show(0.09);
    expect(await left()).toEqual([10]);
    const after = Number((await stage.positions(7))[0]?.liquidation_price);
    const mark = Math.round((after + (50_000 - after) * 0.2) * 100);
    await stage.show({ mark, bids: [[mark - 1000, ample]], asks: [[mark, ample]] });
    expect(await left()).toEqual([25]);
    expect(await stage.violations()).toEqual([]);
  });
});
