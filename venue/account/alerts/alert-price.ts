import type { MarketSource } from "../../feed/market-source.ts";
import type { AlertGroup } from "./alert-rows.ts";

/** Alerts are judged two decimals finer than a market's prices are, since the mark price is. */
export const extraDecimals = 2;
const finer = 10n ** BigInt(extraDecimals);

/**
 * The price that alerts of a market are judged by, in 10^-(pricePrecision+2): the last price of a coin market, the mark
 * price of a contract; undefined where there is none now.
 */
export function alertPrice(
  source: MarketSource,
  { market, symbol }: Pick<AlertGroup, "market" | "symbol">,
): bigint | undefined {
  if (market === "spot") return lastPrice(source, symbol);
  const mark = source.mark(symbol);
  return mark === undefined ? undefined : BigInt(Math.round(mark));
}

function lastPrice(source: MarketSource, symbol: string): bigint | undefined {
  const ticker = source.ticker(symbol);
  return ticker && BigInt(ticker.close) * finer;
}

/** Opening prices of the minutes from which changes are measured; each is asked for once. */
export class Changes {
  private readonly source: MarketSource;
  private readonly opened = new Map<string, { minute: number; price: bigint | undefined }>();

  constructor(source: MarketSource) {
    this.source = source;
  }

  /**
   * By how much the last price has changed in so many minutes, in hundredths of a per cent, towards 0; undefined where
   * the market has no price now or then.
   */
  async in(symbol: string, minutes: number, now: number): Promise<bigint | undefined> {
    const price = lastPrice(this.source, symbol);
    const minute = Math.floor(now / 60_000) - minutes;
    const key = `${symbol} ${minutes}`;
    let opened = this.opened.get(key);
    if (opened?.minute !== minute) {
      const [candle] = await this.source.klines(symbol, "1min", {
        from: minute * 60,
        to: minute * 60,
      });
      opened = {
        minute,
        price: candle && candle.open > 0 ? BigInt(candle.open) * finer : undefined,
      };
      this.opened.set(key, opened);
    }
    if (price === undefined || opened.price === undefined) return undefined;
    return ((price - opened.price) * 10_000n) / opened.price;
  }
}
