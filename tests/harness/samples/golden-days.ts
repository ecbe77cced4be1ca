/** Published hashes of `goldenDay`, by symbol and day: a change here is a new model and needs a new name. */
export const goldenDays: Readonly<Record<string, string>> = {
  "btcusdt|2600": "ff3bd48cd23d5cb3016eadd0f707870c644d2cda90c2807727f93c63dd52237c",
  "pepeusdt|2300": "85f2d9c57d5efe744401dfde06c3add4ab8fbcd013ca7a2c06213cc9d1034851",
};
