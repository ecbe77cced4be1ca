import { toHex } from "#protocol/wire/byte-encoding.ts";
import type { DayPart, DayReveal } from "#protocol/api/receipt.ts";
import { dateOf } from "#protocol/proof/simulated-day/calendar.ts";
import { commitText, jumpsText } from "#protocol/proof/simulated-day/day-reveal.ts";
import { modelName } from "#protocol/proof/simulated-day/symbol-numbers.ts";
import type { ComponentDay, MarketModel } from "./market-model.ts";
import type { Noise } from "./noise.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** What fixes one symbol-day; with the public numbers it gives every second again. Whether the day may be shown is the caller's to judge. */
export function revealDay(model: MarketModel, symbol: SimulatedSymbol, day: number): DayReveal {
  return {
    model: modelName,
    date: dateOf(day),
    symbol: symbol.spec.symbol,
    parts: model.components(symbol, day).map(revealPart),
  };
}

function revealPart({ name, seed, facts }: ComponentDay): DayPart {
  return {
    name,
    seed: toHex(seed),
    open: String(facts.open),
    close: String(facts.close),
    volatility: String(facts.volatility),
    jumps: jumpsText(facts.jumps),
  };
}

/** Lower-case hex, published before the day. */
export function commitDay(noise: Pick<Noise, "sha256">, reveal: DayReveal): string {
  return noise.sha256(commitText(reveal));
}
