/**
 * A venue under a steady load of a real mix, an open loop: no answer fails, its books hold, and neither its memory nor
 * its open files grow. Times are printed, not judged.
 */
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { openStore } from "../../../venue/store/open-store.ts";
import { temporaryDirectory } from "../../harness/database/databases.ts";
import { callVenue, signedNow } from "../../harness/venue/call-venue.ts";
import { enter, noLimits, type Session } from "../../harness/venue/order-load.ts";
import { runVenue } from "../../harness/venue/running-venue.ts";
import { freePort } from "../../harness/free-port.ts";
import { reportTrials } from "../../harness/trials.ts";

/** `SOAK_SECONDS=3600` for a longer look. */
const seconds = Number(process.env["SOAK_SECONDS"] ?? 3);
const perSecond = 100;
/** A slope that is measured over less says more of the warm-up than of the venue. */
const judgedFromSec = 600;
const mostGrowthMb = 1;
const people = 10;
type Call = [Pick<Endpoint, "method" | "path">, Record<string, unknown>, Session | undefined];

/** What people do: 80 reads of 100, 15 orders, 5 looks at the wallet's book. */
function callAt(at: number, session: Session): Call {
  const { market, spot, wallet } = api;
  const part = at % 100;
  if (part < 30) return [market.mergedTickerRank, { sort: "vol" }, undefined];
  if (part < 50) return [market.depth, { symbol: "btcusdt", type: "step0" }, undefined];
  if (part < 65)
    return [market.kline, { symbol: "ethusdt", period: "15min", size: 100 }, undefined];
  if (part < 75) return [wallet.walletBalance, {}, session];
  if (part < 80) return [spot.coinOrders, { status: 2 }, session];
  if (part < 95)
    return [
      spot.coinPlaceOrder,
      {
        symbol: "btcusdt",
        side: "buy",
        type: "market",
        value: "6",
        client_order_id: crypto.randomUUID(),
      },
      session,
    ];
  return [wallet.tradeRecord, {}, session];
}

test(
  "a steady load is answered, books hold, memory and open files stay",
  async () => {
    const operatorPort = await freePort();
    const venue = await runVenue(temporaryDirectory(), {
      LIMITS: noLimits,
      WELCOME: "USDT:10000000",
      OPERATOR_PORT: String(operatorPort),
    });
    onTestFinished(() => venue.dispose());

    const ask = ([endpoint, request, session]: Call) =>
      callVenue(venue.address, endpoint, request, session && signedNow(session));
    const sessions: Session[] = [];
    for (let at = 0; at < people; at += 1) sessions.push(await enter(venue.address, `soak-${at}`));
    const metrics = async () => {
      const text = await (await fetch(`http://127.0.0.1:${operatorPort}/metrics`)).text();
      const read = (name: string) => Number(new RegExp(`^${name} (\\S+)`, "m").exec(text)?.[1]);
      return {
        mb: read("process_resident_memory_bytes") / 2 ** 20,
        files: read("process_open_fds"),
        doesHold: read("godwit_books_hold"),
      };
    };

    const failures: string[] = [];
    const took: { atSec: number; ms: number }[] = [];
    /** What the command line says of the books, once a minute. */
    const checks: Promise<string>[] = [];
    const samples: { atSec: number; mb: number; files: number }[] = [];
    const asked: Promise<void>[] = [];
    const began = performance.now();
    for (let at = 0; at < seconds * perSecond; at += 1) {
      const due = began + (at * 1000) / perSecond;
      if (due > performance.now()) await delay(due - performance.now());
      const session = sessions[at % people];
      if (!session) continue;
      const call = callAt(at, session);
      asked.push(
        ask(call).then(
          // From the moment it was due, so that a slow answer delays no other's clock.
          ({ http, status }) => {
            took.push({ atSec: at / perSecond, ms: performance.now() - due });
            if (http >= 500 || status !== 0) failures.push(`${call[0].path}: ${http} ${status}`);
          },
          (error: unknown) => void failures.push(`${call[0].path}: ${String(error)}`),
        ),
      );
      if (at % (10 * perSecond) === 0) {
        const { mb, files } = await metrics();
        samples.push({ atSec: (performance.now() - began) / 1000, mb, files });
      }
      if (at % (60 * perSecond) === 30 * perSecond) checks.push(venue.operate("verify"));
    }
    await Promise.all(asked);
    expect(failures.slice(0, 10)).toEqual([]);
    for (const said of await Promise.all(checks))
      expect(said).toMatch(/^All \d+ invariants hold\.$/m);
    const end = await metrics();
    // The venue looks at them each hour; below they are looked at here.
    expect(end.doesHold).not.toBe(0);
    samples.push({ atSec: seconds, mb: end.mb, files: end.files });

    const settled = samples.filter(({ atSec }) => atSec >= seconds / 3);
    const slope = growthPerMinute(settled.map(({ atSec, mb }) => [atSec / 60, mb]));
    const p99 = (from: number, to: number) => p99Of(took, from * seconds, to * seconds).toFixed(0);
    console.log(
      `soak: ${asked.length} calls, p99 ${p99(0, 1)} ms (first third ${p99(0, 1 / 3)}, last ${p99(2 / 3, 1)}), ${end.mb.toFixed(0)} MB, ${slope.toFixed(2)} MB a minute, ${end.files} open files, books checked ${checks.length} times meanwhile`,
    );
    if (seconds >= judgedFromSec) expect(slope).toBeLessThanOrEqual(mostGrowthMb);
    expect(end.files).toBeLessThan((settled[0]?.files ?? 0) + 100);

    await venue.stop();
    const store = openStore({
      dataDir: venue.dataDir,
      log: () => undefined,
      random: () => 0,
      minFreeBytes: 0,
    });
    onTestFinished(() => store.close());
    expect(await store.read((db) => coherent(db))).toEqual([]);
    reportTrials("calls of a steady load", asked.length, failures.length);
  },
  120_000 + seconds * 1500,
);

/** Of the calls that were due from one second to the other. */
function p99Of(took: readonly { atSec: number; ms: number }[], from: number, to: number): number {
  const sorted = took
    .filter(({ atSec }) => atSec >= from && atSec < to)
    .map(({ ms }) => ms)
    .toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0;
}

/** The slope of the line through the points with the least squares. */
function growthPerMinute(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1) => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = points.reduce((sum, [px]) => sum + (px - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, [px, py]) => sum + (px - x) * (py - y), 0) / spread;
}
