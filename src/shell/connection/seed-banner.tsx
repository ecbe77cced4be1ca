import { Trans } from "@lingui/react/macro";
import { useAtomValue } from "jotai";
import { showsPrices } from "../../api/early-reads.ts";
import { platformAtom } from "../../features/platform/platform-atoms.ts";
import { Banner } from "../../ui/states/banner.tsx";

/** Where prices stand: says so when somebody may know the simulated market's future. */
export function SeedBanner({ path }: { path: string }) {
  const seed = useAtomValue(platformAtom)?.base.market_seed;
  if (!showsPrices(path) || (seed !== "public" && seed !== "given")) return null;
  return (
    <Banner flush live tone="warning">
      {seed === "public" ? (
        <Trans>Practice market of a public seed: anybody can compute its future prices.</Trans>
      ) : (
        <Trans>
          Practice market of a given seed: those who know it can compute its future prices.
        </Trans>
      )}
    </Banner>
  );
}
