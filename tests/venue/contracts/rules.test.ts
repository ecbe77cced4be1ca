/** What every order to open that the rules let through has in common, and what every refusal says. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { maxMinor } from "#protocol/wire/amount.ts";
import { contractRates, openFrom } from "#protocol/rules/contracts/contract-open.ts";
import { leverages, maxNotional, tierFor } from "#protocol/rules/contracts/contract-tiers.ts";
import {
  costOf,
  costScale,
  moneyScale,
  orderCost,
} from "#protocol/rules/contracts/contract-worth.ts";
import { freeLeverage, contractsEndpoints } from "#protocol/api/contracts.ts";
import { pow10, rescaleUp } from "#protocol/wire/rounding.ts";
import type { ContractMarket } from "../../../venue/contracts/records/contract-market.ts";
import {
  checkBalance,
  checkOpening,
  type MarketFacts,
  mostVolume,
  type OpeningDraft,
  type TraderFacts,
} from "../../../venue/contracts/rules/rules.ts";
import { Refusal } from "../../../venue/store/refusal.ts";
import { btcusdt, FixedSource } from "../../harness/venue/fixed-source.ts";

const market: ContractMarket = {
  spec: btcusdt,
  code: "BTC-USDT",
  terms: { size: { value: 1n, scale: 3 }, price: 2 },
  lotsPerContract: 1000n,
};
const ticker = new FixedSource([btcusdt]).ticker("btcusdt");
if (!ticker) throw new Error("no ticker");

const facts: fc.Arbitrary<MarketFacts> = fc
  .record({ price: fc.integer({ min: 1, max: 20_000_000 }), off: fc.integer({ min: -3, max: 3 }) })
  .map(({ price, off }) => ({
    market,
    hasSymbols: true,
    health: "live",
    ticker: { ...ticker, close: price, bid: price - 1, ask: price + 1 },
    mark: { value: BigInt(price * 100 + off), scale: 4 },
  }));

const priceText = fc.oneof(
  fc.constant(null),
  fc.double({ min: 0, max: 250_000, noNaN: true }).map((price) => price.toFixed(2)),
  fc.constantFrom("0", "0.001", "50000", "999999999999999999"),
);
const drafts: fc.Arbitrary<OpeningDraft> = fc.record({
  direction: fc.constantFrom("buy", "sell"),
  lever_rate: fc.oneof(fc.constantFrom(...leverages), fc.integer()),
  volume: fc.oneof(fc.integer({ min: 0, max: 100_000 }), fc.maxSafeInteger().map(Math.abs)),
  order_type: fc.constantFrom("market", "limit"),
  price: priceText,
  tp_trigger_price: priceText,
  sl_trigger_price: priceText,
  trigger_by: fc.constantFrom("mark", "last"),
});
/** A limit near the market, so that most pass what is asked of the price. */
const near = fc
  .tuple(facts, drafts, fc.integer({ min: -60, max: 60 }))
  .map(([now, draft, off]): [MarketFacts, OpeningDraft] => {
    const price =
      draft.order_type === "market"
        ? null
        : (((now.ticker?.close ?? 0) * (1000 + off)) / 100_000).toFixed(2);
    const lever_rate = leverages.find((one) => one === draft.lever_rate) ?? 10;
    return [now, { ...draft, lever_rate, price, tp_trigger_price: null, sl_trigger_price: null }];
  });
const traders: fc.Arbitrary<TraderFacts> = fc.record({
  riskAck: fc.constantFrom(0, 1),
  exposures: fc.oneof(
    fc.constant([]),
    fc
      .record({
        direction: fc.constantFrom("buy" as const, "sell" as const),
        lever_rate: fc.constantFrom(...leverages),
        isPosition: fc.boolean(),
        volume: fc.bigInt(1n, 100_000n),
        price: fc.option(fc.bigInt(1n, 10_000_000n)),
      })
      .map(({ price, ...one }) => [
        {
          ...one,
          price: one.isPosition ? null : price,
          cost: one.isPosition ? costOf(one.volume, 5_000_000n, market.terms) : 0n,
        },
      ]),
  ),
});

