/** What a person sets to bind themselves, each as a write: looked up where the answer was lost. */
import {
  secondsOrderEndpoints,
  type SecondsLimitFacts,
  type SecondsLimits,
} from "#protocol/api/seconds-order.ts";
import { call } from "../../../api/call.ts";
import { settingKind } from "../../../writes/plain-kind.ts";
import { saidInSheet } from "../figures/seconds-queries.ts";
import { isChanged } from "./limits-form.ts";

const limitsNow = () => call(secondsOrderEndpoints.secondLimits, {}, { quiet: true });

/** Setting the three limits. */
export const settingLimits = settingKind<SecondsLimits, SecondsLimitFacts>({
  name: "seconds-limits",
  send: ({ intent }) =>
    call(secondsOrderEndpoints.secondSetLimits, intent, { handles: saidInSheet }),
  async find({ intent }) {
    const now = await limitsNow();
    return isChanged(now, intent) ? undefined : now;
  },
  invalidates: [secondsOrderEndpoints.secondLimits],
});

export interface BreakIntent {
  hours: number;
  /** Until when the break before it lasts, Unix ms: it can only be made longer. */
  before: number;
}

/** Beginning a break, or making it longer. */
export const takingBreak = settingKind<BreakIntent, SecondsLimitFacts>({
  name: "seconds-break",
  send: ({ intent: { hours } }) =>
    call(secondsOrderEndpoints.secondCoolOff, { hours }, { handles: saidInSheet }),
  async find({ intent: { before } }) {
    const now = await limitsNow();
    return now.cool_off_until > before ? now : undefined;
  },
  invalidates: [secondsOrderEndpoints.secondLimits],
});
