/** The limits by which people bind themselves: pure. Money in minor units, times in Unix ms. */
import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, parseAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { SecondsLimitFacts, SecondsLimits } from "#protocol/api/seconds-order.ts";
import { Refusal } from "../../store/refusal.ts";
import { type LimitRow, type Usage } from "./limit-rows.ts";
import { stakeCurrency, stakeScale } from "../records/stake-currency.ts";

/** How long what is looser waits. */
const looserAfterMs = 24 * 3_600_000;
const dayMs = 24 * 3_600_000;
/** The venue's day is that of GMT+8. */
const offsetMs = 8 * 3_600_000;

/** Limits that hold at one time; null is none. */
export interface Limits {
  dailyLoss: bigint | null;
  stake: bigint | null;
  pace: number | null;
}

/** What the venue itself lets a person run at once. */
export interface Caps {
  atStake: bigint;
  running: number;
}

/** When the venue's day began that a time lies in. */
export function dayStartOf(now: number): number {
  return Math.floor((now + offsetMs) / dayMs) * dayMs - offsetMs;
}

/** The row as it stands at a time: what waited long enough holds. */
export function limitsAt(row: LimitRow, now: number): LimitRow {
  if (row.pending_at === null || row.pending_at > now) return row;
  return {
    ...row,
    ...nothingPending,
    daily_loss: row.pending_daily_loss,
    stake: row.pending_stake,
    pace: row.pending_pace,
  };
}

const nothingPending = {
  pending_daily_loss: null,
  pending_stake: null,
  pending_pace: null,
  pending_at: null,
};

/**
 * What a change makes of a row: what is tighter holds at once, all of it after 24 hours where any of it is
 * looser. A change that waits is replaced.
 */
export function changeLimits(row: LimitRow, change: Limits, now: number): LimitRow {
  const held = limitsAt(row, now);
  const tightened = {
    daily_loss: tighter(held.daily_loss, change.dailyLoss),
    stake: tighter(held.stake, change.stake),
    pace: tighter(held.pace, change.pace),
  };
  const isLooser =
    tightened.daily_loss !== change.dailyLoss ||
    tightened.stake !== change.stake ||
    tightened.pace !== change.pace;
  const pending = isLooser
    ? {
        pending_daily_loss: change.dailyLoss,
        pending_stake: change.stake,
        pending_pace: change.pace,
        pending_at: now + looserAfterMs,
      }
    : nothingPending;
  return { ...held, ...tightened, ...pending, updated_at: now };
}

/** A cool-off can be made longer, never shorter. */
export function coolOff(row: LimitRow, hours: number, now: number): LimitRow {
  return {
    ...limitsAt(row, now),
    cool_off_at: Math.max(row.cool_off_at, now + hours * 3_600_000),
    updated_at: now,
  };
}

function tighter<T extends bigint | number>(a: T | null, b: T | null): T | null {
  if (a === null) return b;
  return b === null || a < b ? a : b;
}

/**
 * A change as it came from the wire.
 * @throws Refusal invalidParameters with the field for an amount that cannot be counted
 */
export function readChange({ daily_loss, stake, pace }: SecondsLimits): Limits {
  return { dailyLoss: readLimit("daily_loss", daily_loss), stake: readLimit("stake", stake), pace };
}

function readLimit(field: string, text: string | null): bigint | null {
  if (text === null) return null;
  const minor = parseAmount(text, stakeScale);
  if (minor === undefined) throw new Refusal(codes.invalidParameters, { field });
  return minor;
}

/**
 * Whether another contract of this stake stays within all limits.
 * @param paceUntil when the pace lets another in; undefined for at once
 * @throws Refusal notTradable with the first limit that it breaks and what is left of it
 */
export function checkLimits(
  stake: bigint,
  {
    row,
    usage,
    paceUntil,
    caps,
    now,
  }: { row: LimitRow; usage: Usage; paceUntil: number | undefined; caps: Caps; now: number },
): void {
  const held = limitsAt(row, now);
  if (held.cool_off_at > now)
    throw new Refusal(codes.notTradable, { reason: "cool_off", until: held.cool_off_at });
  if (held.stake !== null && stake > held.stake)
    throw new Refusal(codes.notTradable, { reason: "stake", limit: shown(held.stake) });
  if (held.pace !== null && paceUntil !== undefined)
    throw new Refusal(codes.notTradable, { reason: "pace", limit: held.pace, until: paceUntil });
  const refuseAbove = (reason: string, limit: bigint, used: bigint) => {
    const left = limit - used;
    if (stake > left)
      throw new Refusal(codes.notTradable, {
        reason,
        limit: shown(limit),
        left: shown(left > 0n ? left : 0n),
      });
  };
  if (held.daily_loss !== null)
    refuseAbove("daily_loss", held.daily_loss, lostOf(usage) + usage.atStake);
  refuseAbove("at_stake", caps.atStake, usage.atStake);
  if (usage.running >= caps.running)
    throw new Refusal(codes.notTradable, { reason: "running", limit: caps.running });
}

/** What was lost today: a day that won has lost nothing. */
function lostOf({ netLoss }: Usage): bigint {
  return netLoss > 0n ? netLoss : 0n;
}

function shown(minor: bigint): string {
  return trimZeros(formatAmount(minor, stakeScale));
}

/** Limits and what is used of them as the wire has them. */
export function toLimitFacts({
  row,
  usage,
  caps,
  riskAck,
  now,
}: {
  row: LimitRow;
  usage: Usage;
  caps: Caps;
  riskAck: number;
  now: number;
}): SecondsLimitFacts {
  const held = limitsAt(row, now);
  const amount = (minor: bigint | null) => (minor === null ? null : shown(minor));
  return {
    currency: stakeCurrency,
    daily_loss: amount(held.daily_loss),
    stake: amount(held.stake),
    pace: held.pace,
    pending:
      held.pending_at === null
        ? null
        : {
            daily_loss: amount(held.pending_daily_loss),
            stake: amount(held.pending_stake),
            pace: held.pending_pace,
            from: held.pending_at,
          },
    cool_off_until: held.cool_off_at > now ? held.cool_off_at : 0,
    lost_today: shown(lostOf(usage)),
    net_today: shown(-usage.netLoss),
    at_stake: shown(usage.atStake),
    last_hour: usage.lastHour,
    day_end: dayStartOf(now) + dayMs,
    max_at_stake: shown(caps.atStake),
    max_running: caps.running,
    risk_ack: riskAck,
  };
}
