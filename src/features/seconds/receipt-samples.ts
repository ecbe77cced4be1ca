import { parsePrice } from "#protocol/amount.ts";
import { windowOf, windowPrice } from "#protocol/seconds-settlement.ts";

export interface WindowSample {
  /** Unix ms. */
  at: number;
  /** Null where there was none. */
  text: string | null;
  /** Why it does not count. */
  left: "highest" | "lowest" | undefined;
}

/** The samples that make the price of a moment (Unix ms), oldest first, with the two that are left out; and the price. */
export function windowSamples(
  samples: readonly (string | null)[],
  momentMs: number,
  precision: number,
): { samples: WindowSample[]; price: string | null } {
  const seconds = windowOf(momentMs);
  const price = windowPrice(samples, precision);
  const there = samples
    .flatMap((text, at) =>
      text === null ? [] : [{ at, units: parsePrice(text, precision + 2) ?? BigInt(0) }],
    )
    .toSorted((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : a.at - b.at));
  const [lowest, highest] = price === null ? [] : [there[0]?.at, there.at(-1)?.at];
  return {
    price,
    samples: samples.map((text, at) => ({
      at: (seconds[at] ?? 0) * 1000,
      text,
      left: at === highest ? "highest" : at === lowest ? "lowest" : undefined,
    })),
  };
}
