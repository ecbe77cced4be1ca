/** Published hashes of `goldenDay`, by symbol and day: a change here is a new model and needs a new name. */
export const goldenDays: Readonly<Record<string, string>> = {
  "btcusdt|2600": "c52013bcd25c54c9981f64cfa109da83b415ed19abcd2c88306141cf88216a28",
  "pepeusdt|2300": "d51218d0e008ad655d3380e8b34cd9b93a43026dcbe92cd53db9c3395af7df14",
};
