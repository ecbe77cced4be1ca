import { setupI18n } from "@lingui/core";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { payoutMinor } from "#protocol/rules/seconds-settlement.ts";
import {
  newOddsOf,
  secondsRefusalText,
} from "../../../../src/features/seconds/ticket/seconds-refusal-messages.ts";
import { recordFigures } from "../../../../src/features/seconds/ticket/record-figures.ts";
import {
  expectedResult,
  dayResult,
  intentOf,
  scaledStake,
  shareStake,
  type StakeDraft,
  stakeSummary,
} from "../../../../src/features/seconds/ticket/stake-form.ts";
import { duration, stakeFacts } from "./stake-facts.ts";

const draft = (stake: string | null, time: number | null = 60): StakeDraft => ({ time, stake });
const problemOf = (stake: string | null, ...facts: Parameters<typeof stakeFacts>) =>
  stakeSummary(draft(stake), stakeFacts(...facts)).problem;

describe("what a stake comes to", () => {
  test.each([
    ["100", 30, { payout: "185", profit: "85", expected: "-7.5" }],
    ["100", 60, { payout: "195", profit: "95", expected: "-2.5" }],
    ["10.01", 60, { payout: "19.5195", profit: "9.5095", expected: "-0.25025" }],
  ])("%s at %d s", (stake, time, figures) => {
    expect(stakeSummary(draft(stake, time), stakeFacts())).toMatchObject({
      ...figures,
      problem: undefined,
      block: undefined,
    });
  });

  test("a duration that is not offered gives way to the shortest; none is none", () => {
    expect(stakeSummary(draft("100", 45), stakeFacts()).duration?.time).toBe(30);
    expect(stakeSummary(draft("100"), stakeFacts({ durations: [] }))).toMatchObject({
      duration: undefined,
      payout: undefined,
      problem: undefined,
    });
  });

  test("without a number there is no figure", () => {
    for (const stake of [null, "0", "1e3", "0.00"])
      expect(stakeSummary(draft(stake), stakeFacts())).toMatchObject({
        payout: undefined,
        problem: { kind: "missing" },
      });
    expect(expectedResult("1e3", "0.95")).toBeUndefined();
  });

  test("what is sent is what was shown", () => {
    const facts = stakeFacts();
    const summary = stakeSummary(draft("12.50"), facts);
    expect(intentOf("down", draft("12.50"), facts, summary)).toEqual({
      symbol: "btcusdt",
      direction: "down",
      time: 60,
      amount: "12.5",
      odds: "0.95",
      risk_ack: 1,
    });
    expect(intentOf("up", draft("5"), facts, stakeSummary(draft("5"), facts))).toBeUndefined();
  });
});

describe("what a stake may be", () => {
  test.each<[string, Parameters<typeof stakeFacts>, ReturnType<typeof problemOf>]>([
    ["9.99", [], { kind: "below-minimum", minimum: "10" }],
    ["10", [], undefined],
    ["1000", [], undefined],
    ["1000.01", [], { kind: "above-maximum", maximum: "1000" }],
    ["51", [{}, { stake: "50" }], { kind: "above-own", maximum: "50" }],
    ["50", [{}, { stake: "50" }], undefined],
    // 100 a day: 30 lost and 40 at stake leave 30.
    ["30", [{}, { daily_loss: "100", lost_today: "30", at_stake: "40" }], undefined],
    [
      "30.01",
      [{}, { daily_loss: "100", lost_today: "30", at_stake: "40" }],
      { kind: "above-daily", left: "30", limit: "100" },
    ],
    // What was won today makes no room beyond the limit.
    [
      "100.01",
      [{}, { daily_loss: "100", lost_today: "-500" }],
      { kind: "above-daily", left: "100", limit: "100" },
    ],
    ["201", [{}, { at_stake: "4800" }], { kind: "above-at-stake", left: "200", limit: "5000" }],
    ["20.01", [{ available: "20" }], { kind: "insufficient", available: "20" }],
    ["1000", [{ available: null, limits: null }], undefined],
  ])("%s", (stake, facts, problem) => expect(problemOf(stake, ...facts)).toEqual(problem));

  test("a tap never leads beyond what is allowed, and never rounds up", () => {
    const facts = stakeFacts({ available: "123.456" }, { stake: "40" });
    const at = (stake: string | null) => stakeSummary(draft(stake), facts);
    expect(at(null).most).toBe("40");
    expect([shareStake("123.456", 10), shareStake("0.01", 1), shareStake(null, 5)]).toEqual([
      "12.34",
      "0",
      undefined,
    ]);
    expect(scaledStake("20", "double", at("20"))).toBe("40");
    expect(scaledStake("20.01", "double", at("20.01"))).toBeUndefined();
    expect(scaledStake("25.01", "half", at("25.01"))).toBe("12.5");
    expect(scaledStake("19.99", "half", at("19.99"))).toBeUndefined();
    expect(scaledStake(null, "double", at(null))).toBeUndefined();
  });

  test("a share of the account is warned about where the person wants it", () => {
    const share = (stake: string, percent: string) =>
      stakeSummary(draft(stake), stakeFacts({ worth: "1000" }), percent).largeShare;
    expect([
      share("500", "50"),
      share("500.01", "50"),
      share("900", "off"),
      share("2000", "50"),
    ]).toEqual([undefined, "50", undefined, "100"]);
  });

  test("what the form takes the venue pays as shown", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1000, max: 100_000 }),
        fc.constantFrom("0.6", "0.75", "0.85", "0.95"),
        (cents, odds) => {
          const stake = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
          const { payout, problem } = stakeSummary(
            draft(stake),
            stakeFacts({ durations: [duration(60, odds)] }),
          );
          const [whole = "", fraction = ""] = (payout ?? "").split(".");
          expect(problem).toBeUndefined();
          expect(BigInt(whole + fraction.padEnd(8, "0"))).toBe(
            payoutMinor("win", BigInt(cents) * 1_000_000n, odds),
          );
        },
      ),
      { numRuns: 50 },
    );
  });

  test("a day's result is below zero where it lost; a day that is only known not to have lost is no zero", () => {
    expect([
      dayResult({ lost_today: "35" }),
      dayResult({ lost_today: "0" }),
      dayResult({ lost_today: "0", net_today: "90" }),
      dayResult({ lost_today: "35", net_today: "-35" }),
    ]).toEqual(["-35", null, "90", "-35"]);
  });
});

