import { formatAmount, parseAmount, parseSigned, trimZeros } from "#protocol/amount.ts";
import type { SecondsLimitFacts } from "#protocol/seconds-order.ts";

const scale = 8;

/** A limit that lets no contract through, whatever its stake; `until` is Unix ms on the venue's clock. */
export type LimitBlock =
  | { kind: "cool-off"; until: number }
  | { kind: "own-stake"; limit: string }
  | { kind: "pace"; limit: number }
  | { kind: "daily-loss"; limit: string; left: string; until: number }
  | { kind: "at-stake"; limit: string }
  | { kind: "running"; limit: number };

/** What a limit of one day has taken up: lost net, and at stake in contracts that run. */
export function dailyUsed({
  lost_today: lost,
  at_stake: staked,
}: Pick<SecondsLimitFacts, "lost_today" | "at_stake">): string {
  return text(usedMinor(lost, staked));
}

/** What the day's limit still lets one stake; null where there is none. */
export function dailyLeft({
  daily_loss: limit,
  lost_today: lost,
  at_stake: staked,
}: SecondsLimitFacts): string | null {
  const most = limit === null ? undefined : parseAmount(limit, scale);
  if (most === undefined) return null;
  const left = most - usedMinor(lost, staked);
  return text(left > 0n ? left : 0n);
}

/** The first limit in the way, in the order in which the venue looks at them. */
export function limitBlock(
  facts: SecondsLimitFacts,
  { min, running, now }: { min: string; running: number | null; now: number },
): LimitBlock | undefined {
  const least = parseAmount(min, scale) ?? 0n;
  const tooSmall = (room: bigint) => room <= 0n || room < least;
  if (facts.cool_off_until > now) return { kind: "cool-off", until: facts.cool_off_until };
  const own = facts.stake === null ? undefined : parseAmount(facts.stake, scale);
  if (facts.stake !== null && own !== undefined && tooSmall(own))
    return { kind: "own-stake", limit: facts.stake };
  if (facts.pace !== null && facts.last_hour >= facts.pace)
    return { kind: "pace", limit: facts.pace };
  const left = dailyLeft(facts);
  if (facts.daily_loss !== null && left !== null && tooSmall(parseAmount(left, scale) ?? 0n))
    return { kind: "daily-loss", limit: facts.daily_loss, left, until: facts.day_end };
  const room =
    (parseAmount(facts.max_at_stake, scale) ?? 0n) - (parseSigned(facts.at_stake, scale) ?? 0n);
  if (tooSmall(room)) return { kind: "at-stake", limit: facts.max_at_stake };
  return running !== null && running >= facts.max_running
    ? { kind: "running", limit: facts.max_running }
    : undefined;
}

function usedMinor(lost: string, staked: string): bigint {
  const net = parseSigned(lost, scale) ?? 0n;
  return (net > 0n ? net : 0n) + (parseSigned(staked, scale) ?? 0n);
}

function text(minor: bigint): string {
  return trimZeros(formatAmount(minor, scale));
}
