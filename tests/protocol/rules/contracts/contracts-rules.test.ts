/** The vectors of rules.md, 4, and what must hold for every position. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatAmount, parseAmount } from "#protocol/wire/amount.ts";
import {
  addTo,
  closePart,
  liquidationFills,
  settleClose,
  settleLiquidation,
} from "#protocol/rules/contracts/contract-settlement.ts";
import {
  type Exposure,
  distanceTo,
  equityAt,
  isExhausted,
  liquidationPrice,
  maintenanceMargin,
  marginRatio,
  mustLiquidate,
  requiredAt,
  solveWithin,
} from "#protocol/rules/contracts/contract-risk.ts";
import { limitBand } from "#protocol/rules/contracts/limit-band.ts";
import { leverages, maxNotional, tierFor } from "#protocol/rules/contracts/contract-tiers.ts";
import {
  contractFee,
  type ContractTerms,
  costOf,
  costScale,
  type Direction,
  entryPrice,
  fundingOf,
  initialMargin,
  moneyScale,
  orderCost,
  profitAt,
  volumeWithin,
} from "#protocol/rules/contracts/contract-worth.ts";
import { freeLeverage, contractsEndpoints } from "#protocol/api/contracts.ts";
import type { Rate } from "#protocol/rules/spot-fill.ts";

const bitcoin: ContractTerms = { size: { value: 1n, scale: 3 }, price: 1 };
const taker: Rate = { value: 5n, scale: 4 };
const maker: Rate = { value: 2n, scale: 4 };
const free: Rate = { value: 0n, scale: 0 };

const money = (text: string) => {
  const minor = parseAmount(text, 8);
  if (minor === undefined) throw new Error(text);
  return minor;
};
const usdt = (minor: bigint) => formatAmount(minor, 8);
const ticks = (text: string, decimals = 1) => {
  const minor = parseAmount(text, decimals);
  if (minor === undefined) throw new Error(text);
  return minor;
};
const mark = (text: string) => ({ value: ticks(text, 3), scale: 3 });

function opened(direction: Direction, volume: bigint, entry: string, leverage: number): Exposure {
  const cost = costOf(volume, ticks(entry), bitcoin);
  return { direction, volume, cost, margin: initialMargin(cost, leverage) };
}

describe("what an order costs", () => {
  test("HTX's examples of fees and margin", () => {
    expect(usdt(contractFee(costOf(200n, ticks("5000"), bitcoin), taker))).toBe("0.50000000");
    expect(usdt(contractFee(costOf(200n, ticks("6000"), bitcoin), maker))).toBe("0.24000000");
    expect(usdt(initialMargin(costOf(1n, ticks("13068"), bitcoin), 10))).toBe("1.30680000");
  });

  /** EP − s·M/q with one decimal, half up. */
  function bankruptcyPrice({ direction, volume, cost, margin }: Exposure): bigint {
    const left =
      cost - (direction === "buy" ? margin : -margin) * 10n ** BigInt(costScale - moneyScale);
    const dividend = left * 10n ** BigInt(bitcoin.size.scale + 1);
    const divisor = volume * bitcoin.size.value * 10n ** BigInt(costScale);
    return (2n * dividend + divisor) / (2n * divisor);
  }

  test("Bybit's order cost is ours and the fee of closing at the price of bankruptcy", () => {
    const rate: Rate = { value: 55n, scale: 5 };
    const cost = costOf(1000n, ticks("50000"), bitcoin);
    const { margin, fee, frozen } = orderCost(cost, 10, rate);
    const closing = contractFee(
      costOf(1000n, bankruptcyPrice(opened("buy", 1000n, "50000", 10)), bitcoin),
      rate,
    );
    expect([margin, fee, closing, frozen + closing].map(usdt)).toEqual([
      "5000.00000000",
      "27.50000000",
      "24.75000000",
      "5052.25000000",
    ]);
  });

  test("the largest volume is paid for, and one contract more is not", () => {
    fc.assert(
      fc.property(
        fc.bigInt(0n, money("2000000")),
        fc.bigInt(1n, 2_000_000n),
        fc.constantFrom(...leverages),
        (available, price, leverage) => {
          const volume = volumeWithin(available, price, leverage, taker, bitcoin);
          const costs = (count: bigint) =>
            orderCost(costOf(count, price, bitcoin), leverage, taker).frozen;
          return (volume === 0n || costs(volume) <= available) && costs(volume + 1n) > available;
        },
      ),
    );
  });
});

