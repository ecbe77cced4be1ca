import { createHash } from "node:crypto";
import { modelName } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import { endHalt } from "./matching/market-halt-rows.ts";
import type { MarketSeed } from "./keys/market-seed.ts";
import {
  countOpenThings,
  type OpenThings,
  readIdentity,
  writeIdentity,
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
 * @throws WrongSetting where something is open that another market's prices belong to
 */
export async function guardMarket(
  store: Pick<Store, "read" | "command">,
  seed: MarketSeed | undefined,
  now: number,
): Promise<void> {
  const identity = marketIdentity(seed);
  const known = await store.read(readIdentity);
  // What the operator halted for this start is over.
  const begin = () =>
    store.command(async (tx) => {
      await endHalt(tx.db);
      if (known !== identity) await writeIdentity(tx.db, identity, now);
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
  await begin();
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
