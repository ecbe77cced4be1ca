import fc from "fast-check";
import { expect, test } from "vitest";
import { profitAt } from "#protocol/rules/contracts/contract-worth.ts";
import { exposureOf } from "../../../../src/features/contracts/figures/contract-figures.ts";
import {
  triggerProblem,
  triggerTicks,
  type TriggerKind,
  type TriggerUnit,
} from "../../../../src/features/contracts/figures/tpsl-convert.ts";
import {
  maySend,
  triggerText,
  typedTrigger,
} from "../../../../src/features/contracts/positions/tpsl-form.ts";
import { targetExposure } from "../../../../src/features/contracts/positions/tpsl-target.ts";
import { contractOrder, market, position } from "../figures/contract-rows.ts";

const { terms } = market;
const long = exposureOf(position());
const short = exposureOf(position({ direction: "sell" }));
const mark = { value: 51_000_0000n, scale: 4 };

test.each<[TriggerKind, TriggerUnit, string, bigint, bigint]>([
  ["tp", "price", "55000", 55_000_00n, 55_000_00n],
  // 100 % of 5,000 are 5,000: a move of 5,000 of 1 BTC.
  ["tp", "percent", "100", 55_000_00n, 45_000_00n],
  ["sl", "percent", "50", 47_500_00n, 52_500_00n],
  ["tp", "money", "1000", 51_000_00n, 49_000_00n],
  ["sl", "money", "1000", 49_000_00n, 51_000_00n],
])(
  "%s by %s of %s is a price, on the other side for a short",
  (kind, unit, value, forLong, forShort) => {
    expect(triggerTicks({ kind, unit, value }, long, 10, terms)).toBe(forLong);
    expect(triggerTicks({ kind, unit, value }, short, 10, terms)).toBe(forShort);
  },
);

test("a gain by money is reached at least, a loss at most, to the tick", () => {
  fc.assert(
    fc.property(
      fc.bigInt(1n, 4_000_00000000n),
      fc.integer({ min: 1, max: 5000 }),
      fc.boolean(),
      fc.boolean(),
      (target, volume, isLong, isTp) => {
        const exposure = {
          ...(isLong ? long : short),
          volume: BigInt(volume),
          cost: BigInt(volume) * 50n * 10n ** 10n,
        };
        const value = `${target / 10n ** 8n}.${String(target % 10n ** 8n).padStart(8, "0")}`;
        const kind = isTp ? "tp" : "sl";
        const ticks = triggerTicks({ kind, unit: "money", value }, exposure, 10, terms);
        fc.pre(ticks !== undefined);
        const at = (price: bigint) =>
          profitAt(
            exposure.direction,
            exposure.volume,
            exposure.cost,
            { value: price, scale: 2 },
            terms,
          );
        const wanted = isTp ? target : -target;
        expect(at(ticks)).toBeGreaterThanOrEqual(wanted);
        // One tick nearer to the entry it would fall short.
        expect(at(isLong ? ticks - 1n : ticks + 1n)).toBeLessThan(wanted);
      },
    ),
  );
});

test.each([
  ["0", "price"],
  ["x", "money"],
  ["", "percent"],
  ["0", "percent"],
  ["55000.001", "price"],
  ["60000000", "money"],
] as const)("%s by %s is no trigger of a short", (value, unit) => {
  expect(triggerTicks({ kind: "tp", unit, value }, short, 10, terms)).toBeUndefined();
});

test("a trigger on the wrong side of the watched price, or behind liquidation, is reported", () => {
  const problem = (
    kind: TriggerKind,
    ticks: bigint,
    direction: "buy" | "sell" = "buy",
    liquidation: bigint | null = null,
  ) => triggerProblem(kind, ticks, direction, mark, liquidation, terms);
  expect([
    problem("tp", 51_000_00n),
    problem("tp", 51_000_01n),
    problem("sl", 51_000_00n),
    problem("sl", 50_999_99n),
  ]).toEqual(["wrong-side", undefined, "wrong-side", undefined]);
  expect([problem("tp", 51_000_01n, "sell"), problem("sl", 50_999_99n, "sell")]).toEqual([
    "wrong-side",
    "wrong-side",
  ]);
  expect([
    problem("sl", 45_000_00n, "buy", 45_203_42n),
    problem("sl", 56_000_00n, "sell", 55_000_00n),
    problem("tp", 60_000_00n, "buy", 45_203_42n),
  ]).toEqual(["liquidated-first", "liquidated-first", undefined]);
  expect(triggerProblem("tp", 1n, "buy", null, null, terms)).toBeUndefined();
});

test("a field says the price for the wire, what it brings, and whether it may be sent", () => {
  const facts = { exposure: long, leverage: 10, terms, watched: mark, liquidation: 45_203_42n };
  expect(typedTrigger("tp", { unit: "percent", value: "100" }, "fr-FR", facts)).toMatchObject({
    price: "55000.00",
    problem: undefined,
    outcome: { net: 4947_50000000n, roi: 989500n, fee: 27_50000000n },
  });
  expect(typedTrigger("sl", { unit: "price", value: "47 500,5" }, "fr-FR", facts)).toMatchObject({
    price: "47500.50",
    start: "51000.00",
  });
  const states = [
    ["sl", ""],
    ["sl", "1,,2"],
    ["sl", "52000"],
    ["sl", "45000"],
    ["tp", "55000"],
  ] as const;
  expect(
    states.map(([kind, value]) =>
      maySend(typedTrigger(kind, { unit: "price", value }, "en-US", facts)),
    ),
  ).toEqual([true, false, false, true, true]);
  expect(triggerText("55000.50", "fr-FR")).toEqual({ unit: "price", value: "55000,5" });
  expect(triggerText(null, "fr-FR")).toEqual({ unit: "price", value: "" });
});

test("an order that waits is reckoned at its own price, one by market at the mark", () => {
  expect(targetExposure({ kind: "order", order: contractOrder() }, terms, null)).toMatchObject({
    volume: 500n,
    cost: 24_500n * 10n ** 10n,
    margin: 2450_00000000n,
  });
  expect(
    targetExposure(
      { kind: "order", order: contractOrder({ price: null, order_type: "market" }) },
      terms,
      mark,
    ),
  ).toMatchObject({ cost: 25_500n * 10n ** 10n });
  expect(
    targetExposure({ kind: "order", order: contractOrder({ price: null }) }, terms, null),
  ).toBeUndefined();
});
