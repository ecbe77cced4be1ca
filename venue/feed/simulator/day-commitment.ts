import { dateOf } from "./calendar.ts";
import type { MarketModel } from "./market-model.ts";
import type { Noise } from "./noise.ts";
import type { SimulatedSymbol } from "./symbol-table.ts";

/** What fixes one symbol-day, published after it; with the public symbol table it gives every second again. */
export interface DayReveal {
  date: string;
  symbol: string;
  /** Hex of the 16-byte key of the day's keystream. */
  day_seed: string;
  /** Log levels and regime as the shortest decimal that reads back to the same double. */
  open: string;
  close: string;
  volatility: string;
}

/** Whether the day may be shown is the caller's to judge. */
export function revealDay(model: MarketModel, symbol: SimulatedSymbol, day: number): DayReveal {
  const facts = model.facts(symbol, day);
  return {
    date: dateOf(day),
    symbol: symbol.spec.symbol,
    day_seed: hexOf(model.daySeed(symbol, day)),
    open: String(facts.open),
    close: String(facts.close),
    volatility: String(facts.volatility),
  };
}

/** SHA-256 of date|symbol|day_seed|open|close|V_d, hex: published before the day. */
export function commitDay(noise: Pick<Noise, "sha256">, reveal: DayReveal): string {
  const { date, symbol, day_seed, open, close, volatility } = reveal;
  return noise.sha256([date, symbol, day_seed, open, close, volatility].join("|"));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
