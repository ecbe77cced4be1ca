/**
 * The same intent sent two to fifty times at once, as by an impatient thumb, a second tab and a torn line, some of the
 * copies with another content under the same id: it has one effect, and who sent the same gets the same answer.
 */
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import type { Endpoint } from "#protocol/api/endpoint.ts";
import { invalidParameters } from "#protocol/wire/error-codes.ts";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { reportTrials } from "../../harness/trials.ts";
import { drawsOf } from "../../harness/venue/draws.ts";
import { startVenue, type TestClient } from "../../harness/venue/memory-venue.ts";

/** `DUP_INTENTS=20000` for a longer look; on PostgreSQL a tenth of them. */
const intents = Number(process.env["DUP_INTENTS"] ?? 60);
/** Of one account, so that its money and its limits suffice. */
const intentsOfOne = 30;
/** How many copies there are; two are the most usual. */
const copiesOf = [2, 2, 2, 3, 3, 5, 20, 50] as const;

const draws = drawsOf("repeated");

interface Intent {
  endpoint: Pick<Endpoint, "method" | "path">;
  /** The same but for its size. */
  contents: readonly [Record<string, unknown>, Record<string, unknown>];
}

const intentKinds: readonly (() => Intent)[] = [
  () => {
    const order = { symbol: "btcusdt", side: "buy", type: "market", client_order_id: id() };
    return {
      endpoint: api.spot.coinPlaceOrder,
      contents: [
        { ...order, value: "6" },
        { ...order, value: "7" },
      ],
    };
  },
  () => {
    const order = {
      contract_code: "BTC-USDT",
      direction: "buy",
      lever_rate: 10,
      order_type: "market",
      client_order_id: id(),
    };
    return {
      endpoint: api.contracts.contractPlaceOrder,
      contents: [
        { ...order, volume: 1 },
        { ...order, volume: 2 },
      ],
    };
  },
  () => {
    const order = {
      symbol: "btcusdt",
      direction: "up",
      time: 30,
      risk_ack: 1,
      client_order_id: id(),
    };
    return {
      endpoint: api.seconds.secondPlaceOrder,
      contents: [
        { ...order, amount: "10" },
        { ...order, amount: "11" },
      ],
    };
  },
];

describeDatabases("an intent that is sent more than once", (open, engine) => {
  const count = engine === "sqlite" ? intents : Math.ceil(intents / 10);

  test(
    "has one effect: its copies get one answer, another content under its id is refused",
    async () => {
      const venue = await startVenue({
        store: await open({ file: true }),
        source: createSimulator({ master: "repeated", symbols: ["btcusdt"] }),
        limits: { ordersPerSecond: 1e6, ordersBurst: 1e6 },
      });
      await venue.wind(3000);
      for (let done = 0; done < count; done += intentsOfOne) {
        const ada = await venue.user();
        const sent = Array.from({ length: Math.min(intentsOfOne, count - done) }, (_, at) =>
          intentKinds[at % intentKinds.length]!(),
        );
        for (const intent of sent) await sendCopies(ada, intent);
        expect(await ordersOf(ada)).toBe(sent.length);
        await venue.wind(1000);
      }
      // What was open ends; then the books have seen all of it.
      for (let second = 0; second < 35; second += 1) await venue.wind(1000);
      expect(await venue.store.read((db) => coherent(db))).toEqual([]);
      reportTrials(`intents sent more than once, ${engine}`, count);
    },
    60_000 + count * 200,
  );
});

/** Sends all at once, and the one that won once more. */
async function sendCopies(who: TestClient, { endpoint, contents }: Intent): Promise<void> {
  const sizes = draws.oneOf([contents, contents.slice(0, 1)]);
  const copies = Array.from({ length: draws.oneOf(copiesOf) }, () => draws.oneOf(sizes));
  const answers = await Promise.all(copies.map((content) => who.send(endpoint, content)));
  const first = answers.findIndex(({ status }) => status === 0);
  const winner = copies[first];
  expect(winner, JSON.stringify(answers[0])).toBeDefined();
  const { data } = answers[first]!;
  for (const [at, answer] of answers.entries()) {
    if (copies[at] === winner) expect(answer).toMatchObject({ status: 0, data });
    else expect(answer.status).toBe(invalidParameters);
  }
  expect((await who.send(endpoint, winner!)).data).toEqual(data);
}

/** Of all kinds, open and over. */
async function ordersOf(who: TestClient): Promise<number> {
  const { coinOrders } = api.spot;
  const { contractOrders } = api.contracts;
  const { secondOrders } = api.seconds;
  const lists = [
    await who.ask(coinOrders, {}),
    await who.ask(contractOrders, {}),
    await who.ask(secondOrders, {}),
  ];
  return lists.reduce((sum, { total }) => sum + total, 0);
}

function id(): string {
  return crypto.randomUUID();
}
