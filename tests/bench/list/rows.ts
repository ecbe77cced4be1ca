import type { SymbolRow, TickerRow } from "#protocol/api/market.ts";

const name = (at: number) =>
  `${String.fromCodePoint(97 + (at % 26), 97 + (Math.floor(at / 26) % 26), 97 + (Math.floor(at / 676) % 26))}x`;

/** Every symbol's ticker, each moved from one batch to the next as a market moves; turnover keeps its order. */
export function rowsOf(count: number, batch: number, ts: number): TickerRow[] {
  return Array.from({ length: count }, (_, at) => {
    const base = name(at).toUpperCase();
    const open = 100 + at;
    // Risers and fallers of the day, moved by a little each time.
    const close =
      Math.round((open * (1 + (at % 3 === 0 ? -0.03 : 0.02)) + Math.sin(at + batch * 0.7)) * 100) /
      100;
    const vol = (count - at) * 1_000_000 + batch * 10_000;
    return {
      symbol: `${base.toLowerCase()}usdt`,
      open,
      close,
      high: open + 4,
      low: open - 4,
      amount: 12_345.67,
      vol,
      count: 1234 + batch,
      bid: close - 0.01,
      bidSize: 1.234,
      ask: close + 0.01,
      askSize: 2.345,
      base,
      quote: "USDT",
      change: Math.round((close / open - 1) * 1e6) / 1e6,
      rank: at + 1,
      ts,
      src: "sim",
    };
  });
}

export function symbolRows(count: number): SymbolRow[] {
  return rowsOf(count, 0, 0).map(({ symbol, base }) => ({
    "base-currency": base.toLowerCase(),
    "quote-currency": "usdt",
    symbol,
    "price-precision": 2,
    "amount-precision": 4,
    "value-precision": 8,
    "symbol-partition": "main",
    state: "online",
    "limit-order-min-order-amt": 0,
    "limit-order-max-order-amt": 0,
    "sell-market-min-order-amt": 0,
    "sell-market-max-order-amt": 0,
    "buy-market-max-order-value": 0,
    "min-order-value": 0,
    "max-order-value": 0,
    "buy-limit-must-less-than": null,
    "sell-limit-must-greater-than": null,
    "sell-review-over": null,
    "leverage-ratio": 0,
    "api-trading": "enabled",
    name: `Coin ${base}`,
    fee: { maker: "0.001", taker: "0.001" },
    contract: null,
    second: { enabled: false },
  }));
}
