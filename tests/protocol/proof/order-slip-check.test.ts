/** What a venue shows of an order against the slip that it signed. */
import { describe, expect, test } from "vitest";
import type { OrderSlip } from "#protocol/api/order-slip.ts";
import { webCryptoDeps } from "#protocol/proof/check-deps.ts";
import { checkOrderSlip } from "#protocol/proof/order-slip-check.ts";
import { own, signedOrderSlip, stranger } from "../../harness/samples/signed-by-venue.ts";

const deps = webCryptoDeps(crypto.subtle);
const terms = {
  contract_code: "BTC-USDT",
  direction: "buy",
  volume: 7,
  price: null,
  position_id: null,
};
const order = {
  ...terms,
  id: "77",
  client_order_id: "device-77",
  position_id: "12",
  state: "filled",
};

const slipOf = (change: Partial<OrderSlip> = {}, key = own) =>
  signedOrderSlip({ market: "contract", terms, sent_time: 900, accept_time: 1000, ...change }, key);
const check = (slip: OrderSlip, shown: Readonly<Record<string, unknown>> = order) =>
  checkOrderSlip({ format: "godwit-order-1", public_key: own.publicKey, slip, order: shown }, deps);

describe("an order and its slip", () => {
  test("agree, also where the order has its position by now", async () => {
    expect(await check(slipOf())).toEqual({ fault: null, differing: null, delayMs: 100 });
    expect((await check(slipOf({ sent_time: null }))).delayMs).toBeNull();
  });

  test("differ in a term, which is named with what either says", async () => {
    expect(await check(slipOf(), { ...order, volume: 8 })).toEqual({
      fault: "terms",
      differing: { name: "volume", slip: "7", order: "8" },
      delayMs: 100,
    });
    expect((await check(slipOf(), { ...order, direction: "sell" })).differing).toEqual({
      name: "direction",
      slip: "buy",
      order: "sell",
    });
    const priced = slipOf({ terms: { ...terms, price: "60000.1" } });
    expect((await check(priced)).differing).toEqual({
      name: "price",
      slip: "60000.1",
      order: "null",
    });
  });

  test("are of two orders", async () => {
    expect([
      (await check(slipOf(), { ...order, id: "78" })).fault,
      (await check(slipOf(), { ...order, client_order_id: "device-78" })).fault,
    ]).toEqual(["order", "order"]);
  });

  test("are no proof where the slip is not the venue's, or not whole", async () => {
    const slip = slipOf();
    expect([
      (await check({ ...slip, accept_time: slip.accept_time + 1 })).fault,
      (await check(slipOf({ public_key: stranger.publicKey }, stranger))).fault,
      (await check(slipOf({}, stranger))).fault,
    ]).toEqual(["hash", "key", "signature"]);
    expect(await checkOrderSlip({ format: "godwit-order-1", slip }, deps)).toEqual({
      fault: "form",
      differing: null,
      delayMs: null,
    });
    expect((await check(slip, { id: "77" })).fault).toBe("form");
  });
});
