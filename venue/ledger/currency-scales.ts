import type { Store } from "../store/store.ts";
import { storeScales, readScales } from "./currency-rows.ts";

/** A market as its source lists it, where scales come from. */
interface ListedMarket {
  base: string;
  quote: string;
  /** Decimals of an amount of the base. */
  amountPrecision: number;
}

/** The scale of every currency the venue ever knew. */
export interface Currencies {
  has(flag: string): boolean;
  /**
   * Decimals of the currency's minor unit.
   * @throws Error for a currency the venue never knew
   */
  scaleOf(flag: string): number;
  /** Adds currencies that the source has listed since; costs nothing when there are none. */
  refresh(now: number): Promise<void>;
}

/**
 * The scale of every quote currency, and the finest scale there is (house.md, Money in the venue).
 */
const finestScale = 8;
/**
 * Decimals of a base beyond its lots: fees on small amounts do not round to zero, and 64 bits still
 * hold cheap coins.
 */
const decimalsBelowLot = 4;
/** The names of currencies that the ledger accepts. */
const flagPattern = /^[A-Z0-9]{1,12}$/;

/**
 * Reads the stored scales and stores those of currencies seen for the first time. A stored scale
 * never changes, whatever the source says later: balances are integers in it.
 */
export async function openCurrencies(
  store: Store,
  source: { symbols(): readonly ListedMarket[] },
  now: number,
): Promise<Currencies> {
  const scales = new Map<string, number>();
  const add = (rows: readonly { flag: string; scale: number }[]) => {
    for (const { flag, scale } of rows) scales.set(flag, scale);
  };
  add(await store.read(readScales));
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
      add(
        await store.command(async ({ db }) => {
          await storeScales(
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

/**
 * The scales that the listed currencies would get if they were new; the finest where a currency is
 * in several markets.
 */
export function listedScales(markets: readonly ListedMarket[]): Map<string, number> {
  const scales = new Map<string, number>();
  const offer = (flag: string, scale: number) => {
    if (flagPattern.test(flag)) scales.set(flag, Math.max(scale, scales.get(flag) ?? 0));
  };
  for (const { base, quote, amountPrecision } of markets) {
    offer(quote, finestScale);
    offer(base, Math.min(finestScale, amountPrecision + decimalsBelowLot));
  }
  return scales;
}
