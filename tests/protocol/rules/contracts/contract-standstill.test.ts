import fc from "fast-check";
import { expect, test } from "vitest";
import { contractRates } from "#protocol/rules/contracts/contract-open.ts";
import { mustLiquidate, requiredAt } from "#protocol/rules/contracts/contract-risk.ts";
import { afterStandstill } from "#protocol/rules/contracts/contract-standstill.ts";
import { type ContractTerms, profitAt } from "#protocol/rules/contracts/contract-worth.ts";

const taker = contractRates.taker;
const btc: ContractTerms = { size: { value: 1n, scale: 3 }, price: 2 };
const mark = (value: bigint) => ({ value, scale: 4 });
/** One bitcoin at 50,000, ten times. */
const p1 = { volume: 1000n, cost: 50_000n * 10n ** 10n, margin: 5000n * 10n ** 8n };
const before = mark(500_000_000n);

test("a move within the way to liquidation counts whole, and changes nothing", () => {
  for (const direction of ["buy", "sell"] as const)
    for (const after of [mark(460_000_000n), mark(540_000_000n)]) {
      const exposure = { ...p1, direction };
      const settled = afterStandstill(exposure, { before, after }, btc, taker);
      expect(settled.cost).toBe(p1.cost);
      expect(settled.counted).toBe(settled.moved);
    }
});

test("a longer one counts as far as liquidation was away, in loss as in gain", () => {
  // 5000 of margin less 50,000 · (0.4 % + 0.05 %).
  const way = 4775n * 10n ** 8n;
  const down = { before, after: mark(400_000_000n) };
  const up = { before, after: mark(600_000_000n) };
  expect(afterStandstill({ ...p1, direction: "buy" }, down, btc, taker)).toEqual({
    cost: 44_775n * 10n ** 10n,
    moved: -10_000n * 10n ** 8n,
    counted: -way,
  });
  expect(afterStandstill({ ...p1, direction: "buy" }, up, btc, taker)).toEqual({
    cost: 55_225n * 10n ** 10n,
    moved: 10_000n * 10n ** 8n,
    counted: way,
  });
  expect(afterStandstill({ ...p1, direction: "sell" }, up, btc, taker).counted).toBe(-way);
  expect(afterStandstill({ ...p1, direction: "sell" }, down, btc, taker).counted).toBe(way);
});

const direction = fc.constantFrom("buy" as const, "sell" as const);
const terms = fc.constantFrom<ContractTerms>(
  btc,
  { size: { value: 1n, scale: 2 }, price: 3 },
  { size: { value: 1000n, scale: 0 }, price: 10 },
);
const position = fc.record({
  direction,
  terms,
  volume: fc.bigInt(1n, 100_000n),
  ticks: fc.bigInt(1000n, 9_000_000n),
  leverage: fc.integer({ min: 1, max: 125 }),
  /** Of the entry price, percent: where the mark stood before. */
  at: fc.bigInt(60n, 160n),
});

type Drawn = typeof position extends fc.Arbitrary<infer T> ? T : never;

function exposureOf({ direction: side, terms: of, volume, ticks, leverage }: Drawn) {
  const cost = volume * of.size.value * ticks * 10n ** BigInt(10 - of.size.scale - of.price);
  return { direction: side, volume, cost, margin: cost / 100n / BigInt(leverage) + 1n };
}

test("no position loses more than its way to liquidation, and none counts a gain that a loss would not have been", () => {
  fc.assert(
    fc.property(position, fc.bigInt(1n, 99n), (drawn, percent) => {
      const exposure = exposureOf(drawn);
      const scale = drawn.terms.price + 2;
      const stood = (drawn.ticks * 100n * drawn.at) / 100n;
      const step = (stood * percent) / 100n;
      fc.pre(step > 0n);
      const was = { value: stood, scale };
      const [low, high] = [stood - step, stood + step].map((value) =>
        afterStandstill(exposure, { before: was, after: { value, scale } }, drawn.terms, taker),
      );
      if (!low || !high) throw new Error("nothing settled");
      const equity =
        exposure.margin + profitAt(drawn.direction, drawn.volume, exposure.cost, was, drawn.terms);
      const left = equity - requiredAt(drawn.volume, was, drawn.terms, taker);
      const way = left > 0n ? left : 0n;
      for (const { counted, moved, cost } of [low, high]) {
        expect(counted >= -way - 1n).toBe(true);
        if (cost > 0n) expect(counted <= way + 1n).toBe(true);
        expect(counted * moved >= 0n).toBe(true);
      }
      // Up and down by as much: what one brings the other takes, but for a minor unit of rounding each.
      const sum = low.counted + high.counted;
      if (low.cost > 0n && high.cost > 0n) expect(sum <= 2n && sum >= -2n).toBe(true);
    }),
    { numRuns: 3000 },
  );
});

test("what was far from liquidation is far from it after a fall through its price", () => {
  const exposure = { ...p1, direction: "buy" as const };
  const after = mark(300_000_000n);
  const { cost } = afterStandstill(exposure, { before, after }, btc, taker);
  expect(mustLiquidate(exposure, after, btc, taker)).toBe(true);
  expect(mustLiquidate({ ...exposure, cost }, after, btc, taker)).toBe(false);
});
