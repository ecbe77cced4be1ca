/** Under which names this device keeps what a list of markets begins with. */
export const tickersKey = "tickers";
/** Tickers older than this mean nothing any more. */
export const maxTickersAgeMs = 30 * 24 * 3600_000;
export const homeChoiceKey = "godwit:markets";
