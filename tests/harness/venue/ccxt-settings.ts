/** ccxt's `htx` with its default options: nothing changed but its hosts. */
export const ccxtSettings = (host: string) => ({
  enableRateLimit: false,
  urls: {
    api: {
      spot: `http://${host}/htx`,
      contract: `http://${host}/htx`,
      ws: { api: { spot: { public: `ws://${host}/htx/ws`, feed: `ws://${host}/htx/feed` } } },
    },
  },
});
