import { expect, test } from "vitest";
import {
  closeSummary,
  chosenToClose,
  shareOfAvailable,
  sumOfProfits,
  withProfits,
} from "../../../../src/features/contracts/positions/close-form.ts";
import { closedRoi } from "../../../../src/features/contracts/positions/closed-figures.ts";
import { reversalOf } from "../../../../src/features/contracts/positions/reverse-estimate.ts";
import type { ContractFacts } from "../../../../src/features/contracts/figures/contract-figures.ts";
import { closedPosition, market, position } from "../figures/contract-rows.ts";

/** 10 BTC at one price. */
const deep = (ticks: bigint) => [{ price: ticks, lots: 10_000_000n }];
const book = { bids: deep(51_500_00n), asks: deep(51_501_00n) };
/** P1 after funding of −5.10 (rules.md, 4). */
const funded = position({ position_margin: "4994.90000000", funding: "-5.10000000" });

test("a part closed by market is what the rules' vector says", () => {
  const { estimate, problem } = closeSummary(
    funded,
    { type: "market", volume: "400", price: "" },
    market,
    book,
  );
  expect(problem).toBeUndefined();
  expect(estimate).toMatchObject({
    unfilled: 0n,
    later: null,
    now: {
      volume: 400n,
      realised: 600_00000000n,
      fee: 10_30000000n,
      released: 1997_96000000n,
      average: 51_500_0000n,
    },
  });
  expect(estimate?.both.arrives).toBe(600_00000000n - 10_30000000n + 1997_96000000n);
  expect(estimate?.left).toMatchObject({ volume: 600n, margin: 2996_94000000n });
});

test("a whole close leaves nothing to liquidate, and over several levels the parts add up to it", () => {
  const steps = [
    { price: 51_500_00n, lots: 300_000n },
    { price: 51_400_00n, lots: 10_000_000n },
  ];
  const { estimate } = closeSummary(funded, { type: "market", volume: "1000", price: "" }, market, {
    ...book,
    bids: steps,
  });
  expect(estimate?.both).toMatchObject({
    volume: 1000n,
    released: 4994_90000000n,
    realised: 300n * 1_50000000n + 700n * 1_40000000n,
    average: 51_430_0000n,
  });
  expect([estimate?.left.volume, estimate?.left.margin, estimate?.liquidation]).toEqual([
    0n,
    0n,
    null,
  ]);
});

test("a limit takes what its price reaches and says what waits; a book too thin leaves contracts open", () => {
  const thin = [
    { price: 51_500_00n, lots: 300_000n },
    { price: 51_300_00n, lots: 10_000_000n },
  ];
  const limit = closeSummary(funded, { type: "limit", volume: "1000", price: "51400" }, market, {
    ...book,
    bids: thin,
  });
  expect(limit.estimate).toMatchObject({
    now: { volume: 300n },
    later: { volume: 700n, average: 51_400_0000n, fee: 7_19600000n },
    unfilled: 0n,
    left: { volume: 0n },
  });
  const short = closeSummary(funded, { type: "market", volume: "1000", price: "" }, market, {
    ...book,
    bids: thin.slice(0, 1),
  });
  expect(short.estimate).toMatchObject({ unfilled: 700n, left: { volume: 700n } });
});

test("a loss beyond the margin never arrives as a debt", () => {
  const { estimate } = closeSummary(
    position(),
    { type: "market", volume: "1000", price: "" },
    market,
    { ...book, bids: deep(44_000_00n) },
  );
  expect(estimate?.both).toMatchObject({ realised: -6000_00000000n, arrives: 0n });
  const part = closeSummary(position(), { type: "market", volume: "500", price: "" }, market, {
    ...book,
    bids: deep(44_000_00n),
  }).estimate;
  // 2500 of margin do not cover 3000 and the fee of 11: the rest comes out of the other half's margin.
  expect([part?.both.arrives, part?.left.margin]).toEqual([0n, 1989_00000000n]);
});

test.each([
  ["", "market", "", "volume-missing"],
  ["0", "market", "", "volume-zero"],
  ["1001", "market", "", "above-available"],
  ["1.5", "market", "", "volume-missing"],
  ["10", "limit", "", "price-missing"],
  ["10", "limit", "0", "price-missing"],
  ["10", "limit", "51400.123", "price-missing"],
  ["10", "limit", "51400", undefined],
] as const)("%s contracts by %s at %s: %s", (volume, type, price, problem) => {
  expect(closeSummary(position(), { type, volume, price }, market, book).problem).toBe(problem);
});

test("what waits in another closing order is not free", () => {
  const half = position({ available: 400, frozen: 600 });
  expect(
    closeSummary(half, { type: "market", volume: "401", price: "" }, market, book).problem,
  ).toBe("above-available");
  expect(
    closeSummary(
      position({ available: 0, frozen: 1000 }),
      { type: "market", volume: "1", price: "" },
      market,
      book,
    ).problem,
  ).toBe("nothing-available");
  expect([25, 50, 75, 100].map((share) => shareOfAvailable(3, share))).toEqual([
    "1",
    "1",
    "2",
    "3",
  ]);
  expect(shareOfAvailable(0, 100)).toBe("0");
});

test("a close of all names which win and lose by the mark, and their sum", () => {
  const rows = withProfits([
    position({ id: "1", profit_unreal: "12.50000000" }),
    position({ id: "2", profit_unreal: "-3.00000000" }),
    position({ id: "3", profit_unreal: "0.00000000" }),
    position({ id: "4", profit_unreal: null }),
  ]);
  const ids = (which: "all" | "winning" | "losing") =>
    chosenToClose(rows, which).map((row) => row.position.id);
  expect([ids("all"), ids("winning"), ids("losing")]).toEqual([["1", "2", "3", "4"], ["1"], ["2"]]);
  expect([sumOfProfits(rows), sumOfProfits(rows.slice(0, 3)), sumOfProfits([])]).toEqual([
    null,
    9_50000000n,
    0n,
  ]);
});

test("a reverse tells both legs, and whether the new one can be paid", () => {
  const facts: ContractFacts = {
    market,
    ...book,
    mark: { value: 51_500_0000n, scale: 4 },
    index: null,
    last: null,
    fundingRate: null,
    available: 0n,
    worth: null,
    leverage: 10,
    acknowledged: false,
    positions: [position()],
    orders: [],
    openOrders: 0,
  };
  const reversal = reversalOf(position(), facts);
  expect(reversal?.close).toMatchObject({
    both: { volume: 1000n, realised: 1500_00000000n },
    left: { volume: 0n },
  });
  expect(reversal?.open).toMatchObject({
    volume: 1000n,
    exposure: { direction: "sell", volume: 1000n },
  });
  expect(reversal?.covered).toBe("yes");
  expect(reversalOf(position({ position_margin: "100.00000000" }), facts)?.covered).toBe("no");
  // The best price would do, the walk to the next level does not.
  const steps = [
    { price: 51_500_00n, lots: 1000n },
    { price: 50_000_00n, lots: 10_000_000n },
  ];
  expect(
    reversalOf(position({ position_margin: "4200.00000000" }), { ...facts, bids: steps })?.covered,
  ).toBe("unsure");
  expect(reversalOf(position(), { ...facts, available: null })?.covered).toBeNull();
  expect(reversalOf(position(), { ...facts, bids: [] })).toBeUndefined();
});

test("the return of a closed position is of the margin it was opened with", () => {
  expect(closedRoi(closedPosition(), market.terms)).toBe("28.88");
  expect(closedRoi(closedPosition({ net: "-5000.00000000" }), market.terms)).toBe("-100.00");
});