const money = (cost: bigint) => rescaleUp(cost, costScale, moneyScale);
const listed = new Set<number>([...contractsEndpoints.contractPlaceOrder.refusals, 100005]);

test("an order that passes is covered by its tier, fits 64 bits and is filled within what it set aside", () => {
  let passed = 0;
  fc.assert(
    fc.property(
      fc.oneof(near, fc.tuple(facts, drafts)),
      traders,
      fc.bigInt(0n, 10n ** 16n),
      fc.boolean(),
      ([now, draft], someone, available, isSame) => {
        const trader = isSame
          ? {
              ...someone,
              exposures: someone.exposures.map((one) => ({ ...one, lever_rate: draft.lever_rate })),
            }
          : someone;
        let placement;
        try {
          placement = checkOpening(draft, now, trader);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          expect(listed).toContain(error.code);
          expect(JSON.stringify(error.data)).not.toBe("{}");
          return;
        }
        passed += 1;
        const { freeze, reserveAt, leverage, volume, limit, room, direction } = placement;
        expect(leverage <= freeLeverage || trader.riskAck === 1).toBe(true);
        expect(freeze > 0n && freeze <= maxMinor).toBe(true);
        expect(freeze).toBe(
          orderCost(costOf(volume, reserveAt, market.terms), leverage, contractRates.taker).frozen,
        );
        const exposures = trader.exposures
          .filter((one) => one.direction === direction && one.isPosition)
          .reduce((sum, { cost }) => sum + cost, 0n);
        const at =
          limit ?? BigInt(direction === "buy" ? (now.ticker?.ask ?? 0) : (now.ticker?.bid ?? 0));
        const notional = money(exposures + costOf(volume, at, market.terms));
        expect(
          notional <= maxNotional && tierFor(notional).maxLeverage >= leverage && volume <= room,
        ).toBe(true);
        const levels = Array.from({ length: 5 }, (_, step) => ({
          price: at + (direction === "buy" ? 1n : -1n) * BigInt(step),
          lots: volume,
        })).filter(({ price }) => price > 0n);
        const opened = openFrom(
          { ...placement, held: freeze },
          levels,
          contractRates.taker,
          market.terms,
        );
        expect(opened.margin + opened.fee).toBeLessThanOrEqual(freeze);
        // What balance and tiers allow is enough for the order, or the balance is refused.
        const most = mostVolume(placement, available);
        if (volume <= most) expect(() => checkBalance(placement, available)).not.toThrow();
        else expect(() => checkBalance(placement, available)).toThrow(Refusal);
      },
    ),
    { numRuns: 1500 },
  );
  expect(passed).toBeGreaterThan(150);
});

test("the room that a refusal names is there, and one contract more is refused the same way", () => {
  const now: MarketFacts = {
    market,
    hasSymbols: true,
    health: "live",
    ticker: { ...ticker, close: 5_000_000, bid: 4_999_999, ask: 5_000_001 },
    mark: { value: 500_000_000n, scale: 4 },
  };
  for (const lever_rate of leverages) {
    const draft: OpeningDraft = {
      direction: "buy",
      lever_rate,
      volume: 10_000_000,
      order_type: "limit",
      price: "49000",
      tp_trigger_price: null,
      sl_trigger_price: null,
      trigger_by: "mark",
    };
    const trader: TraderFacts = { riskAck: 1, exposures: [] };
    const room = Number(checkOpening({ ...draft, volume: 1 }, now, trader).room);
    expect(checkOpening({ ...draft, volume: room }, now, trader).volume).toBe(BigInt(room));
    const beyond =
      lever_rate <= 20
        ? { code: 100005, data: { max_volume: room } }
        : { code: 300013, data: { max_volume: room } };
    expect(() => checkOpening({ ...draft, volume: room + 1 }, now, trader)).toThrow(
      expect.objectContaining({
        code: beyond.code,
        data: expect.objectContaining(beyond.data) as object,
      }) as Error,
    );
    expect(BigInt(room) * costOf(1n, 4_900_000n, market.terms)).toBeLessThanOrEqual(
      maxNotional * pow10(costScale - moneyScale),
    );
  }
});
