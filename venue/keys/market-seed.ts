import type { RandomBytes } from "../lib/clock.ts";
import { publicMaster, type SeedKind, seedKind, type Settings } from "../settings/settings.ts";
import { loadKeyFile } from "./key-file.ts";

/** What the simulated market is made from: anybody who knows the master can compute every future price. */
export interface MarketSeed {
  master: Uint8Array | string;
  kind: SeedKind;
}

/**
 * `SEED`, or the file in the data directory, which is made at the first start and readable by its owner only.
 * Venues that share a database share the seed.
 * @throws WrongSetting when the file holds something else, or cannot be made
 */
export function loadMarketSeed(
  { seed, dataDir }: Pick<Settings, "seed" | "dataDir">,
  random: RandomBytes,
): MarketSeed {
  const kind = seedKind(seed);
  if (seed !== null) return { master: kind === "public" ? publicMaster : seed, kind };
  const text = loadKeyFile({
    dataDir,
    name: "market.seed",
    random,
    make: () => Buffer.from(random(32)).toString("hex"),
    isSound: (hex) => /^[0-9a-f]{64}$/.test(hex),
    ifLost: "restore it, or remove it and another market begins",
  });
  return { master: new Uint8Array(Buffer.from(text, "hex")), kind };
}
