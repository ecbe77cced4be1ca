/**
 * How soon a notice is a toast in the app, and at the push service of each device, for one and for many; and what a tick costs while many price
 * alerts wait, with none, one and many reached. Run: `npm run bench -- notices [devices] [alerts]`.
 */
import { PushQueue } from "../../venue/account/push/push-queue.ts";
import { putSubscription } from "../../venue/account/push/push-rows.ts";
import { createPushSender } from "../../venue/account/push/push-sender.ts";
import { createAlertEngine } from "../../venue/account/alerts/alert-engine.ts";
import { insertAlert } from "../../venue/account/alerts/alert-rows.ts";
import { addNotice, addNoticeForAll } from "../../venue/account/notices/notices.ts";
import { pushKeyOf } from "../../venue/keys/push-key.ts";
import { migrations } from "../../venue/migrations.ts";
import { insertSession } from "../../venue/session/tokens/session-rows.ts";
import { defaultSettings } from "../../venue/settings/settings.ts";
import { openStore } from "../../venue/store/open-store.ts";
import type { Store } from "../../venue/store/store.ts";
import { askAs } from "../harness/browser/ask-as.ts";
import { newPhone, openApp } from "../harness/browser/chromium.ts";
import { enrol, letIn } from "../harness/browser/newcomer.ts";
import { insertSomebody } from "../harness/venue/bare-account.ts";
import type { BenchStage } from "../harness/stages/bench-stage.ts";
import { btcusdt, FixedSource } from "../harness/venue/fixed-source.ts";
import { PushService } from "../harness/venue/push-service.ts";

const log = () => undefined;
const clock = { now: () => Date.now() };

async function open(stage: BenchStage): Promise<Store> {
  const store = openStore({ dataDir: await stage.folder(), random: Math.random, log });
  await store.migrate(migrations);
  return store;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

async function timePushes(stage: BenchStage, devices: number): Promise<void> {
  const store = await open(stage);
  const key = pushKeyOf("08".repeat(32));
  const service = await PushService.open(() => key.publicKey);
  for (let id = 1; id <= devices; id++) {
    await insertSomebody(store, id);
    await store.command(async ({ db }) => {
      const now = clock.now();
      const session = {
        id: `s${id}`,
        user_id: id,
        created_at: now,
        seen_at: now,
        device_key: null,
        ended_at: null,
      };
      await insertSession(db, { ...session, ip: "", agent: "" });
      await putSubscription(db, {
        user_id: id,
        session_id: session.id,
        ...service.subscribe(`device${id}`),
        lang: "en-US",
        created_at: now,
      });
    });
  }
  const settings = { ...defaultSettings, pushServices: [service.origin] };
  const send = createPushSender(key, { subject: "mailto:a@example.org", timeoutMs: 10_000 });
  const queue = new PushQueue({ store, settings, clock, log, send });
  const rows: object[] = [];
  for (const [name, count] of [
    ["one device", 1],
    ["all devices", devices],
  ] as const) {
    service.taken.length = 0;
    const begin = Date.now();
    await store.command(async (tx) => {
      if (count === 1)
        await addNotice(tx, { userId: 1, kind: "paper_funds", facts: {}, now: begin });
      else await addNoticeForAll(tx, { kind: "system", facts: {}, now: begin });
    });
    await queue.tick(begin);
    await queue.close();
    const waits = service.taken.map(({ at }) => at - begin);
    rows.push({
      push: name,
      devices: waits.length,
      "p50 ms": quantile(waits, 0.5),
      "p99 ms": quantile(waits, 0.99),
    });
  }
  console.table(rows);
  service.close();
  await store.close();
}

/** From the time of a notice to its toast on a screen that is open, in the built app. */
async function timeToasts(stage: BenchStage, count: number): Promise<void> {
  const [browser, venue] = await Promise.all([stage.browser(), stage.venue()]);
  const person = await enrol(venue.address, `toasts${Date.now()}@example.org`);
  const context = await newPhone(browser);
  await letIn(context, venue.address, person);
  const page = await context.newPage();
  await page.addInitScript(() => {
    const seen: Record<string, number> = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const text = document.body?.textContent;
      for (const [price] of (text ?? "").matchAll(/above [\d.]+/g)) seen[price] ??= Date.now();
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
  await openApp(page, venue.address);
  await page.getByRole("button", { name: "Prices: Live" }).waitFor();
  const waits: number[] = [];
  for (let at = 1; at <= count; at++) {
    const price = `${at}.5`;
    const wanted = { market: "spot", symbol: "btcusdt", kind: "above", price, again: 0 };
    await askAs(person, venue.address, "POST", "/api/notice/addPriceAlert", wanted);
    const key = `above ${price}`;
    await page.waitForFunction((name) => name in Reflect.get(window, "seen"), key);
    const seen = await page.evaluate(() => Reflect.get(window, "seen") as Record<string, number>);
    const { list } = (await askAs(person, venue.address, "GET", "/api/notice/priceAlerts", {})) as {
      list: { price: string; reached_time: number }[];
    };
    const reached = list.find((alert) => alert.price === price)?.reached_time ?? 0;
    waits.push((seen[key] ?? 0) - reached);
  }
  await context.close();
  console.table([
    { toasts: waits.length, "p50 ms": quantile(waits, 0.5), "p99 ms": quantile(waits, 0.99) },
  ]);
}

async function timeAlerts(stage: BenchStage, alerts: number): Promise<void> {
  const rows: object[] = [];
  for (const count of [Math.ceil(alerts / 100), alerts]) {
    const store = await open(stage);
    const source = new FixedSource();
    await insertSomebody(store, 1);
    const price = 60_000;
    const toTicks = (units: number) => units * 10 ** btcusdt.pricePrecision;
    for (let first = 0; first < count; first += 1000)
      await store.command(async ({ db }) => {
        for (let at = first; at < Math.min(count, first + 1000); at++)
          await insertAlert(db, {
            user_id: 1,
            market: "spot",
            symbol: btcusdt.symbol,
            kind: "above",
            price: String(price + 1 + at),
            level: BigInt(toTicks(price + 1 + at)) * 100n,
            way: "up",
            window_minutes: 0,
            again: 0,
            state: "active",
            created_at: 0,
          });
      });
    const engine = createAlertEngine({ store, source });
    const tick = async (units: number, times: number) => {
      source.setPrice(btcusdt.symbol, toTicks(units));
      const began = performance.now();
      for (let at = 0; at < times; at++) await engine.tick(clock.now());
      return ((performance.now() - began) / times).toFixed(3);
    };
    const first = await tick(price, 1);
    const looks: number[] = [];
    for (let at = 0; at < 20; at++) {
      engine.look();
      looks.push(Number(await tick(price, 1)));
    }
    rows.push({
      alerts: count,
      "at the start, ms": first,
      "look for changes, ms": quantile(looks, 0.5).toFixed(3),
      "none reached, ms": await tick(price, 1000),
      "one reached, ms": await tick(price + 1, 1),
      "100 reached, ms": await tick(price + Math.min(101, count), 1),
    });
    await store.close();
  }
  console.table(rows);
}

export async function run(stage: BenchStage): Promise<void> {
  await timeToasts(stage, stage.size(40, 1));
  await timePushes(stage, stage.count(0, 1000, 3));
  await timeAlerts(stage, stage.count(1, 100_000, 200));
}
