import { describe, expect, test } from "vitest";
import type { SecondsLimitFacts } from "#protocol/api/seconds-order.ts";
import {
  dailyLeft,
  dailyUsed,
  limitBlock,
  type LimitBlock,
} from "../../../../src/features/seconds/limits/limit-block.ts";
import {
  changeOf,
  isChanged,
  limitsText,
  readLimits,
  usedShare,
} from "../../../../src/features/seconds/limits/limits-form.ts";
import { noLimits, now } from "../ticket/stake-facts.ts";

const facts = (change: Partial<SecondsLimitFacts> = {}): SecondsLimitFacts => ({
  ...noLimits,
  ...change,
});
const blockOf = (change: Partial<SecondsLimitFacts>, running: number | null = 0) =>
  limitBlock(facts(change), { min: "10", running, now });

describe("a limit that lets nothing through", () => {
  test.each<[string, Partial<SecondsLimitFacts>, LimitBlock | undefined]>([
    ["none is set", {}, undefined],
    ["a break", { cool_off_until: now + 1 }, { kind: "cool-off", until: now + 1 }],
    ["a break that is over", { cool_off_until: now }, undefined],
    [
      "a break goes before all else",
      { cool_off_until: now + 1, pace: 1, last_hour: 5 },
      { kind: "cool-off", until: now + 1 },
    ],
    ["an own stake below the smallest", { stake: "9.99" }, { kind: "own-stake", limit: "9.99" }],
    ["the pace", { pace: 5, last_hour: 5 }, { kind: "pace", limit: 5 }],
    ["one below the pace", { pace: 5, last_hour: 4 }, undefined],
    [
      "a day used up",
      { daily_loss: "100", lost_today: "60", at_stake: "40" },
      { kind: "daily-loss", limit: "100", left: "0", until: noLimits.day_end },
    ],
    [
      "a day with less than a stake left",
      { daily_loss: "100", lost_today: "90.01" },
      { kind: "daily-loss", limit: "100", left: "9.99", until: noLimits.day_end },
    ],
    ["a day with a stake left", { daily_loss: "100", lost_today: "90" }, undefined],
    [
      "a day that would be used up but for what was won",
      { daily_loss: "100", lost_today: "-90", at_stake: "90" },
      undefined,
    ],
    ["the venue's cap", { at_stake: "4990.01" }, { kind: "at-stake", limit: "5000" }],
    [
      "nothing at all allowed",
      { daily_loss: "0" },
      { kind: "daily-loss", limit: "0", left: "0", until: noLimits.day_end },
    ],
  ])("%s", (_name, change, block) => expect(blockOf(change)).toEqual(block));

  test("contracts at once, where it is known how many run", () => {
    expect([blockOf({}, 20), blockOf({}, 19), blockOf({}, null)]).toEqual([
      { kind: "running", limit: 20 },
      undefined,
      undefined,
    ]);
  });

  test("the day counts what was lost and what is at stake", () => {
    expect(dailyUsed({ lost_today: "30.5", at_stake: "40" })).toBe("70.5");
    expect([dailyLeft(facts()), dailyLeft(facts({ daily_loss: "50", lost_today: "80" }))]).toEqual([
      null,
      "0",
    ]);
  });
});

describe("the form of the limits", () => {
  test("an empty field is no limit, and what cannot be read is said", () => {
    expect(readLimits({ daily_loss: "1 234,5", stake: "", pace: "12" }, "fr-FR")).toEqual({
      limits: { daily_loss: "1234.5", stake: null, pace: 12 },
      wrong: [],
    });
    expect(readLimits({ daily_loss: "x", stake: "1.234", pace: "0" }, "en-US").wrong).toEqual([
      "daily_loss",
      "stake",
      "pace",
    ]);
    expect(readLimits({ daily_loss: "", stake: "", pace: "1001" }, "en-US").wrong).toEqual([
      "pace",
    ]);
    expect(readLimits({ daily_loss: "", stake: "", pace: "1.5" }, "en-US").wrong).toEqual(["pace"]);
  });

  test("what waits stands in the form, so that another change does not take it back", () => {
    const waiting = facts({
      daily_loss: "100",
      pending: { daily_loss: "200.5", stake: null, pace: null, from: now },
    });
    expect(limitsText(waiting, "fr-FR")).toEqual({ daily_loss: "200,5", stake: "", pace: "" });
    expect(isChanged(waiting, { daily_loss: "200.50", stake: null, pace: null })).toBe(false);
    expect(isChanged(waiting, { daily_loss: "100", stake: null, pace: null })).toBe(true);
  });

  test.each([
    [null, "100", "tighter"],
    ["100", null, "looser"],
    ["100", "99.99", "tighter"],
    ["100", "100.00", "same"],
    ["100", "200", "looser"],
    [null, null, "same"],
    [5, 6, "looser"],
    [5, 4, "tighter"],
  ] as const)("from %s to %s it is %s", (held, next, change) =>
    expect(changeOf(held, next)).toBe(change),
  );

  test("a bar is full where nothing is left, and where nothing was allowed", () => {
    expect([
      usedShare("25", "100"),
      usedShare("150", "100"),
      usedShare("0", "0"),
      usedShare("-5", "100"),
    ]).toEqual([0.25, 1, 1, 0]);
  });
});
