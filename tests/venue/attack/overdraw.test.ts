import { expect, test } from "vitest";
import { parseAmount } from "#protocol/wire/amount.ts";
import { api } from "#protocol/api/api.ts";
import { coherent } from "../../../venue/ledger/coherent.ts";
import { describeDatabases } from "../../harness/database/databases.ts";
import { reportTrials } from "../../harness/trials.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";
import {
  seededRandom,
  startVenue,
  TestClient,
  type TestVenue,
} from "../../harness/venue/memory-venue.ts";

const { coinPlaceOrder, coinOrders } = api.spot;
/** `RACE_ROUNDS=200` for a longer look. */
const rounds = Number(process.env["RACE_ROUNDS"] ?? 3);
const { walletBalance } = api.wallet;
const minor = (text: string | undefined) => parseAmount(text ?? "", 8) ?? -1n;
const ofFlag = async (client: TestClient, flag: string) =>
  (await client.ask(walletBalance, {})).balances.find((row) => row.flag === flag);

/** Shows the same book as a new snapshot, which fills what waits. */
async function show(venue: TestVenue): Promise<void> {
  for (const { symbol } of venue.source.symbols())
    (venue.source as FixedSource).setBook(symbol, {});
  await venue.wind(1000);
  for (const { symbol } of venue.source.symbols())
    (venue.source as FixedSource).setBook(symbol, {});
  await venue.venue.tick(venue.now());
}

describeDatabases("parallel orders of one user", (open) => {
  test.each([2, 5, 20, 50])(
    "%i times more than is there, over two symbols, while others are being filled",
    async (many) => {
      const venue = await startVenue({
        store: await open({ poolSize: 16 }),
        settings: { welcome: { USDT: "100" } },
      });
      for (let round = 0; round < rounds; round++) {
        const ada = await venue.user();
        const answers = await Promise.all([
          ...Array.from({ length: many * 4 }, (_, at) =>
            ada.tell(coinPlaceOrder, {
              symbol: at % 2 === 0 ? "btcusdt" : "dogeusdt",
              side: "buy",
              type: "market",
              value: "25",
              client_order_id: crypto.randomUUID(),
            }),
          ),
          ...Array.from({ length: 3 }, () => venue.venue.tick(venue.now())),
        ]);
        const statuses = answers.flatMap((answer) => (answer ? [answer.status] : []));
        expect(statuses.filter((status) => status === 0)).toHaveLength(4);
        expect(statuses.filter((status) => status === 300008)).toHaveLength(many * 4 - 4);
        await show(venue);
        expect((await ada.ask(coinOrders, { status: 1 })).total).toBe(0);
        expect(await ofFlag(ada, "USDT")).toMatchObject({ frozen: "0" });
      }
      expect(await venue.store.read((db) => coherent(db))).toEqual([]);
      reportTrials(`orders of one user, ${many} times more than is there`, rounds);
    },
    60_000 + rounds * 10_000,
  );

  test("sells, buys by amount and by value at random, while the book is shown: never below zero, never out of nothing", async () => {
    const venue = await startVenue({
      store: await open({ poolSize: 16 }),
      settings: { welcome: { USDT: "500", BTC: "0.01" } },
    });
    const users = [await venue.user(), await venue.user(), await venue.user()];
    const [seed = 0] = seededRandom("attack")(1);
    for (let round = 0; round < 4; round++) {
      await Promise.all(
        users.flatMap((user, at) =>
          Array.from({ length: 20 }, async (_, n) => {
            const symbol = (seed + n) % 3 === 0 ? "dogeusdt" : "btcusdt";
            const client_order_id = crypto.randomUUID();
            const drafts = [
              { side: "sell", amount: symbol === "btcusdt" ? "0.004" : "200" },
              { side: "buy", value: "130" },
              { side: "buy", amount: symbol === "btcusdt" ? "0.001" : "300" },
            ] as const;
            const draft = drafts[(n + at + round) % drafts.length] ?? drafts[0];
            expect([0, 300008, 300021]).toContain(
              (
                await user.tell(coinPlaceOrder, {
                  symbol,
                  type: "market",
                  client_order_id,
                  ...draft,
                })
              ).status,
            );
            if (n % 7 === 0) await venue.venue.tick(venue.now());
          }),
        ),
      );
      await show(venue);
      for (const user of users)
        for (const { balance_str: text, frozen } of (await user.ask(walletBalance, {})).balances) {
          expect(minor(text)).toBeGreaterThanOrEqual(0n);
          expect(frozen).toBe("0");
        }
      expect(await venue.store.read((db) => coherent(db))).toEqual([]);
    }
  });

  test("each intent sent ten times, some with another body: one effect an intent, across a restart too", async () => {
    const store = await open({ poolSize: 16 });
    const before = await startVenue({ store });
    const ada = await before.user();
    const intents = Array.from({ length: 15 }, () => crypto.randomUUID());
    const body = (client_order_id: string, value: string) =>
      ({ symbol: "btcusdt", side: "buy", type: "market", value, client_order_id }) as const;
    const answers = await Promise.all(
      intents.flatMap((id) =>
        Array.from({ length: 10 }, (_, n) =>
          ada.tell(coinPlaceOrder, body(id, n === 9 ? "11" : "10")),
        ),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([0, 100005]));
    const after = await startVenue({ store, seed: "after", start: before.now() + 1000 });
    const again = new TestClient(after, ada.session);
    for (const [at, id] of intents.entries()) {
      const won = answers.slice(at * 10, at * 10 + 10).filter(({ status }) => status === 0);
      expect(new Set(won.map(({ data }) => JSON.stringify(data))).size).toBe(1);
      const first = won[0]?.data as { value: string };
      const sameBody = first.value.startsWith("10") ? "10" : "11";
      expect((await again.tell(coinPlaceOrder, body(id, sameBody))).data).toEqual(first);
      expect((await again.tell(coinPlaceOrder, body(id, "12"))).status).toBe(100005);
    }
    expect((await again.ask(coinOrders, {})).total).toBe(intents.length);
    expect(await store.read((db) => coherent(db))).toEqual([]);
  });
});
