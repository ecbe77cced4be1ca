import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";
import { migrations } from "../../../venue/migrations.ts";
import { openTestSqlite } from "../../harness/database/databases.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

/** `NIGHTS=200` for a longer look, `NIGHTS_SEED` for another market. */
const nights = Number(process.env["NIGHTS"] ?? 5);
const master = process.env["NIGHTS_SEED"] ?? "nights";
const nightMs = 8 * 3_600_000;

test("a whole venue that ends each evening and begins each morning pays nobody for holding both sides", async () => {
  const store = await openTestSqlite();
  await store.migrate(migrations);
  let now = Date.UTC(2026, 10, 1, 14);
  const begin = () =>
    startVenue({
      store,
      start: now,
      seed: `process ${now}`,
      source: createSimulator({ master, symbols: ["btcusdt"] }),
      settings: { welcome: { USDT: "100000" } },
    });
  let venue = await begin();
  let ada = await venue.user("ada@example.org");
  const seconds = async (count: number) => {
    for (let i = 0; i < count; i++) {
      now += 1000;
      await venue.wind(1000);
    }
  };
  const money = async () => {
    const { balances } = await ada.ask(api.wallet.walletBalance, {});
    return Number(balances.find(({ flag }) => flag === "USDT")?.balance);
  };
  const insurance = async () => {
    const row = await store.read((db) =>
      db.selectFrom("account").select("balance").where("kind", "=", "insurance").executeTakeFirst(),
    );
    return row?.balance ?? 0n;
  };
  await ada.ask(api.contracts.contractAckRisk, { version: 1 });
  for (let night = 0; night < nights; night++) {
    const [had, insured] = [await money(), await insurance()];
    for (const direction of ["buy", "sell"] as const)
      await ada.ask(api.contracts.contractPlaceOrder, {
        contract_code: "BTC-USDT",
        direction,
        lever_rate: 125,
        volume: 100,
        order_type: "market",
        client_order_id: randomUUID(),
      });
    await seconds(3);
    expect((await ada.ask(api.contracts.contractPositions, {})).list).toHaveLength(2);
    now += nightMs;
    venue = await begin();
    ada = await venue.login("ada@example.org");
    await seconds(62);
    await ada.ask(api.contracts.contractCloseAll, { which: "all", client_order_id: randomUUID() });
    await seconds(3);
    expect((await ada.ask(api.contracts.contractPositions, {})).list).toEqual([]);
    expect(await money()).toBeLessThan(had);
    expect(await insurance()).toBeGreaterThanOrEqual(insured);
  }
});
