import { api } from "#protocol/api/api.ts";
import { datesOf, minutesOf } from "#protocol/proof/receipt-form.ts";
import type { Receipt } from "#protocol/api/receipt.ts";
import type { ReceiptFile } from "#protocol/api/receipt-file.ts";
import { daySeconds, dayStart } from "#protocol/proof/simulated-day/calendar.ts";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";
import { seededRandom, startVenue, type TestVenue } from "../../harness/venue/memory-venue.ts";

const { seconds } = api;
const times = [30, 60, 120];
const symbols = ["btcusdt", "ethusdt", "dogeusdt"];

export interface SettledRun {
  venue: TestVenue;
  /** All that is published of each contract, two days later. */
  files: ReceiptFile[];
}

/**
 * A venue on the simulated market over a midnight of the market's, with contracts taken in second by second,
 * settled by its own engine, and asked for what it publishes of them.
 */
export async function settledRun(contracts: number): Promise<SettledRun> {
  const source = createSimulator({ master: "a run of receipts", symbols });
  const venue = await startVenue({ source, start: (dayStart(1501) - contracts - 30) * 1000 + 137 });
  const random = seededRandom("contracts");
  const pick = <const T>(list: readonly T[]): T => list[(random(1)[0] ?? 0) % list.length] as T;
  const people = [await venue.user(), await venue.user(), await venue.user()];
  const placed = [];
  for (let at = 0; at < contracts; at++) {
    await venue.wind(1000);
    const person = people[at % people.length];
    if (!person) throw new Error("nobody is there");
    const order = await person.ask(seconds.secondPlaceOrder, {
      symbol: pick(symbols),
      direction: pick(["up", "down"]),
      time: pick(times),
      amount: pick(["10", "12.34", "99.99999999"]),
      risk_ack: 1,
      sent_time: venue.now() - 120,
      client_order_id: crypto.randomUUID(),
    });
    placed.push({ order, person });
    // Twenty may run at once; the oldest of them are waited for.
    while ((await person.ask(seconds.secondOrders, { status: 0, size: 100 })).total > 18)
      await venue.wind(1000);
  }
  const end = Math.max(...placed.map(({ order }) => order.t1)) + 70_000;
  while (venue.now() < end) await venue.wind(1000);
  const receipts = await Promise.all(
    placed.map(({ order, person }) => person.ask(seconds.secondReceipt, { id: order.id })),
  );
  await venue.wind(2 * daySeconds * 1000);
  const files: ReceiptFile[] = [];
  for (const [at, receipt] of receipts.entries()) {
    const slip = placed[at]?.order.slip;
    if (!slip) throw new Error("an accepted contract has no slip");
    files.push({ ...(await fileOf(venue, receipt)), slip });
  }
  return { venue, files };
}

/** A receipt with all that the venue publishes of it. */
export async function fileOf(
  { visitor }: Pick<TestVenue, "visitor">,
  receipt: Receipt,
): Promise<ReceiptFile> {
  const { symbol, seq } = receipt;
  const minutes = [...new Set([...minutesOf(receipt.t0), ...minutesOf(receipt.t1)])];
  return {
    format: "godwit-receipt-1",
    receipt,
    public_key: (await visitor.ask(seconds.secondKey, {})).public_key,
    ticks: await Promise.all(
      minutes.map((minute) => visitor.ask(seconds.secondTicks, { symbol, minute: String(minute) })),
    ),
    chain: await visitor.ask(seconds.secondChain, {
      from: String(Math.max(1, seq - 1)),
      size: "3",
    }),
    days: await Promise.all(
      datesOf(receipt).map((date) => visitor.ask(seconds.secondDay, { symbol, date })),
    ),
  };
}
