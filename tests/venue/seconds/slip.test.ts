import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { createSimulator } from "../../../venue/feed/simulator/create-simulator.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const { seconds } = api;

test("a repeat of a lost order gets the first slip, whatever it says of its sending, and the owner alone can read it", async () => {
  const source = createSimulator({ master: "slips", symbols: ["btcusdt"] });
  const venue = await startVenue({ source });
  await venue.wind(3000);
  const ada = await venue.user();
  const eve = await venue.user();
  const order = {
    symbol: "btcusdt",
    direction: "up",
    time: 30,
    amount: "10",
    risk_ack: 1,
    client_order_id: crypto.randomUUID(),
  } as const;
  const seen = { seq: 7, hash: "ab".repeat(32) };
  const first = await ada.ask(seconds.secondPlaceOrder, {
    ...order,
    sent_time: venue.now() - 40,
    seen,
  });
  expect(first.slip).toMatchObject({
    user_id: (await ada.ask(api.account.userInfo, {})).player.id,
    client_order_id: order.client_order_id,
    head: { seq: 0, hash: "0".repeat(64) },
    seen,
  });
  await venue.wind(1000);
  const again = await ada.ask(seconds.secondPlaceOrder, { ...order, sent_time: venue.now() });
  expect(again.slip).toEqual(first.slip);
  const { client_order_id } = order;
  expect((await ada.ask(seconds.secondOrder, { client_order_id })).slip).toEqual(first.slip);
  expect((await ada.ask(seconds.secondOrders, {})).list.map(({ slip }) => slip)).toEqual([null]);
  expect((await eve.tell(seconds.secondOrder, { id: first.id })).status).toBe(300014);
  // Another stake is another order, and no repeat.
  expect((await ada.tell(seconds.secondPlaceOrder, { ...order, amount: "11" })).status).toBe(
    100005,
  );
});

test("a device that does not say when it sent is taken in all the same", async () => {
  const source = createSimulator({ master: "slips", symbols: ["btcusdt"] });
  const venue = await startVenue({ source });
  await venue.wind(3000);
  const ada = await venue.user();
  const { slip } = await ada.ask(seconds.secondPlaceOrder, {
    symbol: "btcusdt",
    direction: "down",
    time: 30,
    amount: "10",
    risk_ack: 1,
    client_order_id: crypto.randomUUID(),
  });
  expect(slip).toMatchObject({ sent_time: null, seen: null, direction: "down" });
});
