/**
 * What a tick of the contracts' engine costs: 20 contracts with 5,000 open positions each, half of them with
 * take profit and stop loss, which no price has reached; then funding of all, and a crash that liquidates one
 * contract's. Run: `npm run bench -- contracts [positions]`.
 */
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { contractFee, costOf, initialMargin } from "#protocol/rules/contracts/contract-worth.ts";
import type { SymbolSpec } from "../../venue/feed/market-source.ts";
import { post } from "../../venue/ledger/post.ts";
import { createNotifyBus } from "../../venue/deps/notify-bus.ts";
import { migrations } from "../../venue/migrations.ts";
import { createPerpetualEngine } from "../../venue/contracts/engine.ts";
import { withRisk } from "../../venue/contracts/records/position-risk.ts";
import { insertPosition } from "../../venue/contracts/records/rows.ts";
import { openStore } from "../../venue/store/open-store.ts";
import type { Store } from "../../venue/store/store.ts";
import { openCurrencies } from "../../venue/ledger/currency-scales.ts";
import { btcusdt, FixedSource, fixedStart } from "../harness/venue/fixed-source.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { bring } from "../harness/venue/ledger-movements.ts";

const terms = { size: { value: 1n, scale: 3 }, price: 2 };

interface Work {
  contracts: number;
  /** Open positions of each. */
  perContract: number;
  ticks: number;
}

async function hold(store: Store, code: string, symbol: string, count: number): Promise<void> {
  const volume = 10n;
  const batch = 250;
  const cost = costOf(volume, 5_000_000n, terms);
  const [margin, fee] = [initialMargin(cost, 10), contractFee(cost, contractRates.taker)];
  for (let first = 0; first < count; first += batch) {
    await store.command(async (tx) => {
      const rows = Array.from(
        { length: Math.min(batch, count - first) },
        (_, at) => first + at + 1,
      );
      for (const user of rows) {
        const direction = user % 2 === 0 ? ("buy" as const) : ("sell" as const);
        const [tp, sl] = direction === "buy" ? [5_400_000n, 4_800_000n] : [4_800_000n, 5_400_000n];
        await bring(tx, { user, amount: margin });
        await post(tx, {
          idemKey: `bench:${code}:${user}`,
          type: 8,
          refType: "bench",
          refId: "",
          now: fixedStart,
          legs: [
            { owner: `user:${user}`, kind: "available", currency: "USDT", amount: -margin },
            { owner: `user:${user}`, kind: "margin", currency: "USDT", amount: margin },
          ],
        });
        await insertPosition(
          tx.db,
          withRisk({
            user_id: user,
            contract_code: code,
            symbol,
            currency: "USDT",
            price_precision: 2,
            amount_precision: 6,
            warned: 0,
            warn_price: null,
            size_value: 1n,
            size_scale: 3,
            direction,
            lever_rate: 10,
            volume,
            frozen_volume: 0n,
            cost,
            margin,
            liq_price: null,
            tp_price: user % 4 < 2 ? tp : null,
            sl_price: user % 4 < 2 ? sl : null,
            trigger_by: "mark",
            lock_reason: null,
            opened_volume: volume,
            opened_cost: cost / 100n,
            closed_volume: 0n,
            closed_cost: 0n,
            fee,
            funding: 0n,
            realised: 0n,
            margin_lost: 0n,
            insurance: 0n,
            close_kind: null,
            close_mark: null,
            moves: 0,
            reopened_at: 0,
            uncounted: 0n,
            funded_at: fixedStart,
            opened_at: fixedStart,
            updated_at: fixedStart,
            closed_at: null,
          }),
        );
      }
    });
  }
}

