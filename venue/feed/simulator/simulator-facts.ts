import { dateOf } from "#protocol/proof/simulated-day/calendar.ts";
import { modelName } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import type { SeedKind } from "../../settings/settings.ts";
import { commitDay, revealDay } from "./model/day-commitment.ts";
import type { MarketModel } from "./model/market-model.ts";
import type { SimulatedSymbol } from "./model/symbol-table.ts";

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
  seedKind: SeedKind,
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
        model: modelName,
        public_seed: seedKind === "public",
        seed: seedKind,
        day_commit: commitment(day),
        next_day_commit: commitment(day + 1),
        revealed: day > 0 ? table.map((symbol) => revealDay(model, symbol, day - 1)) : [],
      };
      known = { day, facts };
      return facts;
    },
  };
}
