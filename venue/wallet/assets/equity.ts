import * as codes from "#protocol/wire/error-codes.ts";
import { formatAmount, trimZeros } from "#protocol/wire/amount.ts";
import type { EquityPoint, equityEndpoints } from "#protocol/api/equity.ts";
import { rescaleDown } from "#protocol/wire/rounding.ts";
import { billTypes } from "#protocol/api/wallet.ts";
import type { VenueDeps } from "../../deps/venue-deps.ts";
import { bucketStart } from "../../feed/candle-buckets.ts";
import type { HandlersOf } from "../../deps/handler.ts";
import { findUser } from "../../session/users/user-rows.ts";
import { Refusal } from "../../store/refusal.ts";
import { type AtCut, readCuts, readFlows, readOwnedAt } from "./equity-rows.ts";
import { type DayPrices, createDayPrices } from "./equity-prices.ts";

type Deps = Pick<VenueDeps, "store" | "source" | "currencies">;

const dayMs = 86_400_000;
const usdtScale = 8;
/** Journals that bring money in or take it out. */
const flowTypes = [
  billTypes.recharge,
  billTypes.systemRecharge,
  billTypes.withdrawalApplication,
  billTypes.withdrawalFailed,
];
/** A day is cached once nothing can be written into it any more. */
const settledMs = 600_000;
/** Users whose past days are cached. */
const cachedUsers = 500;

/** Serves what an account was worth, day by day. Past days do not change, so they are read once and cached. */
export function createEquityHandlers(deps: Deps): HandlersOf<typeof equityEndpoints> {
  const past = new Map<string, Map<number, EquityPoint>>();
  const prices = createDayPrices(deps.source);

  function cacheOf(userId: string): Map<number, EquityPoint> {
    const cache = past.get(userId) ?? new Map<number, EquityPoint>();
    past.delete(userId);
    past.set(userId, cache);
    const [oldest] = past.keys();
    if (past.size > cachedUsers && oldest !== undefined) past.delete(oldest);
    return cache;
  }

  return {
    async equity({ user, request: { days }, now }) {
      // Without a market nothing but the quote currency would be worth anything.
      if (deps.source.symbols().length === 0) throw new Refusal(codes.remoteServiceError);
      const today = bucketStart("1day", Math.floor(now / 1000)) * 1000;
      const cache = cacheOf(user.id);
      const created =
        (await deps.store.read((db) => findUser(db, Number(user.id))))?.created_at ?? now;
      const ends = Array.from({ length: days }, (_, at) => today - (days - 1 - at) * dayMs).filter(
        (end) => end > created,
      );
      const firstNew = ends.find((end) => !cache.has(end)) ?? today + 1;
      const wanted = ends.filter((end) => end >= firstNew);
      const reckoned = await reckonDays(deps, prices, user.id, { ends: wanted, now });
      for (const point of reckoned)
        if (point.time < now && now - point.time >= settledMs) cache.set(point.time, point);
      for (const time of cache.keys()) if (time <= now - 91 * dayMs) cache.delete(time);
      return [
        ...ends.filter((end) => end < firstNew).flatMap((end) => cache.get(end) ?? []),
        ...reckoned,
      ];
    },
  };
}

/** The points of these ends of days, which follow one another, and of now. */
async function reckonDays(
  { store, currencies }: Deps,
  prices: DayPrices,
  userId: string,
  { ends, now }: { ends: readonly number[]; now: number },
): Promise<EquityPoint[]> {
  const today = bucketStart("1day", Math.floor(now / 1000)) * 1000;
  const times = [...ends, now];
  // One cut more, at the day's end before: the first point's flow is of its own day.
  const before = (ends[0] ?? today + dayMs) - dayMs;
  const { owned, flows } = await store.read(async (db) => {
    const cuts = await readCuts(db, [before, ...ends, now + 1]);
    return {
      owned: await readOwnedAt(db, userId, cuts),
      flows: await readFlows(db, userId, cuts, flowTypes),
    };
  });
  const flags = new Set([...owned, ...flows].map(({ currency }) => currency));
  const priceOf = await prices(
    [...flags].filter((flag) => currencies.has(flag)),
    { from: before, now },
  );
  const worth = (rows: readonly AtCut[], cut: number, time: number) =>
    rows
      .filter((row) => row.cut === cut)
      .reduce((sum, { currency, amount }) => {
        const price = priceOf(currency, time);
        return price
          ? sum + rescaleDown(amount * price[0], currencies.scaleOf(currency) + price[1], usdtScale)
          : sum;
      }, 0n);
  const text = (minor: bigint) => trimZeros(formatAmount(minor, usdtScale));
  return times.map((time, at) => ({
    time,
    total: text(worth(owned, at + 1, time)),
    flow: text(worth(flows, at + 1, time)),
  }));
}
