import { createHash } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { noHash, rootText } from "#protocol/api/receipt.ts";
import { readLines, readRoot, readRoots } from "../../../venue/seconds/proof/tick-log-rows.ts";
import { createTickLog } from "../../../venue/seconds/proof/tick-log.ts";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import type { Store } from "../../../venue/store/store.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { level, openSecondsStage, type SecondsStage } from "./seconds-stage.ts";

const receiptKey = receiptKeyOf("07".repeat(32));
const logOf = (stage: SecondsStage, store: Store = stage.store) =>
  createTickLog({ ...stage, store, receiptKey });
/** The first whole minute that a log which starts with the stage sees. */
const firstOf = (stage: SecondsStage) => stage.source.started / 1000 + 60;
/** When a minute is published. */
const ripe = (minute: number) => (minute + 65) * 1000;
const rootsOf = (stage: SecondsStage) => stage.store.read((db) => readRoots(db, 0, 100));

/** Winds second by second, as a venue does. */
async function wind(
  stage: SecondsStage,
  to: number,
  ...logs: { tick(now: number): Promise<void> }[]
): Promise<void> {
  while (stage.source.now < to) {
    await stage.at(Math.min(to, stage.source.now + 1000));
    await Promise.all(logs.map((log) => log.tick(stage.source.now)));
  }
}

describeDatabases("the tick log", (open) => {
  test("has each minute while it runs, in one chain, each publisher alike", async () => {
    const stage = await openSecondsStage(await open());
    await wind(stage, ripe(firstOf(stage) + 120), logOf(stage), logOf(stage), logOf(stage));
    const roots = await rootsOf(stage);
    expect(roots.map(({ minute }) => minute)).toEqual(
      [0, 60, 120].map((later) => firstOf(stage) + later),
    );
    expect(roots.map(({ prev_hash }) => prev_hash)).toEqual([
      noHash,
      ...roots.slice(0, -1).map(({ hash }) => hash),
    ]);
    for (const root of roots)
      expect(root.hash).toBe(createHash("sha256").update(rootText(root)).digest("hex"));
    expect(stage.logged).toEqual([]);
  });

  test("keeps the lines that contracts go by, and waits for what they wait for", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(1, "1000");
    const order = await stage.place(1);
    stage.window(order.t0, [level, level + 1, level + 2, level + 3, level + 4]);
    const log = logOf(stage);
    // The first sample of the exit never comes; a window that lacks two is waited for.
    stage.window(order.t1, [undefined, undefined, level, level, level]);
    const minute = stage.source.started / 1000;
    await wind(stage, ripe(minute), log);
    expect(await rootsOf(stage)).toEqual([]);
    await wind(stage, order.t1 + 61_000, log);
    expect((await stage.order(1, { id: order.id })).result).toBe("void");
    expect((await rootsOf(stage))[0]?.minute).toBe(minute);
    const stored = await stage.store.read((db) => readLines(db, minute));
    expect(stored.map(({ symbol, leaf }) => [symbol, leaf])).toEqual([["btcusdt", 0]]);
    expect(stored[0]?.samples[order.t0 / 1000 - minute]).toBe("60000.0004");
  });

  test("says what a contract went by even where another process saw another price", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(1, "1000");
    const order = await stage.place(1);
    for (const moment of [order.t0, order.t1]) stage.still(moment, level);
    await wind(stage, order.t1 + 1000);
    for (const moment of [order.t0, order.t1]) stage.still(moment, level + 500);
    await wind(stage, ripe(firstOf(stage)), logOf(stage));
    const minute = stage.source.started / 1000;
    const stored = await stage.store.read((db) => readLines(db, minute));
    expect(stored[0]?.samples[order.t0 / 1000 - minute]).toBe("60000.0000");
  });

  test("has nothing where a contract went by nothing, whatever is there now", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(1, "1000");
    const order = await stage.place(1);
    await stage.at(order.t0 + 61_000);
    expect((await stage.order(1, { id: order.id })).void_reason).toBe("entry");
    for (const moment of [order.t0, order.t1]) stage.still(moment, level);
    await wind(stage, ripe(firstOf(stage)), logOf(stage));
    const minute = stage.source.started / 1000;
    const [line] = await stage.store.read((db) => readLines(db, minute));
    expect(line?.samples[order.t0 / 1000 - minute]).toBeNull();
    // Nobody looked at its delivery, so what the market shows there stands.
    expect(line?.samples[order.t1 / 1000 - minute]).toBe("60000.0000");
  });

  test("after a standstill publishes the minutes that contracts need, and no others", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(1, "1000");
    await wind(stage, ripe(firstOf(stage)), logOf(stage));
    stage.still(stage.source.now, level);
    const order = await stage.place(1);
    for (const moment of [order.t0, order.t1]) stage.still(moment, level);
    await stage.at(order.t1 + 3_600_000);
    await wind(stage, stage.source.now + 1000, logOf(stage));
    const needed = [order.t0 - 4000, order.t0, order.t1 - 4000, order.t1].map(
      (moment) => moment / 1000 - ((moment / 1000) % 60),
    );
    expect((await rootsOf(stage)).map(({ minute }) => minute)).toEqual([
      ...new Set([firstOf(stage), ...needed]),
    ]);
  });

  test("cannot be changed", async () => {
    const stage = await openSecondsStage(await open());
    await stage.fund(1, "1000");
    await stage.place(1);
    await wind(stage, ripe(firstOf(stage)) + 120_000, logOf(stage));
    for (const table of ["second_tick_root", "second_tick_line"]) {
      await expect(
        stage.store.command(({ db }) => sql`update ${sql.table(table)} set minute = 0`.execute(db)),
      ).rejects.toThrow("append-only");
      await expect(
        stage.store.command(({ db }) => sql`delete from ${sql.table(table)}`.execute(db)),
      ).rejects.toThrow("append-only");
    }
    expect(await stage.store.read((db) => readRoot(db, firstOf(stage)))).toBeDefined();
  });
});
