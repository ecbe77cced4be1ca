import { expect, test } from "vitest";
import { intentSummary } from "../../../../src/features/contracts/open/opening-form.ts";
import {
  mayReplace,
  replacingIntent,
  withFreed,
} from "../../../../src/features/contracts/open/replaced-order.ts";
import { facts } from "../figures/contract-facts.ts";
import { contractOrder } from "../figures/contract-rows.ts";

test("what is left of an order goes to another price, with its triggers and what was seen filled", () => {
  const order = contractOrder({ volume: 500, trade_volume: 200, tp_trigger_price: "55000.00" });
  expect(replacingIntent(order, "48500.50")).toMatchObject({
    contract_code: order.contract_code,
    direction: "buy",
    volume: 300,
    order_type: "limit",
    price: "48500.5",
    tp_trigger_price: "55000.00",
    replaces: order.id,
    trade_volume: 200,
  });
});

test("one that closes, or has no price of its own, cannot be replaced", () => {
  expect(mayReplace(contractOrder())).toBe(true);
  expect(mayReplace(contractOrder({ offset: "close" }))).toBe(false);
  expect(mayReplace(contractOrder({ price: null }))).toBe(false);
});

test("what the old order sets aside counts as available for the new one, and the old one as gone", () => {
  const order = contractOrder({ volume: 100, trade_volume: 0, margin_frozen: "505.00000000" });
  const intent = replacingIntent(order, "48000");
  const broke = { ...facts, available: 0n, orders: [order], openOrders: 1 };
  expect(intentSummary(intent, broke).problem?.kind).toBe("insufficient");
  const freed = withFreed(broke, intent);
  expect([freed.available, freed.orders, freed.openOrders]).toEqual([50_500_000_000n, [], 0]);
  expect(intentSummary(intent, freed).problem).toBeUndefined();
  expect(withFreed(broke, {})).toBe(broke);
});
