/** Published hashes of `goldenDay`, by symbol and day: a change here is a new model and needs a new name. */
export const goldenDays: Readonly<Record<string, string>> = {
  "btcusdt|2600": "fb6dff7db56323fe6ab659da5c676dc36586565c1684d5bac26f38360fb0ff50",
  "pepeusdt|2300": "56736ecf228cff8b1d4d11e39ec636d125f7f8b159101d97649bfb31874c3baf",
};
