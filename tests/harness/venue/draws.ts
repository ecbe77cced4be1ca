import { seededRandom } from "./memory-venue.ts";

/** What a test draws: different for each name, and the same again with the same `PROVE_SEED`. */
export interface Draws {
  /** At least 0, less than 1. */
  share(): number;
  /** A whole number at least 0, less than `limit`. */
  below(limit: number): number;
  oneOf<T>(all: readonly T[]): T;
}

export function drawsOf(name: string): Draws {
  const bytes = seededRandom(`${name} ${process.env["PROVE_SEED"] ?? ""}`);
  const share = () => Buffer.from(bytes(4)).readUInt32BE() / 2 ** 32;
  const below = (limit: number) => Math.floor(share() * limit);
  return { share, below, oneOf: (all) => all[below(all.length)]! };
}
