import type { MarketSource, SymbolSpec } from "../feed/market-source.ts";
import type { Store } from "../store/store.ts";
import { keepScales, readScales } from "./rows.ts";

/** The scale of every currency the venue ever knew. */
export interface Currencies {
  has(flag: string): boolean;
  /**
   * Decimals of the currency's minor unit.
   * @throws Error for a currency the venue never knew
   */
  scaleOf(flag: string): number;
  /** Takes in currencies the source has listed since; costs nothing when there are none. */
  refresh(now: number): Promise<void>;
}

/** Quotes, and the finest there is (house.md, Money in the venue). */
const finestScale = 8;
/** Decimals a base keeps beyond its lots, so that fees on small amounts stay fees and 64 bits hold cheap coins. */
const decimalsBelowLot = 4;
/** Names the ledger takes. */
const flagPattern = /^[A-Z0-9]{1,12}$/;

/**
 * Reads the kept scales and keeps those of currencies seen for the first time. A scale never changes
 * afterwards, whatever the source says later: balances are integers in it.
 */
export async function openCurrencies(
  store: Store,
  source: Pick<MarketSource, "symbols">,
  now: number,
): Promise<Currencies> {
  const scales = new Map<string, number>();
  const take = (rows: readonly { flag: string; scale: number }[]) => {
    for (const { flag, scale } of rows) scales.set(flag, scale);
  };
  take(await store.read(readScales));
  const currencies: Currencies = {
    has: (flag) => scales.has(flag),
    scaleOf(flag) {
      const scale = scales.get(flag);
      if (scale === undefined) throw new Error(`no such currency: ${flag}`);
      return scale;
    },
    async refresh(at) {
      const missing = [...listedScales(source.symbols())].filter(([flag]) => !scales.has(flag));
      if (missing.length === 0) return;
      take(
        await store.command(async ({ db }) => {
          await keepScales(
            db,
            missing.map(([flag, scale]) => ({ flag, scale })),
            at,
          );
          return readScales(db);
        }),
      );
    },
  };
  await currencies.refresh(now);
  return currencies;
}

/** What a currency's scale would be if it were new; where it plays several parts, the finest. */
export function listedScales(specs: readonly SymbolSpec[]): Map<string, number> {
  const scales = new Map<string, number>();
  const offer = (flag: string, scale: number) => {
    if (flagPattern.test(flag)) scales.set(flag, Math.max(scale, scales.get(flag) ?? 0));
  };
  for (const spec of specs) {
    offer(spec.quote, finestScale);
    offer(spec.base, Math.min(finestScale, spec.amountPrecision + decimalsBelowLot));
  }
  return scales;
}
