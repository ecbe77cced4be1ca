/**
 * The gate against prediction across markets, small: `npm run bench -- predict` plays the whole. A present
 * model that is as it should be gives numbers of chance, and the seed is fixed, so the test is not one of luck.
 */
import { expect, test } from "vitest";
import { isProof } from "../../../harness/trials.ts";
import { pinDay } from "../../../../venue/feed/simulator/model/day-series.ts";
import { createBridge3Market } from "./bridge3-model.ts";
import { judge, playGate, type Verdict } from "./cross-market-gate.ts";
import { createPresentMarket, marketDay, type PlayedMarket } from "./played-market.ts";
import { predictorsAt } from "./predictors.ts";

/** The present model is judged as long as the models that must be caught. */
const length = isProof ? { fitted: 20, judged: 30 } : { fitted: 8, judged: 12 };
const verdictsOf = (market: PlayedMarket): Verdict[] =>
  playGate({ markets: [market], firstDay: pinDay + 10, ...length, step: 5400 }).map(judge);
const gainsOf = (verdicts: readonly Verdict[]) =>
  verdicts.filter(({ gains }) => gains).map(({ strategy }) => strategy);

test("P8: no predictor across markets, fitted or named, gains on the present model", () => {
  const verdicts = verdictsOf(createPresentMarket("gate"));
  expect(verdicts.length).toBe(53);
  expect(verdicts.every(({ days, t }) => days === length.judged && Number.isFinite(t))).toBe(true);
  expect(gainsOf(verdicts)).toEqual([]);
});

test.runIf(isProof)(
  "the gate catches a model whose common factor enters the closes alone, and one that returns to its anchors",
  () => {
    const caught = gainsOf(verdictsOf(createBridge3Market("gate")));
    expect(caught).toEqual(
      expect.arrayContaining([
        "fitted, sign alone, 3600 s",
        "fitted, sign alone, rest of the day",
        "basket by the mean move after 4 h",
        "return to the anchors",
      ]),
    );
  },
);

test("the gate catches who knows the next minutes of the market", () => {
  const present = createPresentMarket("gate");
  // Two coins show the price of five minutes later: who looks at them sees what the others will do.
  const leader = (name: string) => name === "btcusdt" || name === "ethusdt";
  const leaking: PlayedMarket = {
    closeLevel: present.closeLevel,
    path(symbol, day, index) {
      const path = present.path(symbol, day, index);
      if (leader(symbol.spec.symbol)) path.index.copyWithin(0, 300);
      return path;
    },
  };
  expect(gainsOf(verdictsOf(leaking))).toContain("fitted, contract of 300 s at 0.95");
});

test("what is seen at a second does not depend on what follows", () => {
  const market = createPresentMarket("gate");
  const coins = marketDay(market, pinDay + 10);
  const t = 45_599;
  const seen = predictorsAt(coins, t).map((row) => [...row]);
  for (const { path } of coins) path.index.fill(12_345, t + 1);
  expect(predictorsAt(coins, t).map((row) => [...row])).toEqual(seen);
});
