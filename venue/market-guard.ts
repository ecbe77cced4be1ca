import { createHash } from "node:crypto";
import { modelName } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { dayOf } from "#protocol/proof/simulated-day/calendar.ts";
import { pinDay } from "./feed/simulator/model/day-series.ts";
import { endHalt } from "./matching/market-halt-rows.ts";
import type { MarketSeed } from "./keys/market-seed.ts";
import {
  countOpenThings,
  type OpenThings,
  hasUsers,
  readMarket,
  writeMarket,
} from "./market-guard-rows.ts";
import { WrongSetting } from "./settings/wrong-setting.ts";
import type { Store } from "./store/store.ts";

/** Names a market for good without giving its seed away. Without a seed it is the live one. */
export function marketIdentity(seed: MarketSeed | undefined): string {
  if (seed === undefined) return "htx";
  const hash = createHash("sha256").update("godwit market identity|").update(seed.master);
  return `sim|${modelName}|${hash.digest("hex")}`;
}

/**
 * Lets an exchange change its market only while nothing is open on it: prices that leap from one market to another
 * would fill orders, liquidate positions and decide contracts that nobody took in for them.
 * @returns the first day of the simulated market on which anybody may have traded: it and all after it have to be
 *   exact
 * @throws WrongSetting where something is open that another market's prices belong to
 */
export async function guardMarket(
  store: Pick<Store, "read" | "command">,
  seed: MarketSeed | undefined,
  now: number,
): Promise<number> {
  const identity = marketIdentity(seed);
  const market = await store.read(readMarket);
  const known = market?.identity;
  const isUnused = known === undefined && !(await store.read(hasUsers));
  const openingDay =
    known === identity || (known === undefined && !isUnused)
      ? (market?.opening_day ?? pinDay + 1)
      : dayOf(now / 1000) - 1;
  // What the operator halted for this start is over.
  const begin = () =>
    store.command(async (tx) => {
      await endHalt(tx.db);
      if (known !== identity || market?.opening_day !== openingDay)
        await writeMarket(tx.db, { identity, opening_day: openingDay }, now);
      return openingDay;
    });
  if (known === identity) return begin();
  // Versions that wrote no identity made no seed: their market was that of SEED, or the public one.
  if (known !== undefined || seed?.kind === "own") {
    const open = openText(await store.read(countOpenThings));
    if (open !== "")
      throw new WrongSetting(
        `MARKET or SEED is another than that of ${open}, which would be settled by strange prices: start with the market they were taken in on${
          known === undefined ? " (SEED=public where SEED was never set)" : ""
        }, or settle them first: "npm run operator -- settle-open" says what it would do.`,
      );
  }
  return begin();
}

function openText({ coinOrders, contractOrders, positions, secondsContracts }: OpenThings): string {
  const parts = [
    [coinOrders, "coin order", "coin orders"],
    [contractOrders, "contract order", "contract orders"],
    [positions, "position", "positions"],
    [secondsContracts, "seconds contract", "seconds contracts"],
  ] as const;
  const named = parts
    .filter(([count]) => count > 0)
    .map(([count, one, many]) => `${count} open ${count === 1 ? one : many}`);
  return named.length < 2 ? named.join("") : `${named.slice(0, -1).join(", ")} and ${named.at(-1)}`;
}
