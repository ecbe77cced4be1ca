/** Published hashes of `goldenDay`, by symbol and day: a change here is a new model and needs a new name. */
export const goldenDays: Readonly<Record<string, string>> = {
  "btcusdt|2000": "7d1a5d0a4868da1246f71c51940087ed55571029e10bfb145710b01571fbc71a",
  "pepeusdt|0": "5d629a821314a436de99ef1bf8a74b4ff1f75e3e77d00e28aee81a6f3ff9ca9f",
};
