/**
 * How many orders a second a venue answers durably over HTTP: market orders of many users at once, each of whom sends
 * the next as soon as the last is answered, from a process of its own on the same machine. Beside it, the same client
 * against a server that answers at once, which is the most that the two can do here.
 * One row is of sessions whose calls their devices sign, too (signature v2): both ends pay for it here.
 * Run: `npm run bench -- orders [seconds]`.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { makeDevice } from "../harness/venue/test-device.ts";
import { enter, measureOrders, type Session } from "../harness/venue/order-load.ts";

export async function run(stage: BenchStage): Promise<void> {
  const venue = await stage.venue();
  const seconds = stage.count(0, 10, 0.1);
  const users: Session[] = [];
  for (let at = 0; at < stage.size(128, 2); at += 1)
    users.push(await enter(venue.address, `order${at}`));
  const rows: Record<string, unknown> = {};
  for (const count of stage.size([64, 128], [2]))
    rows[`venue, ${count}`] = await measureOrders(venue.address, users.slice(0, count), seconds);
  const devices: Session[] = [];
  for (let at = 0; at < stage.size(64, 2); at += 1)
    devices.push(await enter(venue.address, `device${at}`, await makeDevice()));
  rows[`venue, ${devices.length} signed by devices`] = await measureOrders(
    venue.address,
    devices,
    seconds,
  );
  const bare = createServer((asked, answer) => {
    asked.resume();
    asked.on("end", () => answer.end('{"status":0}'));
  });
  await new Promise<void>((done) => bare.listen(0, done));
  const address = `http://localhost:${(bare.address() as AddressInfo).port}`;
  const most = stage.size(64, 2);
  rows[`answered at once, ${most}`] = await measureOrders(address, users.slice(0, most), seconds);
  bare.close();
  bare.closeAllConnections();
  console.table(rows);
}