describe("the own record", () => {
  const row = (wins: number, losses: number) => ({
    since: 1,
    ...none,
    times: [{ ...none, time: 60, wins, losses, draws: 9, voids: 9 }],
  });
  const none = { wins: 0, losses: 0, draws: 0, voids: 0, staked: "0", net: "0" };
  test.each([
    [47, 49, "too-few", 49],
    [5, 0, "too-few", 100],
    [5000, 5000, "below", 50],
    [100, 100, "may-be-chance", 50],
    [6000, 4000, "above", 60],
    [4000, 6000, "below", 40],
  ] as const)("%d right and %d wrong", (wins, losses, says, rate) => {
    const figures = recordFigures(row(wins, losses), 60, "0.95");
    expect(figures).toMatchObject({ right: wins, calls: wins + losses, says });
    expect(Math.round(figures?.rate ?? 0)).toBe(rate);
    expect(figures?.needed).toBeCloseTo(51.28);
  });
  test("nothing is said of no calls", () => {
    expect([
      recordFigures(undefined, 60, "0.95"),
      recordFigures(row(0, 0), 60, "0.95"),
      recordFigures(row(5, 5), 30, "0.95"),
    ]).toEqual([undefined, undefined, undefined]);
  });
});

describe("a refusal", () => {
  const i18n = setupI18n({ locale: "en-US", messages: { "en-US": {} } });
  const said = (status: number, data: unknown, hidden = false) =>
    i18n._(secondsRefusalText(status, data, { locale: "en-US", hidden }));
  const until = Date.UTC(2026, 10, 23, 4, 0, 0);
  test.each<[number, unknown, RegExp]>([
    [300021, { min: "10" }, /at least 10\sUSDT/],
    [100005, { field: "amount", max: "1000" }, /at most 1,000\sUSDT/],
    [100005, { field: "risk_ack", version: 2 }, /newer risk text/],
    [300010, { reason: "stale" }, /too old to trade on/],
    [300010, { reason: "suspended" }, /closed at present/],
    [300010, { reason: "odds", odds: "0.9" }, /changed to \+90%/],
    [300010, { reason: "cool_off", until }, /no new contract before Nov 2[23], 2026/],
    [300010, { reason: "stake", limit: "50" }, /own limit is 50\sUSDT/],
    [
      300010,
      { reason: "pace", limit: 6, until },
      /6 contracts in 60 minutes.*from Nov 2[23], 2026/,
    ],
    [300010, { reason: "daily_loss", limit: "100", left: "20" }, /100\sUSDT; 20\sUSDT is left/],
    [
      300010,
      { reason: "at_stake", limit: "5000", left: "0" },
      /5,000\sUSDT may be at stake at once; 0\sUSDT/,
    ],
    [300010, { reason: "running", limit: 20 }, /At most 20 contracts/],
    [300011, null, /not offered any more/],
    [
      300008,
      { currency: "USDT", needed: "50", available: "49.99" },
      /needs 50\sUSDT, and 49.99\sUSDT/,
    ],
  ])("%i with %o names the limit", (status, data, words) =>
    expect(said(status, data)).toMatch(words),
  );

  test.each([
    [300010, { reason: "<b>" }],
    [300010, { reason: "stake", limit: {} }],
    [300021, { min: "1e9" }],
    [100005, "no object"],
    [300020.5, {}],
  ])("%d with %o has the code's own sentence or one without a figure", (status, data) =>
    expect(said(status, data)).not.toMatch(/undefined|\[object|NaN/),
  );

  test("what is owned is not reported where amounts are hidden", () =>
    expect(said(300008, { needed: "50", available: "49.99" }, true)).not.toMatch(/\d/));

  test("new odds are taken from a refusal of odds alone", () => {
    expect([
      newOddsOf(300010, { reason: "odds", odds: "0.9" }),
      newOddsOf(300010, { reason: "stale", odds: "0.9" }),
      newOddsOf(100005, { reason: "odds", odds: "0.9" }),
      newOddsOf(300010, null),
    ]).toEqual(["0.9", undefined, undefined, undefined]);
  });
});
