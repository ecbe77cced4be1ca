/**
 * A whole venue on a disk that another program fills: it refuses orders and says why, goes on showing prices and
 * orders, loses nothing, and takes orders again when there is room, without a restart.
 */
import { readdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { busy } from "#protocol/wire/error-codes.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { canMount, smallDisk } from "../../harness/database/small-disk.ts";
import { reportTrials } from "../../harness/trials.ts";
import { callVenue, signedNow } from "../../harness/venue/call-venue.ts";
import { marketBuy } from "../../harness/venue/market-buy.ts";
import { enter, noLimits, placeOrder } from "../../harness/venue/order-load.ts";
import { runVenue } from "../../harness/venue/running-venue.ts";

const { coinPlaceOrder, coinOrder } = api.spot;
/** `DISK_FILLS=20` for a longer look. */
const fills = Number(process.env["DISK_FILLS"] ?? 1);
/** More than the 200 MB below which a venue writes nothing. */
const diskMb = 320;
const writers = 8;

test.runIf(canMount)(
  "a venue whose disk is filled beside it refuses orders, shows what there is, and goes on when there is room (root; not run for others)",
  async ({ skip }) => {
    const dataDir = smallDisk(diskMb);
    if (dataDir === undefined) return skip("this machine lets nobody mount a disk");
    const venue = await runVenue(temporaryDirectory(), {
      DATA_DIR: dataDir,
      MARKET: "sim",
      WELCOME: "USDT:10000000",
      LIMITS: noLimits,
    });
    onTestFinished(() => venue.dispose());
    const ada = await enter(venue.address, "ada");
    const ask = (endpoint: Pick<Endpoint, "method" | "path">, request: Record<string, unknown>) =>
      callVenue(venue.address, endpoint, request, signedNow(ada));
    const expectThere = (id: string) =>
      expect
        .poll(() => ask(coinOrder, { client_order_id: id }))
        .toMatchObject({ status: 0, data: { client_order_id: id } });
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    const acknowledged: string[] = [];
    let isRunning = true;
    onTestFinished(() => void (isRunning = false));
    const place = async () => {
      const order = marketBuy("6");
      const isTaken = await placeOrder(agent, venue.address, ada, order);
      if (isTaken) acknowledged.push(order.client_order_id);
      return isTaken;
    };
    const writing = Promise.all(
      Array.from({ length: writers }, async () => {
        while (isRunning) if (!(await place())) await delay(20);
      }),
    );
    // Where the test fails meanwhile, what they still wait for is no error of its own.
    writing.catch(() => undefined);

    const ballast = join(dataDir, "ballast");
    for (let fill = 0; fill < fills; fill += 1) {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(before + 20);
      fillUp(dataDir, ballast);
      // Several turns of its engines, and of what it writes beside the database.
      await delay(2500);
      expect(statfsSync(dataDir).bavail).toBe(0);
      const refused = await ask(coinPlaceOrder, marketBuy("6"));
      expect(refused).toMatchObject({ status: busy });
      const ranks = () => callVenue(venue.address, api.market.mergedTickerRank, { sort: "vol" });
      // On a machine that has much to do reads may be put off.
      await expect.poll(ranks).toMatchObject({ status: 0 });
      await expectThere(acknowledged.at(-1) ?? "");
      rmSync(ballast);
    }
    await expect.poll(place).toBe(true);
    isRunning = false;
    await writing;

    for (const id of acknowledged.slice(-200)) await expectThere(id);

    await venue.kill();
    // One that was killed while it wrote leaves what it had.
    const unfinished = () => readdirSync(dataDir).filter((name) => name.endsWith(".new"));
    const ofKilled = unfinished();
    fillUp(dataDir, ballast);
    await expect(venue.restart()).rejects.toThrow(
      /The venue cannot start\. (The database is busy, or less than 200 MB are free|The disk) .*under DATA_DIR/,
    );
    rmSync(ballast);
    // What it could not write lies about nowhere.
    expect(unfinished()).toEqual(ofKilled);
    await venue.restart();
    expect(await place()).toBe(true);
    await venue.stop();
    const store = openStore({ dataDir, log: () => undefined, random: () => 0, minFreeBytes: 0 });
    onTestFinished(() => store.close());
    expect(await store.read((db) => coherent(db))).toEqual([]);
    reportTrials(`disks of a venue filled, ${acknowledged.length} acknowledged orders`, fills);
  },
  60_000 + fills * 10_000,
);

/** Leaves no room, as another program that writes would. */
function fillUp(folder: string, ballast: string): void {
  const { bavail, bsize } = statfsSync(folder);
  try {
    writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - 2 ** 20)));
    for (;;) writeFileSync(ballast, Buffer.alloc(4096), { flag: "a" });
  } catch (error) {
    expect(error).toMatchObject({ code: "ENOSPC" });
  }
}
