import { dateOf } from "#protocol/simulated-day/calendar.ts";
import { commitDay, revealDay } from "./day-commitment.ts";
import type { MarketModel } from "./market-model.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** The SHA-256 commitments of one day, by symbol, and one over all of them in the table's order. */
interface DayCommitment {
  date: string;
  root: string;
  symbols: Record<string, string>;
}

/**
 * What the venue publishes about its market: commitments to the running and the next day, and what the
 * day before was made of.
 */
export function createSimulatorFacts(
  model: MarketModel,
  table: readonly SimulatedSymbol[],
  publicSeed: boolean,
) {
  let known: { day: number; facts: Record<string, unknown> } | undefined;

  function commitment(day: number): DayCommitment {
    const symbols: Record<string, string> = {};
    for (const symbol of table)
      symbols[symbol.spec.symbol] = commitDay(model.noise, revealDay(model, symbol, day));
    return {
      date: dateOf(day),
      root: model.noise.sha256(Object.values(symbols).join("|")),
      symbols,
    };
  }
  return {
    at(day: number): Record<string, unknown> {
      if (known?.day === day) return known.facts;
      const facts = {
        model: "bridge3-v1",
        public_seed: publicSeed,
        day_commit: commitment(day),
        next_day_commit: commitment(day + 1),
        revealed: day > 0 ? table.map((symbol) => revealDay(model, symbol, day - 1)) : [],
      };
      known = { day, facts };
      return facts;
    },
  };
}
