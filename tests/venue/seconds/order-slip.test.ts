import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { api } from "#protocol/api/api.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkOrderSlip } from "#protocol/proof/order-slip-check.ts";
import { receiptKeyOf } from "../../../venue/keys/receipt-key.ts";
import { FixedSource } from "../../harness/venue/fixed-source.ts";
import { startVenue } from "../../harness/venue/memory-venue.ts";

const deps = webCryptoDeps(crypto.subtle);
const own = receiptKeyOf("07".repeat(32));

async function traded() {
  const source = new FixedSource();
  const venue = await startVenue({ source });
  source.setPrice("btcusdt", 6_000_000);
  await venue.wind(1000);
  const ada = await venue.user();
  const sent_time = venue.now() - 80;
  const seen = { seq: 3, hash: "ab".repeat(32) };
  const coin = {
    symbol: "btcusdt",
    side: "buy",
    type: "limit",
    price: "50000",
    amount: "0.01",
    client_order_id: randomUUID(),
  } as const;
  const contract = {
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    volume: 10,
    order_type: "limit",
    price: "58000",
    client_order_id: randomUUID(),
  } as const;
  const bought = await ada.ask(api.spot.coinPlaceOrder, { ...coin, sent_time, seen });
  const opened = await ada.ask(api.contracts.contractPlaceOrder, { ...contract, sent_time, seen });
  return { source, venue, ada, coin, contract, bought, opened, sent_time, seen };
}

test("a coin order and a contract order are signed as they are taken in, over what was ordered", async () => {
  const { ada, coin, contract, bought, opened, sent_time, seen } = await traded();
  expect(bought.slip).toMatchObject({
    format: "godwit-order-slip-1",
    public_key: own.publicKey,
    market: "coin",
    order_id: bought.id,
    client_order_id: coin.client_order_id,
    terms: { symbol: "btcusdt", side: "buy", type: "limit", price: "50000.00", value: null },
    sent_time,
    seen,
    head: { seq: 0 },
  });
  expect(opened.slip).toMatchObject({
    market: "contract",
    client_order_id: contract.client_order_id,
    terms: { contract_code: "BTC-USDT", direction: "buy", lever_rate: 10, volume: 10 },
  });
  for (const { slip, ...order } of [bought, opened]) {
    const file = { format: "godwit-order-1", public_key: own.publicKey, slip, order };
    expect(await checkOrderSlip(file, deps)).toEqual({
      fault: null,
      differing: null,
      delayMs: (slip?.accept_time ?? 0) - sent_time,
    });
  }
  // A repeat, and who looks it up after a lost answer, get the same one; lists have none.
  expect((await ada.ask(api.spot.coinPlaceOrder, coin)).slip).toEqual(bought.slip);
  const { client_order_id } = coin;
  expect((await ada.ask(api.spot.coinOrder, { client_order_id })).slip).toEqual(bought.slip);
  expect((await ada.ask(api.contracts.contractOrder, { id: opened.id })).slip).toEqual(opened.slip);
  expect((await ada.ask(api.spot.coinOrders, {})).list.map(({ slip }) => slip)).toEqual([null]);
});

test("an order in the place of another, and a closing one, have slips of their own", async () => {
  const { source, venue, ada, coin, bought } = await traded();
  const replaced = await ada.ask(api.spot.coinReplaceOrder, {
    ...coin,
    price: "51000",
    id: bought.id,
    client_order_id: randomUUID(),
  });
  expect(replaced.slip?.terms).toMatchObject({ price: "51000.00", replaces: bought.id });
  await ada.ask(api.contracts.contractPlaceOrder, {
    contract_code: "BTC-USDT",
    direction: "buy",
    lever_rate: 10,
    volume: 10,
    order_type: "market",
    client_order_id: randomUUID(),
  });
  for (let at = 0; at < 3; at++) {
    source.setPrice("btcusdt", 6_000_000);
    await venue.wind(1000);
  }
  const [position] = (await ada.ask(api.contracts.contractPositions, {})).list;
  const { order } = await ada.ask(api.contracts.contractClosePosition, {
    position_id: position?.id ?? "",
    volume: 4,
    order_type: "limit",
    price: "62000",
    client_order_id: randomUUID(),
  });
  expect(order.slip?.terms).toMatchObject({ offset: "close", volume: 4, price: "62000.00" });
  const { slips } = await ada.ask(api.contracts.contractCloseAll, {
    which: "all",
    sent_time: venue.now() - 50,
    client_order_id: randomUUID(),
  });
  expect(slips?.map(({ terms, sent_time }) => [terms["offset"], sent_time])).toEqual([
    ["close", venue.now() - 50],
  ]);
});

test.each<[string, string, Record<string, unknown>]>([
  ["side", "terms", { side: "sell" }],
  ["price", "terms", { price: "49999.00" }],
  ["amount", "terms", { amount: "0.020000" }],
  ["order", "order", { id: "999" }],
])("a venue that shows another %s than it signed is found", async (_what, fault, change) => {
  const { bought } = await traded();
  const { slip, ...order } = bought;
  const file = (more: object) => ({
    format: "godwit-order-1",
    public_key: own.publicKey,
    slip,
    order: { ...order, ...more },
  });
  expect((await checkOrderSlip(file(change), deps)).fault).toBe(fault);
  const forged = { ...file(change), slip: { ...slip, terms: { ...slip?.terms, ...change } } };
  expect((await checkOrderSlip(forged, deps)).fault).toBe("hash");
});
