import type { SecondsLimitFacts } from "#protocol/api/seconds-order.ts";
import { breakEven, expectation } from "#protocol/api/seconds.ts";
import type {
  OfferedDuration,
  StakeFacts,
} from "../../../../src/features/seconds/ticket/stake-form.ts";

export const now = 1_800_000_000_000;

export function duration(
  time: number,
  odds = "0.95",
  change: Partial<OfferedDuration> = {},
): OfferedDuration {
  return {
    symbol: "*",
    time,
    odds,
    min: "10",
    max: "1000",
    enabled: 1,
    break_even: breakEven(odds),
    expectation: expectation(odds),
    ...change,
  };
}

export const noLimits: SecondsLimitFacts = {
  currency: "USDT",
  daily_loss: null,
  stake: null,
  pace: null,
  pending: null,
  cool_off_until: 0,
  lost_today: "0",
  at_stake: "0",
  last_hour: 0,
  day_end: now + 3_600_000,
  max_at_stake: "5000",
  max_running: 20,
  risk_ack: 1,
};

export function stakeFacts(
  change: Partial<StakeFacts> = {},
  limits: Partial<SecondsLimitFacts> = {},
): StakeFacts {
  return {
    symbol: "btcusdt",
    durations: [duration(30, "0.85"), duration(60)],
    currency: "USDT",
    available: "10000",
    worth: "20000",
    limits: { ...noLimits, ...limits },
    running: 0,
    now,
    ...change,
  };
}
