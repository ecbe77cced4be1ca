/**
 * Several venues on one PostgreSQL behind HAProxy, as docs/running.md has it: orders a second with one, two and four,
 * and what people notice while two are restarted one after the other, stopped and killed, under load.
 * Run: `npm run bench -- processes [seconds]`; without HAProxy the users are spread over the venues by hand.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "pg";
import { freePort } from "../harness/free-port.ts";
import { root } from "../harness/root.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { marketBuy } from "../harness/venue/market-buy.ts";
import { enter, measureOrders, placeOrder, type Session } from "../harness/venue/order-load.ts";
import type { RunningVenue } from "../harness/venue/running-venue.ts";

const keys = {
  SERVER_KEY: "ab".repeat(32),
  RECEIPT_KEY: "17".repeat(32),
  PUSH_KEY: "18".repeat(32),
  SEED: "processes",
};

export async function run(stage: BenchStage): Promise<void> {
  const databaseUrl = await stage.postgres({ fsync: true });
  if (databaseUrl === undefined) throw new Error("there is no PostgreSQL here");
  const seconds = stage.count(0, 10, 0.2);
  const environment = { ...keys, DATABASE_URL: databaseUrl, TRUSTED_PROXIES: "127.0.0.1" };
  const venues: RunningVenue[] = [];
  const users: Session[] = [];
  const rows: Record<string, unknown> = {};
  for (const count of stage.size([1, 2, 4], [2])) {
    while (venues.length < count) venues.push(await stage.bareVenue(environment));
    const [first] = venues;
    while (first && users.length < stage.size(64, 2))
      users.push(await enter(first.address, `processes${users.length}`));
    const proxy = await openProxy(stage, venues);
    rows[`${count} ${count === 1 ? "venue" : "venues"}`] = await measureOrders(
      proxy.address,
      users,
      seconds,
    );
    proxy.close();
  }
  console.table(rows);

  const pair = venues.slice(0, 2);
  const proxy = await openProxy(stage, pair);
  const agent = new Agent({ keepAlive: true, maxSockets: users.length });
  const restMs = stage.size(0, 100);
  const load = loadOf(users, restMs, (session, order) =>
    placeOrder(agent, proxy.address, session, order),
  );
  await pause(stage.size(2000, 100));
  const [one, two] = pair as [RunningVenue, RunningVenue];
  const acts = [() => one.stop(), () => two.kill()];
  for (const act of acts.slice(0, stage.size(2, 1))) {
    await act();
    await pause(stage.size(1000, 100));
    await (act.toString().includes("one") ? one : two).restart();
    await pause(stage.size(3000, 100));
  }
  const seen = await load.end();
  agent.destroy();
  proxy.close();
  console.table({
    "restarted one after the other": {
      ...seen.figures,
      "in the books": await countOrders(databaseUrl, seen.ids),
    },
  });
}

/** Each user places orders until the end, with a rest after each; one without an answer is sent again with its id until it has one. */
function loadOf(
  users: readonly Session[],
  restMs: number,
  send: (session: Session, order: object) => Promise<boolean>,
) {
  let isOver = false;
  let again = 0;
  let refused = 0;
  let longestMs = 0;
  const ids: string[] = [];
  const all = users.map(async (session) => {
    while (!isOver) {
      const order = marketBuy("6");
      const began = performance.now();
      for (;;) {
        const isTaken = await send(session, order).catch(() => undefined);
        if (isTaken === true) break;
        if (isTaken === false) refused += 1;
        again += 1;
        await pause(100);
      }
      longestMs = Math.max(longestMs, performance.now() - began);
      ids.push(order.client_order_id);
      if (restMs > 0) await pause(restMs);
    }
  });
  return {
    async end() {
      isOver = true;
      await Promise.all(all);
      const figures = {
        orders: ids.length,
        "sent again": again,
        "of them answered with no": refused,
        "longest wait, ms": Math.round(longestMs),
      };
      return { ids, figures };
    },
  };
}

/** How many of these orders are in the database, each once. */
async function countOrders(databaseUrl: string, ids: readonly string[]): Promise<string> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ orders: string; ids: string }>(
      `select count(*) as orders, count(distinct client_order_id) as ids from spot_order
        where client_order_id = any($1::text[])`,
      [ids],
    );
    return `${rows[0]?.orders} orders, ${rows[0]?.ids} ids`;
  } finally {
    await client.end();
  }
}

/** HAProxy before the venues, with the file of deploy/ less its certificate; where there is none, the first venue. */
async function openProxy(
  stage: BenchStage,
  venues: readonly RunningVenue[],
): Promise<{ address: string; close: () => void }> {
  if (spawnSync("haproxy", ["-v"]).status !== 0)
    return { address: venues[0]?.address ?? "", close: () => undefined };
  const port = await freePort();
  const deployed = await readFile(join(root, "deploy/haproxy.cfg"), "utf8");
  const config = deployed
    .replace(/bind :443.*$/m, `bind 127.0.0.1:${port}`)
    .replace(/ {4}server one[^]*$/, "")
    .concat(venues.map((venue, at) => `    server v${at} 127.0.0.1:${venue.port}\n`).join(""));
  const file = join(await stage.folder(), "haproxy.cfg");
  await writeFile(file, config);
  const child: ChildProcess = spawn("haproxy", ["-f", file], { stdio: "ignore" });
  const address = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 100; tries++) {
    const isOpen = await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isOpen) break;
    await pause(100);
  }
  return { address, close: () => void child.kill() };
}