describe("the price of liquidation", () => {
  const flat = (mmr: bigint, cum: string) => ({
    floor: 0n,
    cap: maxNotional,
    mmr,
    cum: money(cum),
    maxLeverage: 125,
  });
  const near = (price: bigint | null, decimals: number) =>
    Number(formatAmount(price ?? -1n, decimals));

  test("Binance's example, as freqtrade's tests have it", () => {
    const terms: ContractTerms = { size: { value: 1n, scale: 3 }, price: 2 };
    const exposure: Exposure = {
      direction: "buy",
      volume: 3_683_979n,
      cost: costOf(3_683_979n, ticks("1456.84", 2), terms),
      margin: money("1535443.01"),
    };
    expect(near(solveWithin(exposure, terms, free, flat(1000n, "135365"), 4), 4)).toBeCloseTo(
      1114.78,
      1,
    );
  });

  test.each([
    ["sell", 10n, "2", 11.89108910891],
    ["sell", 10n, "3.33333333", 13.21122112211],
    ["buy", 10n, "2", 8.07070707071],
    ["buy", 10n, "3.33333333", 6.72390572391],
    ["buy", 6n, "1.2", 8.06397306397],
  ] as const)("without a fee: %s %s tenths at 10 with %s", (direction, volume, margin, price) => {
    const terms: ContractTerms = { size: { value: 1n, scale: 1 }, price: 1 };
    const exposure: Exposure = {
      direction,
      volume,
      cost: costOf(volume, 100n, terms),
      margin: money(margin),
    };
    expect(near(solveWithin(exposure, terms, free, flat(100n, "0.01"), 9), 9)).toBeCloseTo(
      price,
      7,
    );
  });

  test.each([
    ["buy", 8.08570851021],
    ["sell", 11.87413417772],
  ] as const)("with Gate's and OKX's fee: %s", (direction, price) => {
    const terms: ContractTerms = { size: { value: 1n, scale: 0 }, price: 1 };
    const exposure: Exposure = {
      direction,
      volume: 1n,
      cost: costOf(1n, 100n, terms),
      margin: money("2"),
    };
    expect(
      near(solveWithin(exposure, terms, { value: 6n, scale: 4 }, flat(100n, "0"), 12), 12),
    ).toBeCloseTo(price, 9);
  });

  test("P1: a long of one bitcoin at 50,000, ten times", () => {
    const p1 = opened("buy", 1000n, "50000", 10);
    expect(usdt(p1.margin)).toBe("5000.00000000");
    expect(usdt(orderCost(p1.cost, 10, taker).frozen)).toBe("5025.00000000");
    expect(near(liquidationPrice(p1, bitcoin, taker, 9), 9)).toBeCloseTo(45203.415369, 6);
    expect(near(liquidationPrice(p1, bitcoin, taker, 1), 1)).toBe(45203.5);
    expect(usdt(equityAt(p1, mark("46000"), bitcoin))).toBe("1000.00000000");
    expect(usdt(maintenanceMargin(1000n, mark("46000"), bitcoin))).toBe("184.00000000");
    expect(usdt(requiredAt(1000n, mark("46000"), bitcoin, taker))).toBe("207.00000000");
    expect(marginRatio(p1, mark("46000"), bitcoin, taker)).toBe(207_000n);
    expect(usdt(profitAt("buy", 1000n, p1.cost, mark("51000"), bitcoin))).toBe("1000.00000000");
    expect(distanceTo({ value: ticks("45203.5"), scale: 1 }, mark("50000"), "buy")).toBe(95_930n);
    expect(mustLiquidate(p1, mark("45203.415"), bitcoin, taker)).toBe(true);
    expect(mustLiquidate(p1, mark("45203.416"), bitcoin, taker)).toBe(false);
  });

  test("what is left being exactly what is needed liquidates, a unit more does not", () => {
    const p1 = opened("buy", 1000n, "50000", 10);
    const price = mark("46000");
    const won = equityAt({ ...p1, margin: 0n }, price, bitcoin);
    const margin = requiredAt(p1.volume, price, bitcoin, taker) - won;
    expect(mustLiquidate({ ...p1, margin }, price, bitcoin, taker)).toBe(true);
    expect(mustLiquidate({ ...p1, margin: margin + 1n }, price, bitcoin, taker)).toBe(false);
  });

  test("P2: a short of one bitcoin leaves its tier on the way", () => {
    expect(
      near(liquidationPrice(opened("sell", 1000n, "50000", 10), bitcoin, taker, 9), 9),
    ).toBeCloseTo(54748.881154, 6);
  });

  test("P3: a long of twelve bitcoin, twenty times", () => {
    const p3 = opened("buy", 12_000n, "50000", 20);
    expect(usdt(p3.margin)).toBe("30000.00000000");
    expect(near(liquidationPrice(p3, bitcoin, taker, 6), 6)).toBeCloseTo(47758.505111, 5);
  });

  test("a long held with all of its worth has none", () => {
    expect(
      liquidationPrice(
        { ...opened("buy", 1000n, "50000", 1), margin: money("60000") },
        bitcoin,
        taker,
        1,
      ),
    ).toBeNull();
  });

  test("at it the position is liquidated, a tick before it is not", () => {
    const positions = fc.record({
      direction: fc.constantFrom<Direction>("buy", "sell"),
      volume: fc.bigInt(1n, 400_000n),
      price: fc.bigInt(10_000n, 2_000_000n),
      leverage: fc.constantFrom(...leverages),
    });
    fc.assert(
      fc.property(positions, ({ direction, volume, price, leverage }) => {
        const cost = costOf(volume, price, bitcoin);
        if (cost / 100n > maxNotional || tierFor(cost / 100n).maxLeverage < leverage) return true;
        const exposure: Exposure = {
          direction,
          volume,
          cost,
          margin: initialMargin(cost, leverage),
        };
        const at = liquidationPrice(exposure, bitcoin, taker, 3);
        if (at === null)
          return (
            !mustLiquidate(exposure, { value: 1n, scale: 3 }, bitcoin, taker) || direction === "buy"
          );
        const beyond = direction === "buy" ? at - 1n : at + 1n;
        const before = direction === "buy" ? at + 1n : at - 1n;
        return (
          mustLiquidate(exposure, { value: beyond, scale: 3 }, bitcoin, taker) &&
          !mustLiquidate(exposure, { value: before, scale: 3 }, bitcoin, taker)
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe("what moves a position", () => {
  test("funding on P1 at an index of 51,000: a long pays, its price of liquidation comes nearer", () => {
    const p1 = opened("buy", 1000n, "50000", 10);
    const moved = fundingOf("buy", 1000n, mark("51000"), { value: 1n, scale: 4 }, bitcoin);
    expect(usdt(moved)).toBe("-5.10000000");
    const after = { ...p1, margin: p1.margin + moved };
    expect(usdt(after.margin)).toBe("4994.90000000");
    expect(formatAmount(liquidationPrice(after, bitcoin, taker, 6) ?? 0n, 6)).toBe("45208.538423");
    const { realised, fee, released, left } = closePart(
      after,
      400n,
      ticks("51500"),
      taker,
      bitcoin,
    );
    expect([realised, fee, released, left.margin].map(usdt)).toEqual([
      "600.00000000",
      "10.30000000",
      "1997.96000000",
      "2996.94000000",
    ]);
  });

  test("BitMEX's example: a long of 20 at +0.25 % pays 0.05", () => {
    const terms: ContractTerms = { size: { value: 1n, scale: 0 }, price: 1 };
    expect(
      usdt(fundingOf("buy", 20n, { value: 1n, scale: 0 }, { value: 25n, scale: 4 }, terms)),
    ).toBe("-0.05000000");
    expect(
      usdt(fundingOf("sell", 20n, { value: 1n, scale: 0 }, { value: 25n, scale: 4 }, terms)),
    ).toBe("0.05000000");
  });

  test("what is added changes the entry by cost and volume", () => {
    const first = opened("buy", 1000n, "50000", 10);
    const both = addTo(first, opened("buy", 500n, "52000", 10));
    expect(formatAmount(entryPrice(both.cost, both.volume, bitcoin, 4), 4)).toBe("50666.6667");
    expect(both.cost).toBe(
      costOf(1000n, ticks("50000"), bitcoin) + costOf(500n, ticks("52000"), bitcoin),
    );
  });

  test("closing in any parts books the same profit as closing at once, but for a unit a part", () => {
    fc.assert(
      fc.property(
        fc.constantFrom<Direction>("buy", "sell"),
        fc.bigInt(2n, 5000n),
        fc.bigInt(100_000n, 900_000n),
        fc.bigInt(100_000n, 900_000n),
        fc.array(fc.bigInt(1n, 1000n), { maxLength: 8 }),
        (direction, volume, entry, exit, parts) => {
          const cost = costOf(volume, entry, bitcoin);
          const whole: Exposure = { direction, volume, cost, margin: initialMargin(cost, 10) };
          const atOnce = closePart(whole, volume, exit, taker, bitcoin);
          let [left, realised, released, count] = [whole, 0n, 0n, 0n];
          for (const part of [...parts, volume]) {
            const size = part < left.volume ? part : left.volume;
            if (size === 0n) break;
            const closed = closePart(left, size, exit, taker, bitcoin);
            [left, realised, released, count] = [
              closed.left,
              realised + closed.realised,
              released + closed.released,
              count + 1n,
            ];
          }
          const lost = atOnce.realised - realised;
          return (
            left.volume === 0n &&
            left.cost === 0n &&
            left.margin === 0n &&
            released === whole.margin &&
            lost >= 0n &&
            lost <= count
          );
        },
      ),
    );
  });
});

test("what is free without an acknowledged risk can be chosen, and every call that moves money can be repeated", () => {
  expect(leverages).toContain(freeLeverage);
  const moving = Object.values(contractsEndpoints).filter((row) => "movesMoney" in row);
  expect(
    moving.map(
      (row) => "client_order_id" in (row.request as unknown as { entries: object }).entries,
    ),
  ).toEqual(moving.map(() => true));
});

describe("a contract of 0.025", () => {
  const larger: ContractTerms = { size: { value: 25n, scale: 3 }, price: 1 };
  const cost = costOf(4n, ticks("5000"), larger);

  test("costs and earns 25 times what one of 0.001 does", () => {
    expect(cost).toBe(costOf(100n, ticks("5000"), bitcoin));
    expect(usdt(profitAt("buy", 4n, cost, mark("5100"), larger))).toBe("10.00000000");
    expect(entryPrice(cost, 4n, larger, 1)).toBe(ticks("5000"));
    expect(entryPrice(0n, 0n, larger, 1)).toBe(0n);
  });

  test("an amount of money reaches as far as margin and fee allow", () => {
    const within = (available: string, rate: Rate) =>
      volumeWithin(money(available), ticks("5000"), 10, rate, larger);
    // One has a margin of 12.5 and a fee of 0.0625.
    expect([within("500", free), within("499.99999999", free)]).toEqual([40n, 39n]);
    expect([within("502.5", taker), within("502.49999999", taker)]).toEqual([40n, 39n]);
    expect([within("0", taker), volumeWithin(money("500"), 0n, 10, taker, larger)]).toEqual([
      0n,
      0n,
    ]);
  });

  test("is liquidated where as much of a smaller one is, however the fee is written", () => {
    const coarse: Rate = { value: 1n, scale: 3 };
    const fine: Rate = { value: 10n, scale: 4 };
    for (const direction of ["buy", "sell"] as const) {
      const margin = initialMargin(cost, 10);
      const [large, small] = [4n, 100n].map((volume) => ({ direction, volume, cost, margin }));
      if (!large || !small) throw new Error("no position");
      const at = liquidationPrice(small, bitcoin, fine, 3);
      expect(at).not.toBeNull();
      expect([
        liquidationPrice(large, larger, fine, 3),
        liquidationPrice(small, bitcoin, coarse, 3),
      ]).toEqual([at, at]);
    }
  });

  test("a contract finer than cost can be written is none", () => {
    const finest = { size: { value: 1n, scale: costScale - 1 }, price: 1 };
    expect(costOf(3n, 1n, finest)).toBe(3n);
    expect(() => costOf(3n, 1n, { ...finest, price: 2 })).toThrow("finer than its cost");
  });
});

test("the distance to liquidation is a share of the mark price, whichever of them has more decimals", () => {
  const [coarse, fine] = [
    { value: 100n, scale: 0 },
    { value: 90_000n, scale: 3 },
  ];
  expect([
    distanceTo(fine, coarse, "buy"),
    distanceTo({ value: 90n, scale: 0 }, { value: 100_000n, scale: 3 }, "buy"),
    distanceTo(fine, coarse, "sell"),
  ]).toEqual([100_000n, 100_000n, -100_000n]);
});

describe("a liquidation", () => {
  const long = opened("buy", 1000n, "10000", 10);

  test("a margin is used up where it covers the loss and the closing fee, and nothing more", () => {
    const at = (price: string, rate: Rate) => isExhausted(long, mark(price), bitcoin, rate);
    expect([at("9000", free), at("9000.001", free)]).toEqual([true, false]);
    // 9000 / 0.9995
    expect([at("9004.502", taker), at("9004.503", taker)]).toEqual([true, false]);
  });

  test("leaves its owner nothing, whatever the close would have brought", () => {
    const fills = [{ price: ticks("9500"), lots: 1000n }];
    const closed = settleLiquidation(long, fills, taker, bitcoin);
    expect(usdt(settleClose(long, fills, taker, bitcoin).arrives)).toBe("495.25000000");
    expect([closed.arrives, closed.margin, closed.volume]).toEqual([0n, long.margin, 1000n]);
  });

  test("takes what a book shows, and the rest at the worst price shown", () => {
    const bids = [
      { price: 100n, lots: 4n },
      { price: 95n, lots: 2n },
      { price: 90n, lots: 1n },
    ];
    const asks = [
      { price: 100n, lots: 4n },
      { price: 105n, lots: 2n },
      { price: 110n, lots: 1n },
    ];
    const taken = (side: "buy" | "sell", volume: bigint) => {
      const { fills, beyond } = liquidationFills(side, volume, side === "sell" ? bids : asks);
      return [...fills.map(({ price, lots }) => [price, lots]), beyond];
    };
    expect(taken("sell", 5n)).toEqual([[100n, 4n], [95n, 1n], 0n]);
    expect(taken("sell", 7n)).toEqual([[100n, 4n], [95n, 2n], [90n, 1n], 0n]);
    expect(taken("sell", 10n)).toEqual([[100n, 4n], [95n, 2n], [90n, 1n], [90n, 3n], 3n]);
    expect(taken("buy", 8n)).toEqual([[100n, 4n], [105n, 2n], [110n, 1n], [110n, 1n], 1n]);
    expect(liquidationFills("sell", 5n, [])).toEqual({ fills: [], beyond: 0n });
  });
});

describe("closing half of a position", () => {
  const long = opened("buy", 1000n, "10000", 10);
  const half = (price: string) => {
    const closed = settleClose(long, [{ price: ticks(price), lots: 500n }], taker, bitcoin);
    return [closed.margin, closed.arrives, closed.left.margin].map(usdt);
  };

  test("brings its margin, its profit less the fee, and leaves the other half", () => {
    expect(half("11000")).toEqual(["500.00000000", "997.25000000", "500.00000000"]);
    expect(usdt(closePart(long, 500n, ticks("11000"), taker, bitcoin).arrives)).toBe(
      "997.25000000",
    );
  });

  test("takes a loss beyond its margin from what is left, and no more than that", () => {
    expect(half("8500")).toEqual(["752.12500000", "0.00000000", "247.87500000"]);
    expect(half("7000")).toEqual(["1000.00000000", "0.00000000", "0.00000000"]);
  });
});

test("a volume is the largest that an amount covers, with margin and fee rounded up", () => {
  const fine: ContractTerms = { size: { value: 1n, scale: 5 }, price: 4 };
  const amounts = fc.bigInt(1n, 10_000n);
  fc.assert(
    fc.property(
      amounts,
      fc.bigInt(1n, 30_000n),
      fc.constantFrom(3, 7, 10),
      (available, at, leverage) => {
        const volume = volumeWithin(available, at, leverage, taker, fine);
        const frozen = (lots: bigint) => orderCost(costOf(lots, at, fine), leverage, taker).frozen;
        expect(volume === 0n || frozen(volume) <= available).toBe(true);
        expect(frozen(volume + 1n)).toBeGreaterThan(available);
      },
    ),
    { numRuns: 500 },
  );
});

test("limits lie within 5 % of the mark price, whichever of them has more decimals", () => {
  expect(limitBand({ value: 100n, scale: 0 }, 2)).toEqual({ most: 10_500n, least: 9_500n });
  expect(limitBand({ value: 100_000n, scale: 3 }, 1)).toEqual({ most: 1_050n, least: 950n });
  expect(limitBand({ value: 333n, scale: 1 }, 0)).toEqual({ most: 34n, least: 32n });
});
