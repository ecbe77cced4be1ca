import { formatAmount, parseAmount, parseSigned, trimZeros } from "#protocol/wire/amount.ts";
import type { SecondsLimitFacts } from "#protocol/api/seconds-order.ts";
import { stakeScale } from "../figures/payout-figures.ts";

/** A limit that blocks every contract, whatever its stake; `until` is Unix ms on the venue clock. */
export type LimitBlock =
  | { kind: "cool-off"; until: number }
  | { kind: "own-stake"; limit: string }
  | { kind: "pace"; limit: number }
  | { kind: "daily-loss"; limit: string; left: string; until: number }
  | { kind: "at-stake"; limit: string }
  | { kind: "running"; limit: number };

/** How much of the daily limit is used: the net loss, plus the stakes of running contracts. */
export function dailyUsed({
  lost_today: lost,
  at_stake: staked,
}: Pick<SecondsLimitFacts, "lost_today" | "at_stake">): string {
  return toText(usedMinor(lost, staked));
}

/** The rest of the daily limit; null where there is no limit. */
export function dailyLeft({
  daily_loss: limit,
  lost_today: lost,
  at_stake: staked,
}: SecondsLimitFacts): string | null {
  const most = limit === null ? undefined : parseAmount(limit, stakeScale);
  if (most === undefined) return null;
  const left = most - usedMinor(lost, staked);
  return toText(left > 0n ? left : 0n);
}

/** The first limit that blocks, in the order in which the venue checks them. */
export function limitBlock(
  facts: SecondsLimitFacts,
  { min, running, now }: { min: string; running: number | null; now: number },
): LimitBlock | undefined {
  const least = parseAmount(min, stakeScale) ?? 0n;
  const tooSmall = (room: bigint) => room <= 0n || room < least;
  if (facts.cool_off_until > now) return { kind: "cool-off", until: facts.cool_off_until };
  const own = facts.stake === null ? undefined : parseAmount(facts.stake, stakeScale);
  if (facts.stake !== null && own !== undefined && tooSmall(own))
    return { kind: "own-stake", limit: facts.stake };
  if (facts.pace !== null && facts.last_hour >= facts.pace)
    return { kind: "pace", limit: facts.pace };
  const left = dailyLeft(facts);
  if (facts.daily_loss !== null && left !== null && tooSmall(parseAmount(left, stakeScale) ?? 0n))
    return { kind: "daily-loss", limit: facts.daily_loss, left, until: facts.day_end };
  const room =
    (parseAmount(facts.max_at_stake, stakeScale) ?? 0n) -
    (parseSigned(facts.at_stake, stakeScale) ?? 0n);
  if (tooSmall(room)) return { kind: "at-stake", limit: facts.max_at_stake };
  return running !== null && running >= facts.max_running
    ? { kind: "running", limit: facts.max_running }
    : undefined;
}

function usedMinor(lost: string, staked: string): bigint {
  const net = parseSigned(lost, stakeScale) ?? 0n;
  return (net > 0n ? net : 0n) + (parseSigned(staked, stakeScale) ?? 0n);
}

function toText(minor: bigint): string {
  return trimZeros(formatAmount(minor, stakeScale));
}