async function measure(
  name: string,
  store: Store,
  { contracts, perContract, ticks }: Work,
): Promise<void> {
  const specs: SymbolSpec[] = Array.from({ length: contracts }, (_, at) => ({
    ...btcusdt,
    symbol: `c${at}usdt`,
    base: `C${at}`,
    contract: { contractCode: `C${at}-USDT`, contractSize: "0.001" },
  }));
  await store.migrate(migrations);
  const source = new FixedSource(specs);
  const now = { now: () => source.now };
  const log = (_level: string, event: string, facts?: unknown) => console.log(event, facts);
  const engine = createPerpetualEngine({
    store,
    source,
    currencies: await openCurrencies(store, source, source.now),
    clock: now,
    log,
    bus: createNotifyBus(),
  });
  for (const { symbol, contract } of specs) {
    await store.command(async ({ db }) => {
      const facts = {
        logintype: "email" as const,
        password_hash: "",
        withdraw_hash: null,
        parent_id: null,
        entry_mark: "",
        memo: "",
        reg_ip: "",
        last_ip: "",
        last_at: null,
      };
      const counts = {
        status: 0,
        trade_status: 1,
        wstatus: 1,
        certstatus: 0,
        invite_count: 0,
        team_count: 0,
      };
      const ids = Array.from({ length: perContract }, (_, at) => at + 1);
      for (let first = 0; first < ids.length; first += 500) {
        await db
          .insertInto("user")
          .values(
            ids.slice(first, first + 500).map((id) => ({
              id,
              account: `u${id}`,
              invite_code: `i${id}`,
              created_at: 0,
              ...facts,
              ...counts,
            })),
          )
          .onConflict((conflict) => conflict.column("id").doNothing())
          .execute();
      }
    });
    await hold(store, contract?.contractCode ?? "", symbol, perContract);
  }
  const show = (price: number) => {
    for (const { symbol } of specs)
      source.setPrice(symbol, symbol === "c0usdt" ? price : 5_000_000);
  };
  const spent: number[] = [];
  for (let tick = 0; tick < ticks; tick += 1) {
    source.advance(1000);
    show(5_000_000 + tick);
    const begin = performance.now();
    await engine.tick();
    spent.push(performance.now() - begin);
  }
  spent.sort((a, b) => a - b);
  console.log(
    `${name}: ${contracts} contracts × ${perContract} positions, nothing reached: ${(spent[ticks >> 1] ?? 0).toFixed(2)} ms a tick, worst ${(spent.at(-1) ?? 0).toFixed(1)} ms`,
  );
  const timed = async (what: string, count: number) => {
    const begin = performance.now();
    await engine.tick();
    const ms = performance.now() - begin;
    console.log(
      `${name}: ${what}: ${count} positions in ${Math.round(ms)} ms, ${Math.round((count / ms) * 1000)} a second`,
    );
  };
  source.advance(1000);
  show(4_400_000);
  await timed("a crash of one contract that liquidates its longs", perContract / 2);
  const at = Math.floor(source.now / 28_800_000 + 1) * 28_800_000;
  source.advance(at - source.now);
  show(4_400_000);
  for (const { symbol, contract } of specs) {
    source.setIndex(symbol, at / 1000, [500_000_000]);
    source.addFundingSettled({
      contractCode: contract?.contractCode ?? "",
      fundingRate: "0.0001",
      realizedRate: "0.0001",
      fundingTime: at,
    });
  }
  await timed("funding of all", contracts * perContract - perContract / 2);
}

export async function run(stage: BenchStage): Promise<void> {
  const work: Work = {
    contracts: stage.size(20, 2),
    perContract: stage.count(0, 5000, 4),
    ticks: stage.size(30, 3),
  };
  const options = { log: () => undefined, random: Math.random, minFreeBytes: 0 };
  const sqlite = openStore({ ...options, dataDir: await stage.folder() });
  await measure("SQLite", sqlite, work);
  await sqlite.close();
  const databaseUrl = await stage.postgres({ fsync: true });
  if (databaseUrl === undefined) return;
  const postgres = openStore({ ...options, dataDir: "", databaseUrl });
  await measure("PostgreSQL", postgres, work);
  await postgres.close();
}
