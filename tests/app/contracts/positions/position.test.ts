import { expect, test } from "vitest";
import type { ContractOrder } from "#protocol/api/contracts.ts";
import { mayReplace } from "../../../../src/features/contracts/open/replaced-order.ts";
import { contractCancelTerms } from "../../../../src/features/contracts/orders/contract-cancel.ts";
import { lineTarget, orderLineId, partId } from "../../../../src/features/contracts/line-target.ts";
import { ownContractFills } from "../../../../src/features/contracts/use-own-contract-fills.ts";
import { ownContractLines } from "../../../../src/features/contracts/use-own-contract-lines.ts";
import { barShare, healthOf } from "../../../../src/features/contracts/figures/position-health.ts";
import { positionRefusalText } from "../../../../src/features/contracts/figures/position-refusal-messages.ts";
import { baseText, negated } from "../../../../src/features/contracts/figures/position-size.ts";
import { contractOrder, market, position } from "../figures/contract-rows.ts";

test("the chart has entry, liquidation, triggers and waiting limits, and no line where there is no price", () => {
  const texts = {
    entry: () => "E",
    liquidation: () => "L",
    takeProfit: () => "TP",
    stopLoss: () => "SL",
    order: () => "O",
    meaning: ({ id }: { id: string }, price: string) => [`${id} at ${price}`],
    worth: (order: ContractOrder, price: string) =>
      mayReplace(order) ? [`order at ${price}`] : undefined,
  };
  const lines = ownContractLines(
    [
      position({ tp_trigger_price: "55000.00" }),
      position({ id: "813", direction: "sell", liquidation_price: null }),
    ],
    [contractOrder(), contractOrder({ offset: "close" }), contractOrder({ price: null })],
    texts,
  );
  expect(lines.map(({ kind, price }) => [kind, price])).toEqual([
    ["entry", 50_000],
    ["liquidation", 45_203.42],
    ["take-profit", 55_000],
    ["entry", 50_000],
    ["buy", 49_000],
    ["buy", 49_000],
  ]);
  // Triggers and orders that open can have another price; one that closes is cancelled and placed again.
  expect(lines.map(({ meaning }) => meaning?.("7"))).toEqual([
    undefined,
    undefined,
    ["812 at 7"],
    undefined,
    ["order at 7"],
    undefined,
  ]);
});

test("each order of a contract that filled whole is a mark at the time it did, in the market's direction", () => {
  const filled = { status: 6, trade_volume: 500, finish_time: 1_763_700_060_000 } as const;
  expect(
    ownContractFills([
      contractOrder(filled),
      contractOrder({
        ...filled,
        direction: "sell",
        offset: "close",
        finish_time: 1_763_700_120_500,
      }),
      contractOrder({ ...filled, status: 5, trade_volume: 200 }),
      contractOrder({ status: 7, finish_time: 1_763_700_060_000 }),
      contractOrder(),
    ]),
  ).toEqual([
    { timeSec: 1_763_700_060, side: "buy" },
    { timeSec: 1_763_700_120.5, side: "sell" },
  ]);
});

test("a line is known by its name as long as what it stands for is there", () => {
  const [mine, waiting] = [position({ tp_trigger_price: "55000.00" }), contractOrder()];
  expect(lineTarget(partId("tp", mine), [mine], [waiting])).toEqual({ part: "tp", position: mine });
  expect(lineTarget(orderLineId(waiting), [mine], [waiting])).toEqual({ order: waiting });
  expect(lineTarget(partId("tp", mine), [], [waiting])).toBeUndefined();
  expect(lineTarget(orderLineId(waiting), [mine], [])).toBeUndefined();
});

test("the ratio is put into words from where it matters, and a position without equity is the nearest", () => {
  expect([0n, 399_999n, 400_000n, 699_999n, 700_000n, 1_000_000n, null].map(healthOf)).toEqual([
    "safe",
    "safe",
    "watch",
    "watch",
    "near",
    "near",
    "near",
  ]);
  expect([0n, 500_000n, 2_000_000n, null].map(barShare)).toEqual([0, 0.5, 1, 1]);
});

test("contracts are given in the base currency, what was paid with its sign", () => {
  expect([
    baseText(1, market.terms),
    baseText(1000, market.terms),
    baseText(1234, market.terms),
  ]).toEqual(["0.001", "1", "1.234"]);
  expect([negated("25.00"), negated("-25.00"), negated("0.00000000")]).toEqual([
    "-25.00",
    "25.00",
    "0.00000000",
  ]);
});

test.each([
  [300014, null, "closed already"],
  [300015, { available: 4 }, "free to close"],
  [300015, { reason: "liquidating" }, "being liquidated"],
  [300015, { reason: "audit" }, "locked: "],
  [300015, null, "cannot be closed"],
  [300020, null, "how many"],
  [100005, { field: "tp_trigger_price", above: "1" }, "take profit must lie above"],
  [100005, { field: "tp_trigger_price", below: "1" }, "take profit must lie below"],
  [100005, { field: "sl_trigger_price", above: "1" }, "stop loss must lie above"],
  [300019, { max: "5.00" }, "taken out"],
  [100005, { field: "sl_trigger_price", below: "1" }, "stop loss must lie below"],
  [100005, { field: "tp_trigger_price", decimals: 2 }, "no price"],
  [100005, { max_price: "1" }, "too high"],
  [100005, { min_price: "1" }, "too low"],
])("%s with %o is said in its own words", (status, data, words) => {
  expect(positionRefusalText(status, data, "en-US")?.message).toContain(words);
});

test("other codes keep their own sentence, and odd data breaks nothing", () => {
  expect([
    positionRefusalText(300008, { needed: "1" }, "en-US"),
    positionRefusalText(100005, "odd", "en-US"),
    positionRefusalText(100005, { field: 7 }, "en-US"),
  ]).toEqual([undefined, undefined, undefined]);
});

test("a cancelled order brings back what it held, unless some of it filled between the looks", () => {
  const { isOver, endedByCancel, backOf } = contractCancelTerms;
  expect([3, 4, 5, 6, 7].map((status) => isOver(contractOrder({ status: status as 3 })))).toEqual([
    false,
    false,
    true,
    true,
    true,
  ]);
  expect([
    endedByCancel(contractOrder({ status: 7 })),
    endedByCancel(contractOrder({ status: 7, reason: "halted" })),
    endedByCancel(contractOrder({ status: 6 })),
  ]).toEqual([true, false, false]);
  expect([
    backOf(contractOrder(), contractOrder({ status: 7 })),
    backOf(contractOrder(), contractOrder({ status: 5, trade_volume: 1 })),
  ]).toEqual(["2462.25000000", null]);
});
